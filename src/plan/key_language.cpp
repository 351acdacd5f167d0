#include "plan/key_language.hpp"

#include "plan/language_builder.hpp"

#include <algorithm>
#include <cctype>
#include <deque>
#include <unordered_map>
#include <utility>

namespace keywright::plan {
namespace {

using model::TypeKind;

// Above it, counting characters would cost more states than it could ever tell apart.
constexpr std::int64_t most_counted = 256;

const std::vector<model::CharRange>& every_character() {
  static const std::vector<model::CharRange> ranges{{0, 0xd7ff}, {0xe000, 0x10ffff}};
  return ranges;
}

std::vector<std::string_view> enum_values(const model::FieldType& type) {
  std::vector<std::string_view> values;
  for (const auto& value : type.values) values.push_back(*value);
  return values;
}

KeyLanguage language_of(const model::FieldType& type, bool escaped) {
  LanguageBuilder builder;
  const auto start = builder.add_state();
  auto end = start;
  switch (type.kind) {
    case TypeKind::string: {
      const auto least = std::min(type.min_size().value_or(0), most_counted);
      const auto most = type.max_size().value_or(-1);
      const auto& ranges = type.charset ? type.charset->ranges : every_character();
      end = builder.characters(start, ranges, escaped, least, most > most_counted ? -1 : most);
      break;
    }
    case TypeKind::enumeration:
      end = builder.one_of(start, enum_values(type), escaped);
      break;
    case TypeKind::boolean:
      end = builder.one_of(start, {"false", "true"}, escaped);
      break;
    case TypeKind::integer:
    case TypeKind::epoch_seconds:
      end =
          builder.shape(start, std::string(static_cast<std::size_t>(padding_of(type).digits), 'd'));
      break;
    case TypeKind::timestamp:
      end = builder.shape(start, "dddd-dd-ddTdd:dd:dd.dddZ");
      break;
    case TypeKind::date:
      end = builder.shape(start, "dddd-dd-dd");
      break;
    case TypeKind::uuid:
      end = builder.shape(start, "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx");
      break;
    case TypeKind::ulid:
      end = builder.shape(start, "o" + std::string(25, 'u'));
      break;
    default:  // no type that belongs in a text key: anything
      end = builder.any_bytes(start);
  }
  return std::move(builder).finish(start, end);
}

std::uint8_t readable_byte(std::uint8_t first, std::uint8_t last) {
  constexpr std::string_view wanted = "a0A1BbTZ#-_.";
  for (const char c : wanted) {
    const auto byte = static_cast<std::uint8_t>(c);
    if (first <= byte && byte <= last) return byte;
  }
  // Then any printable one that stands for itself.
  return std::max<std::uint8_t>(first, std::min<std::uint8_t>(last, 0x26));
}

std::uint64_t pair_of(std::uint32_t a, std::uint32_t b) {
  return (std::uint64_t{a} << 32U) | b;
}

struct Step {
  std::uint64_t previous;
  int byte;  // -1: none was read
};

std::string read_back(const std::unordered_map<std::uint64_t, Step>& steps, std::uint64_t at) {
  std::string text;
  for (auto step = steps.at(at); step.previous != at; step = steps.at(at)) {
    if (step.byte >= 0) text += static_cast<char>(step.byte);
    at = step.previous;
  }
  std::reverse(text.begin(), text.end());
  return text;
}

}  // namespace

KeyLanguage::KeyLanguage() {
  states_.emplace_back();
}

KeyLanguage KeyLanguage::literal(std::string_view text) {
  LanguageBuilder builder;
  const auto start = builder.add_state();
  const auto end = builder.text(start, text);
  return std::move(builder).finish(start, end);
}

KeyLanguage KeyLanguage::any() {
  LanguageBuilder builder;
  const auto start = builder.add_state();
  const auto end = builder.any_bytes(start);
  return std::move(builder).finish(start, end);
}

KeyLanguage KeyLanguage::prefix(std::string_view text) {
  return literal(text).append(any());
}

KeyLanguage KeyLanguage::between(std::string_view lower, std::optional<std::string_view> upper) {
  LanguageBuilder builder;
  const auto start = builder.add_state();
  const auto end = builder.between(start, lower, upper ? &*upper : nullptr);
  return std::move(builder).finish(start, end);
}

KeyLanguage KeyLanguage::component(const model::FieldType& type) {
  return language_of(type, true);
}

KeyLanguage KeyLanguage::native(const model::FieldType& type) {
  const auto stored = model::attribute_type(type.kind);
  return stored == model::AttributeType::string ? language_of(type, false) : any();
}

KeyLanguage KeyLanguage::shard_suffix(std::uint32_t shards) {
  LanguageBuilder builder;
  const auto start = builder.add_state();
  const auto digits = std::to_string(shards - 1).size();
  auto language = literal("#");
  const auto number =
      builder.characters(start, {{'0', '9'}}, false, 1, static_cast<std::int64_t>(digits));
  return language.append(std::move(builder).finish(start, number));
}

KeyLanguage KeyLanguage::of(const model::Entity& entity, const KeyAttribute& attribute) {
  if (!attribute.native) {
    auto language = of(entity, attribute.parts);
    if (attribute.shards > 1) language.append(shard_suffix(attribute.shards));
    return language;
  }
  if (attribute.parts.empty()) return any();
  return native(entity.fields[*attribute.parts.front().field].type);
}

KeyLanguage KeyLanguage::of(const model::Entity& entity, const std::vector<KeyPart>& parts) {
  KeyLanguage result;
  for (const auto& part : parts) {
    result.append(part.field ? component(entity.fields[*part.field].type) : literal(part.literal));
  }
  return result;
}

KeyLanguage& KeyLanguage::append(const KeyLanguage& next) {
  LanguageBuilder builder;
  const auto start = builder.add_state();
  const auto middle = builder.language(start, *this);
  const auto end = builder.language(middle, next);
  *this = std::move(builder).finish(start, end);
  return *this;
}

bool KeyLanguage::contains(std::string_view text) const {
  return common_text(*this, literal(text)).has_value();
}

// A breadth-first walk over pairs of states that both languages can be in after the same bytes.
std::optional<std::string> common_text(const KeyLanguage& a, const KeyLanguage& b) {
  const auto start = pair_of(a.start_, b.start_);
  const auto goal = pair_of(a.accept_, b.accept_);
  std::unordered_map<std::uint64_t, Step> steps{{start, {start, -1}}};
  std::deque<std::uint64_t> open{start};
  while (!open.empty()) {
    const auto at = open.front();
    open.pop_front();
    if (at == goal) return read_back(steps, at);
    const auto in_a = static_cast<std::uint32_t>(at >> 32U);
    const auto in_b = static_cast<std::uint32_t>(at);
    const auto visit = [&](std::uint64_t next, int byte) {
      const auto [step, is_first] = steps.try_emplace(next, Step{at, byte});
      if (!is_first) {
        // Of bytes that lead there from here, a letter or digit: "USER#..." reads as an omission.
        const bool is_same_step =
            step->second.previous == at && byte >= 0 && step->second.byte >= 0;
        if (is_same_step && std::isalnum(byte) != 0 && std::isalnum(step->second.byte) == 0) {
          step->second.byte = byte;
        }
        return;
      }
      byte < 0 ? open.push_front(next) : open.push_back(next);
    };
    for (const auto to : a.states_[in_a].empty_edges) visit(pair_of(to, in_b), -1);
    for (const auto to : b.states_[in_b].empty_edges) visit(pair_of(in_a, to), -1);
    for (const auto& edge_a : a.states_[in_a].edges) {
      for (const auto& edge_b : b.states_[in_b].edges) {
        const auto first = std::max(edge_a.first, edge_b.first);
        const auto last = std::min(edge_a.last, edge_b.last);
        if (first <= last) visit(pair_of(edge_a.to, edge_b.to), readable_byte(first, last));
      }
    }
  }
  return std::nullopt;
}

bool may_begin_alike(std::string_view a, std::string_view b) {
  const auto shorter = std::min(a.size(), b.size());
  return a.substr(0, shorter) == b.substr(0, shorter);
}

std::string_view leading_literal(const KeyAttribute& attribute) {
  if (attribute.native || attribute.parts.empty()) return {};
  return attribute.parts.front().literal;
}

std::optional<std::string> common_key(const model::Entity& a_entity, const KeyAttribute& a,
                                      const model::Entity& b_entity, const KeyAttribute& b) {
  if (a.type != b.type) return std::nullopt;
  if (!may_begin_alike(leading_literal(a), leading_literal(b))) return std::nullopt;
  return common_text(KeyLanguage::of(a_entity, a), KeyLanguage::of(b_entity, b));
}

}  // namespace keywright::plan
