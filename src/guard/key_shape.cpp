#include "guard/key_shape.hpp"

#include "core/utf8.hpp"
#include "guard/text_pattern.hpp"
#include "guard/words.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

namespace keywright::guard {
namespace {

// The codec of keys: these bytes of a component are written %XX.
constexpr unsigned char kLastEscaped = 0x25;
constexpr std::size_t kEscapeSize = 3;
constexpr std::string_view kHex = "0123456789ABCDEF";
constexpr char kFence = '$';      // sorts right behind the delimiter
constexpr char kDelimiter = '#';  // sorts before all that a component can hold

bool is_escaped(char c) {
  return static_cast<unsigned char>(c) <= kLastEscaped;
}

std::string encoded(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (is_escaped(c)) {
      const auto byte = static_cast<unsigned char>(c);
      out += {'%', kHex[byte >> 4U], kHex[byte & 15U]};
    } else {
      out += c;
    }
  }
  return out;
}

/// One character of a component, as it is written in a key.
struct Character {
  char32_t value = 0;
  std::size_t size = 0;  // 0: no component goes on like this
};

Character next_character(std::string_view text, bool escaped) {
  if (text.empty()) return {};
  const auto byte = static_cast<unsigned char>(text.front());
  if (!escaped || !is_escaped(text.front())) {
    if (byte < 0x80) return {byte, 1};
    const auto decoded = decode_utf8(text, 0);
    return decoded.valid ? Character{decoded.character, decoded.size} : Character{};
  }
  if (byte != '%' || text.size() < kEscapeSize) return {};
  const auto high = kHex.find(text[1]);
  const auto low = kHex.find(text[2]);
  if (high == std::string_view::npos || low == std::string_view::npos) return {};
  const auto value = static_cast<char32_t>(high * 16 + low);
  return value <= kLastEscaped ? Character{value, kEscapeSize} : Character{};
}

bool is_allowed(const std::vector<model::CharRange>& ranges, char32_t character) {
  return ranges.empty() || std::any_of(ranges.begin(), ranges.end(), [&](const auto& range) {
           return range.first <= character && character <= range.last;
         });
}

/// Whether `key` is `text` as a component encodes it.
bool is_encoding(std::string_view key, std::string_view text, bool escaped) {
  if (!escaped) return key == text;
  for (const char c : text) {
    if (!is_escaped(c)) {
      if (key.empty() || key.front() != c) return false;
      key.remove_prefix(1);
      continue;
    }
    const auto byte = static_cast<unsigned char>(c);
    if (key.size() < kEscapeSize || key[0] != '%' || key[1] != kHex[byte >> 4U] ||
        key[2] != kHex[byte & 15U]) {
      return false;
    }
    key.remove_prefix(kEscapeSize);
  }
  return key.empty();
}

bool is_padded(std::string_view key, const plan::IntegerPadding& padding, std::int64_t value) {
  if (value < padding.min || value > padding.max) return false;
  const auto offset = padding.min < 0 ? 0 - static_cast<std::uint64_t>(padding.min) : 0;
  std::uint64_t written = 0;
  const auto read = std::from_chars(key.data(), key.data() + key.size(), written);
  return read.ec == std::errc() && read.ptr == key.data() + key.size() &&
         written == static_cast<std::uint64_t>(value) + offset;
}

}  // namespace

bool is_same(const Capture& a, const Capture& b) {
  if (a.is_native && b.is_native) return a.value() == b.value();
  // The same input in keys of different encodings says nothing here.
  if (a.is_native || b.is_native || a.piece->padding.digits != b.piece->padding.digits) return true;
  return a.piece->partial || b.piece->partial || a.text() == b.text();
}

bool Captures::add(const Capture& capture) {
  if (capture.piece->input) {
    for (const auto& other : *this) {
      if (other.piece->input == capture.piece->input &&
          other.piece->field == capture.piece->field && !is_same(other, capture)) {
        return false;
      }
    }
  }
  if (size_ < kMost) captures_[size_++] = capture;
  return true;
}

bool holds(const Capture& capture, ValueView value) {
  if (capture.is_native) return capture.value() == value;
  switch (value.type()) {
    case AttributeType::string:
      return capture.piece->padding.digits == 0 &&
             is_encoding(capture.text(), value.as_string(), capture.piece->escaped);
    case AttributeType::number: {
      const auto number = value.as_number().to_int64();
      return number && is_padded(capture.text(), capture.piece->padding, *number);
    }
    case AttributeType::boolean:
      return capture.text() == (value.as_bool() ? "true" : "false");
    default:
      return false;
  }
}

// Making
// -------------------------------------------------------------------------------------------

namespace {

std::string integer_pattern(const model::FieldType& type) {
  return std::string(static_cast<std::size_t>(plan::padding_of(type).digits), 'd');
}

void set_limits(KeyPiece& piece, const model::FieldType& type) {
  piece.kind = KeyPiece::Kind::characters;
  // A part of a composed key cannot be empty.
  piece.least = std::max<std::size_t>(static_cast<std::size_t>(type.min_size().value_or(0)), 1);
  if (type.max_size()) piece.most = static_cast<std::size_t>(*type.max_size());
  if (type.charset) piece.allowed = type.charset->ranges;
}

void set_kind(KeyPiece& piece, const model::FieldType& type) {
  using model::TypeKind;
  const auto pattern = [&](std::string text) {
    piece.kind = KeyPiece::Kind::pattern;
    piece.text = std::move(text);
  };
  piece.kind = KeyPiece::Kind::anything;
  switch (type.kind) {
    case TypeKind::ulid:
    case TypeKind::uuid:
    case TypeKind::timestamp:
    case TypeKind::date:
      return pattern(std::string(text_pattern(type.kind)));
    case TypeKind::integer:
    case TypeKind::epoch_seconds:
      piece.padding = plan::padding_of(type);
      return pattern(integer_pattern(type));
    case TypeKind::boolean:
      piece.kind = KeyPiece::Kind::one_of;
      piece.choices = {"false", "true"};
      return;
    case TypeKind::enumeration:
      piece.kind = KeyPiece::Kind::one_of;
      for (const auto& value : type.values) {
        piece.choices.push_back(piece.escaped ? encoded(*value) : *value);
      }
      return;
    case TypeKind::string:
      return set_limits(piece, type);
    default:
      return;
  }
}

}  // namespace

AttributeType stored_type(model::AttributeType type) {
  switch (type) {
    case model::AttributeType::number:
      return AttributeType::number;
    case model::AttributeType::binary:
      return AttributeType::binary;
    default:
      return AttributeType::string;
  }
}

void KeyShape::add_literal(std::string_view text) {
  if (text.empty()) return;
  text_ += text;
  if (!pieces_.empty() && !pieces_.back().is_component()) {
    pieces_.back().text += text;
    return;
  }
  KeyPiece piece;
  piece.text = text;
  pieces_.push_back(std::move(piece));
}

void KeyShape::add_component(const model::Model& model, std::size_t entity, std::size_t field) {
  const auto& definition = model.entities[entity].fields[field];
  KeyPiece piece;
  piece.escaped = !native_;
  piece.entity = entity;
  piece.field = definition.name;
  piece.type_kind = definition.type.kind;
  piece.type_word = model::to_text(definition.type.kind);
  set_kind(piece, definition.type);
  text_ += '{' + definition.name + "}";
  pieces_.push_back(std::move(piece));
}

KeyShape KeyShape::of(const model::Model& model, const plan::KeyExpression& expression,
                      std::uint32_t shards) {
  KeyShape shape;
  shape.attribute_ = expression.attribute;
  shape.type_ = stored_type(expression.type);
  shape.native_ = expression.native;
  shape.shards_ = expression.native ? 1 : shards;
  for (const auto& term : expression.terms) {
    if (term.constant) {
      shape.add_literal(encoded(*term.constant));
    } else if (!term.is_input()) {
      shape.add_literal(term.literal);
    } else {
      shape.add_component(model, term.entity, term.field);
      auto& piece = shape.pieces_.back();
      piece.input = term.input;
      piece.partial = term.partial;
    }
  }
  return shape;
}

KeyShape KeyShape::of(const model::Model& model, std::size_t entity,
                      const plan::KeyAttribute& attribute) {
  KeyShape shape;
  shape.attribute_ = attribute.name;
  shape.type_ = stored_type(attribute.type);
  shape.native_ = attribute.native;
  shape.shards_ = attribute.shards;
  for (const auto& part : attribute.parts) {
    if (part.field) {
      shape.add_component(model, entity, *part.field);
      shape.pieces_.back().input = part.field;  // the same in every key of the item
    } else {
      shape.add_literal(part.literal);
    }
  }
  return shape;
}

KeyShape KeyShape::of_sentinel(const model::Model& model, std::size_t entity,
                               const model::UniqueRule& rule, std::string attribute) {
  KeyShape shape;
  shape.attribute_ = std::move(attribute);
  shape.add_literal("UNIQUE#" + model.entities[entity].name + "#" + rule.name);
  for (const auto& field : rule.fields) {
    shape.add_literal("#");
    if (field.resolved()) shape.add_component(model, entity, field.index);
  }
  return shape;
}

KeyShape KeyShape::literal(std::string attribute, std::string text) {
  KeyShape shape;
  shape.attribute_ = std::move(attribute);
  shape.add_literal(text);
  return shape;
}

bool KeyShape::mentions(std::string_view field) const {
  return std::any_of(pieces_.begin(), pieces_.end(), [&](const KeyPiece& piece) {
    return piece.is_component() && piece.field == field;
  });
}

void KeyShape::become_end_of_range() {
  accept_any_day();
  if (native_ || pieces_.empty() || pieces_.back().is_component()) return;
  auto& last = pieces_.back().text;
  if (last.back() != kFence) return;
  last.pop_back();
  fence_ = Fence::after_literal;
  if (!last.empty()) return;
  pieces_.pop_back();
  if (!pieces_.empty()) fence_ = Fence::after_component;
}

std::string_view KeyShape::lead() const {
  if (pieces_.empty() || pieces_.front().is_component()) return {};
  return pieces_.front().text;
}

// Comparing
// ----------------------------------------------------------------------------------------

/// How far a text went before it failed.
struct KeyShape::Progress {
  std::size_t piece = 0;
  std::string_view rest;
  bool contradicts = false;  // it fits, but not what another key says

  void note(std::size_t at, std::string_view text) {
    if (at < piece) return;
    piece = at;
    rest = text;
    contradicts = false;
  }
};

bool KeyShape::fits(ValueView value, Captures& captures) const {
  if (value.type() != type_) return false;
  if (type_ == AttributeType::string) return fits_text(value.as_string(), captures, nullptr);
  // A number or bytes: the field's own value.
  return pieces_.empty() || captures.add(Capture::of_value(pieces_.front(), value));
}

bool KeyShape::fits_text(std::string_view text, Captures& captures, Progress* progress) const {
  return match(0, text, captures, progress);
}

/// What may stand behind the last piece.
bool KeyShape::ends(std::string_view rest) const {
  switch (fence_) {
    case Fence::after_literal:
      return !rest.empty() && (rest.front() == kDelimiter || rest == std::string_view(&kFence, 1));
    case Fence::after_component:
      return !rest.empty() && static_cast<unsigned char>(rest.front()) >= kDelimiter;
    case Fence::none:
      break;
  }
  if (shards_ == 1) return rest.empty();
  std::uint32_t shard = 0;
  if (rest.size() < 2 || rest[0] != kDelimiter || (rest[1] == '0' && rest.size() > 2)) return false;
  const auto* end = rest.data() + rest.size();
  const auto read = std::from_chars(rest.data() + 1, end, shard);
  return read.ec == std::errc() && read.ptr == end && shard < shards_;
}

bool KeyShape::match(std::size_t position, std::string_view rest, Captures& captures,
                     Progress* progress) const {
  if (progress != nullptr) progress->note(position, rest);
  if (position == pieces_.size()) return ends(rest);
  const auto& piece = pieces_[position];
  switch (piece.kind) {
    case KeyPiece::Kind::literal:
      return rest.starts_with(piece.text) &&
             match(position + 1, rest.substr(piece.text.size()), captures, progress);
    case KeyPiece::Kind::pattern:
      return begins_as(piece.text, rest) &&
             (any_day_ || is_on_calendar(piece.type_kind, rest.substr(0, piece.text.size()))) &&
             take(position, rest, piece.text.size(), captures, progress);
    case KeyPiece::Kind::one_of:
      return std::any_of(piece.choices.begin(), piece.choices.end(), [&](const auto& choice) {
        return rest.starts_with(choice) && take(position, rest, choice.size(), captures, progress);
      });
    case KeyPiece::Kind::characters:
      return match_characters(position, rest, captures, progress);
    case KeyPiece::Kind::anything:
      break;
  }
  return take(position, rest, rest.size(), captures, progress);
}

/// Longest first: with a delimiter after the component the first try decides.
bool KeyShape::match_characters(std::size_t position, std::string_view rest, Captures& captures,
                                Progress* progress) const {
  const auto& piece = pieces_[position];
  std::size_t count = 0;
  std::size_t size = 0;
  while (!piece.most || count < *piece.most) {
    const auto next = next_character(rest.substr(size), piece.escaped);
    if (next.size == 0 || !is_allowed(piece.allowed, next.value)) break;
    ++count;
    size += next.size;
  }
  const std::size_t least = piece.partial ? 0 : piece.least;
  if (count < least) return false;
  if (take(position, rest, size, captures, progress)) return true;
  if (!may_be_shorter(position)) return false;
  while (count-- > least) {
    std::size_t end = 0;
    for (std::size_t i = 0; i < count; ++i) {
      end += next_character(rest.substr(end), piece.escaped).size;
    }
    if (take(position, rest, end, captures, progress)) return true;
  }
  return false;
}

/// Whether what follows the component could also be a part of it.
bool KeyShape::may_be_shorter(std::size_t position) const {
  if (position + 1 == pieces_.size()) return fence_ == Fence::after_component;
  const auto& next = pieces_[position + 1];
  return next.is_component() || !pieces_[position].escaped || !is_escaped(next.text.front());
}

bool KeyShape::take(std::size_t position, std::string_view rest, std::size_t size,
                    Captures& captures, Progress* progress) const {
  const auto before = captures.size();
  const auto& piece = pieces_[position];
  if (!captures.add(Capture::of_text(piece, rest.substr(0, size)))) {
    if (progress != nullptr) progress->contradicts = true;
    return false;
  }
  if (match(position + 1, rest.substr(size), captures, progress)) return true;
  captures.shrink(before);
  return false;
}

std::string words_of(const Capture& capture) {
  return capture.is_native ? words_of(capture.value()) : quoted(capture.text());
}

std::string KeyShape::misfit(ValueView value) const {
  auto text = words_of(value) + " does not fit " + attribute_ + " = " + text_ + ": ";
  if (value.type() != type_)
    return text + "it is not of type " + std::string(type_descriptor(type_));
  if (type_ != AttributeType::string) return text + "another key says otherwise";
  Captures captures;
  Progress progress;
  if (fits_text(value.as_string(), captures, &progress)) {
    return text + "another key says otherwise";
  }
  const auto rest = progress.rest;
  if (progress.piece >= pieces_.size()) {
    if (shards_ > 1) return text + "it ends in no shard, #0 to #" + std::to_string(shards_ - 1);
    if (rest.empty()) return text + "it ends too soon";
    const auto* last = pieces_.empty() ? nullptr : &pieces_.back();
    const bool is_digit = rest.front() >= '0' && rest.front() <= '9';
    if (is_digit && last != nullptr && last->padding.digits > 0) {
      return text + last->field + " has more than " + std::to_string(last->padding.digits) +
             " digits";
    }
    return text + quoted(rest) + " is too much";
  }
  const auto& piece = pieces_[progress.piece];
  if (!piece.is_component()) return text + quoted(piece.text) + " is missing";
  const bool ends_here = piece.escaped && progress.piece + 1 < pieces_.size();
  const auto part = ends_here ? rest.substr(0, rest.find(kDelimiter)) : rest;
  text += piece.field + " is no " + piece.type_word + " as keys write it: " + quoted(part);
  if (piece.padding.digits == 0) return text;
  return text + " has not " + std::to_string(piece.padding.digits) + " digits";
}

}  // namespace keywright::guard
