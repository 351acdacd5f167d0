#include "repository/errors.hpp"
#include <keywright/key_template.hpp>

#include <charconv>
#include <utility>

#include <fmt/format.h>

namespace keywright {
namespace {

/// Everything up to '%' is escaped: '#' keeps its place as the delimiter, and sorts before all that
/// a component can hold.
constexpr unsigned char kLastEscaped = 0x25;
constexpr std::string_view kHex = "0123456789ABCDEF";
constexpr std::size_t kEscapeSize = 3;

constexpr bool is_escaped(char c) {
  return static_cast<unsigned char>(c) <= kLastEscaped;
}

void append_escaped(KeyValue& out, std::string_view text) {
  std::size_t done = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (!is_escaped(text[i])) continue;
    const auto byte = static_cast<unsigned char>(text[i]);
    const char escape[kEscapeSize] = {'%', kHex[byte >> 4], kHex[byte & 0x0F]};
    out.append(text.substr(done, i - done));
    out.append({escape, kEscapeSize});
    done = i + 1;
  }
  out.append(text.substr(done));
}

/// Digits of a padded integer: those of the largest value, counted from `min` if that is negative.
struct Padding {
  std::uint64_t offset;  // added to the value, modulo 2^64
  std::size_t width;
};

Padding padding_of(const KeyPart& part) {
  const std::uint64_t offset = part.min < 0 ? 0 - static_cast<std::uint64_t>(part.min) : 0;
  std::size_t width = 1;
  for (std::uint64_t rest = static_cast<std::uint64_t>(part.max) + offset; rest >= 10; rest /= 10) {
    ++width;
  }
  return {offset, width};
}

/// How many bytes at the start of `key` an encoded component may take: up to a byte that a
/// component would have escaped.
std::size_t component_extent(std::string_view key) {
  std::size_t size = 0;
  while (size < key.size()) {
    if (key[size] == '%') {
      const auto is_hex = [](char c) { return kHex.find(c) != std::string_view::npos; };
      if (key.size() - size < kEscapeSize || !is_hex(key[size + 1]) || !is_hex(key[size + 2]))
        break;
      size += kEscapeSize;
    } else if (is_escaped(key[size])) {
      break;
    } else {
      ++size;
    }
  }
  return size;
}

bool matches_from(const KeyTemplate& key_template, std::size_t position, std::string_view key) {
  if (position == key_template.part_count()) return key.empty();
  const KeyPart& part = key_template.part(position);
  if (!part.is_component) {
    return key.starts_with(part.text) &&
           matches_from(key_template, position + 1, key.substr(part.text.size()));
  }
  // Longest first: with a delimiter after the component the first try decides.
  for (std::size_t size = component_extent(key) + 1; size-- > 1;) {
    if (matches_from(key_template, position + 1, key.substr(size))) return true;
  }
  return false;
}

}  // namespace

bool KeyTemplate::matches(std::string_view key) const {
  return matches_from(*this, 0, key);
}

// KeyTextWriter ----------------------------------------------------------------------------------

KeyTextWriter::KeyTextWriter(const KeyTemplate& key_template)
    : template_(key_template), value_(key_template.attribute(), AttributeType::string) {}

void KeyTextWriter::add_literals() {
  while (position_ < template_.part_count() && !template_.part(position_).is_component) {
    value_.append(template_.part(position_++).text);
  }
}

/// The component that the next value is for, with all literals before it written; null if the
/// template has no more, which is a mistake in the program.
const KeyPart* KeyTextWriter::next_component() {
  add_literals();
  if (position_ < template_.part_count()) return &template_.part(position_++);
  value_.fail(repository::make_error(
      ErrorCode::internal,
      fmt::format("the template \"{}\" of {}.{} has fewer components than it was given",
                  template_.text(), template_.entity(), template_.attribute())));
  return nullptr;
}

void KeyTextWriter::fail(std::string_view component, std::string_view problem) {
  value_.fail(repository::validation(fmt::format("{}.{} {} (key {} is \"{}\")", template_.entity(),
                                                 component, problem, template_.attribute(),
                                                 template_.text())));
}

void KeyTextWriter::add(std::string_view text) {
  const KeyPart* component = next_component();
  if (component == nullptr) return;
  if (text.empty() && !component->is_partial) {
    fail(component->text, "is empty, and a part of a key cannot be");
  }
  append_escaped(value_, text);
}

void KeyTextWriter::add_plain(std::string_view text) {
  if (next_component() != nullptr) value_.append(text);
}

void KeyTextWriter::add_name(std::string_view name) {
  const KeyPart* component = next_component();
  if (component == nullptr) return;
  if (name.empty()) fail(component->text, "is none of the values of its type");
  append_escaped(value_, name);
}

void KeyTextWriter::add(const Ulid& id) {
  char text[Ulid::kTextSize];
  id.write_to(text);
  add_plain({text, sizeof text});
}

void KeyTextWriter::add(const Uuid& id) {
  char text[Uuid::kTextSize];
  id.write_to(text);
  add_plain({text, sizeof text});
}

void KeyTextWriter::add(Timestamp time) {
  char text[kTimestampTextSize] = {};
  const bool in_range = write_text(time, text);
  const KeyPart* component = next_component();
  if (component == nullptr) return;
  if (!in_range) fail(component->text, "lies outside the years 0000 to 9999");
  value_.append({text, sizeof text});
}

void KeyTextWriter::add(Date date) {
  char text[kDateTextSize] = {};
  const bool in_range = write_text(date, text);
  const KeyPart* component = next_component();
  if (component == nullptr) return;
  if (!in_range) fail(component->text, "lies outside the years 0000 to 9999");
  value_.append({text, sizeof text});
}

void KeyTextWriter::add_integer(std::int64_t value) {
  const KeyPart* component = next_component();
  if (component == nullptr) return;
  if (value < component->min || value > component->max) {
    fail(component->text,
         fmt::format("is {}, outside its limits {} to {}", value, component->min, component->max));
    return;
  }
  const Padding padding = padding_of(*component);
  char digits[24];
  const auto shifted = static_cast<std::uint64_t>(value) + padding.offset;
  const auto end = std::to_chars(digits, digits + sizeof digits, shifted).ptr;
  const auto count = static_cast<std::size_t>(end - digits);
  constexpr std::string_view zeros = "00000000000000000000";
  value_.append(zeros.substr(0, padding.width - count));
  value_.append({digits, count});
}

KeyValue KeyTextWriter::finish() {
  add_literals();
  if (position_ < template_.part_count()) {
    value_.fail(repository::make_error(
        ErrorCode::internal,
        fmt::format("the template \"{}\" of {}.{} has more components than it was given",
                    template_.text(), template_.entity(), template_.attribute())));
  }
  const std::size_t size = value_.bytes().size();
  if (!value_.has_error() && size == 0) {
    value_.fail(repository::validation(fmt::format("{}.{} is empty, and a key cannot be",
                                                   template_.entity(), template_.attribute())));
  }
  if (size > template_.max_size()) {
    value_.fail(repository::validation(
        fmt::format("{}: key {} of \"{}\" has {} bytes; it can have at most {}", template_.entity(),
                    template_.attribute(), template_.text(), size, template_.max_size())));
  }
  return std::move(value_);
}

}  // namespace keywright
