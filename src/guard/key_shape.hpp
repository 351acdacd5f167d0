#pragma once
// What a key attribute must look like: a template of the model, ready to be held against the values
// of requests.
//
// A shape is made once and then immutable. fits() allocates nothing, and notes what it found where
// a component stands, so that the same field in two keys, or in a key and in the item, can be
// compared. Values may be anything: what a client sends is no error here, it just does not fit.

#include "model/ir.hpp"
#include "plan/plan.hpp"
#include <keywright/attribute_value.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace keywright::guard {

/// Literal text, or a component: the encoded value of a field.
struct KeyPiece {
  enum class Kind : std::uint8_t { literal, pattern, one_of, characters, anything };
  Kind kind = Kind::literal;
  std::string text;                  // literal; of a pattern: 'd' a digit, 'x' hexadecimal, ..
  std::vector<std::string> choices;  // one_of, encoded
  // characters: how many of them, and which (none: all)
  std::size_t least = 0;
  std::optional<std::size_t> most;
  std::vector<model::CharRange> allowed;
  bool escaped = true;   // of a template; a native key holds the value as it is
  bool partial = false;  // the beginning of a value

  // Of a component:
  std::string field;      // its name
  std::string type_word;  // "ulid", for messages
  model::TypeKind type_kind = model::TypeKind::string;
  plan::IntegerPadding padding;
  std::optional<std::size_t> input;  // what the keys of one request must have alike
  std::size_t position = 0;          // of the field in items; see KeyShape::find_fields
  std::size_t entity = 0;

  [[nodiscard]] bool is_component() const { return kind != Kind::literal; }
};

/// A component as a request has it. Without initial values, as there is room for many in every
/// comparison.
struct Capture {
  const KeyPiece* piece;
  const char* data;  // as it stands in the key, or the encoded value
  std::size_t size;
  bool is_native;  // the whole value: the key is the field itself

  [[nodiscard]] static Capture of_text(const KeyPiece& piece, std::string_view text) {
    return {&piece, text.data(), text.size(), false};
  }
  [[nodiscard]] static Capture of_value(const KeyPiece& piece, ValueView value) {
    return {&piece, value.data(), 0, true};
  }
  [[nodiscard]] std::string_view text() const { return {data, size}; }
  [[nodiscard]] ValueView value() const { return ValueView(data); }
};

/// What the keys of one request hold, for one thread and one comparison.
class Captures {
 public:
  /// False if the same input stands elsewhere with another value.
  [[nodiscard]] bool add(const Capture& capture);
  [[nodiscard]] std::size_t size() const { return size_; }
  void shrink(std::size_t size) { size_ = size; }
  [[nodiscard]] const Capture* begin() const { return captures_.data(); }
  [[nodiscard]] const Capture* end() const { return captures_.data() + size_; }

 private:
  static constexpr std::size_t kMost = 32;
  std::array<Capture, kMost> captures_;  // the first size_ of them
  std::size_t size_ = 0;
};

/// Whether the key holds just this value of the field.
[[nodiscard]] bool holds(const Capture& capture, ValueView value);
/// Whether two keys say the same here; yes if their encodings cannot be compared.
[[nodiscard]] bool is_same(const Capture& a, const Capture& b);
/// For messages.
[[nodiscard]] std::string words_of(const Capture& capture);

/// S, N or B.
[[nodiscard]] AttributeType stored_type(model::AttributeType type);

class KeyShape {
 public:
  /// Of a key expression of a plan, whose inputs take part in the comparison.
  static KeyShape of(const model::Model& model, const plan::KeyExpression& expression,
                     std::uint32_t shards);
  /// Of a key as an entity fills it.
  static KeyShape of(const model::Model& model, std::size_t entity,
                     const plan::KeyAttribute& attribute);
  /// Of the partition key of a sentinel that keeps a uniqueness rule.
  static KeyShape of_sentinel(const model::Model& model, std::size_t entity,
                              const model::UniqueRule& rule, std::string attribute);
  static KeyShape literal(std::string attribute, std::string text);

  /// Makes it an upper or lower end of a range: where it is fenced by `$`, other ways to fence it
  /// fit too, and so does any day of a month, as of 31 days.
  void become_end_of_range();
  /// Leaves it to the fields of an item, which are looked at beside, whether days are on the
  /// calendar.
  void accept_any_day() { any_day_ = true; }
  /// Notes where fields stand in items: `position_of` their names.
  template <class PositionOf>
  void find_fields(const PositionOf& position_of) {
    position_ = position_of(attribute_);
    for (auto& piece : pieces_) {
      if (piece.is_component()) piece.position = position_of(piece.field);
    }
  }
  /// Of its own attribute in items, once noted.
  [[nodiscard]] std::size_t position() const { return position_; }

  [[nodiscard]] bool fits(ValueView value, Captures& captures) const;
  /// Why a value does not, as in `job_id is a ulid, and "7" is none`.
  [[nodiscard]] std::string misfit(ValueView value) const;

  [[nodiscard]] const std::string& attribute() const { return attribute_; }
  [[nodiscard]] const std::string& text() const { return text_; }
  [[nodiscard]] AttributeType type() const { return type_; }
  [[nodiscard]] bool is_native() const { return native_; }
  [[nodiscard]] bool empty() const { return pieces_.empty(); }
  /// The text it begins with.
  [[nodiscard]] std::string_view lead() const;
  [[nodiscard]] const std::vector<KeyPiece>& pieces() const { return pieces_; }
  /// Whether the field is a component.
  [[nodiscard]] bool mentions(std::string_view field) const;

 private:
  struct Progress;
  enum class Fence : std::uint8_t { none, after_literal, after_component };

  void add_literal(std::string_view text);
  void add_component(const model::Model& model, std::size_t entity, std::size_t field);
  [[nodiscard]] bool fits_text(std::string_view text, Captures& captures, Progress* progress) const;
  [[nodiscard]] bool match(std::size_t position, std::string_view rest, Captures& captures,
                           Progress* progress) const;
  [[nodiscard]] bool match_characters(std::size_t position, std::string_view rest,
                                      Captures& captures, Progress* progress) const;
  [[nodiscard]] bool may_be_shorter(std::size_t position) const;
  [[nodiscard]] bool take(std::size_t position, std::string_view rest, std::size_t size,
                          Captures& captures, Progress* progress) const;
  [[nodiscard]] bool ends(std::string_view rest) const;

  std::string attribute_;
  std::string text_;  // "JOB#{job_id}"
  AttributeType type_ = AttributeType::string;
  bool native_ = false;
  std::uint32_t shards_ = 1;
  Fence fence_ = Fence::none;
  bool any_day_ = false;  // may name a day that is not on the calendar
  std::size_t position_ = 0;
  std::vector<KeyPiece> pieces_;
};

}  // namespace keywright::guard
