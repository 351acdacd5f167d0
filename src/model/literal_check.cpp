#include "model/literal_check.hpp"

#include "core/utf8.hpp"
#include "model/spelling.hpp"
#include "model/values.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cstddef>
#include <limits>

namespace keywright::model {
namespace {

using Rule = StructuralRule;

// '0' stands for a digit, 'x' for a lower-case hex digit, 'U' for a character of Crockford's
// base 32.
bool matches(std::string_view text, std::string_view shape) {
  if (text.size() != shape.size()) return false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const bool digit = c >= '0' && c <= '9';
    bool fits = c == shape[i];
    if (shape[i] == '0') fits = digit;
    if (shape[i] == 'x') fits = digit || (c >= 'a' && c <= 'f');
    if (shape[i] == 'U')
      fits = std::string_view("0123456789ABCDEFGHJKMNPQRSTVWXYZ").find(c) != std::string_view::npos;
    if (!fits) return false;
  }
  return true;
}

int number_at(std::string_view text, std::size_t begin, std::size_t size) {
  int number = 0;
  std::from_chars(text.data() + begin, text.data() + begin + size, number);
  return number;
}

struct Format {
  TypeKind kind;
  std::string_view example;
  bool (*fits)(std::string_view);
};
constexpr std::array formats{
    Format{TypeKind::timestamp, "2026-01-02T03:04:05.678Z", is_timestamp},
    Format{TypeKind::date, "2026-01-02", is_date},
    Format{TypeKind::uuid, "123e4567-e89b-12d3-a456-426614174000",
           [](std::string_view text) {
             return matches(text, "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx");
           }},
    Format{TypeKind::ulid, "01J9ZQ4T5V8W3X2Y1Z0A9B8C7D", [](std::string_view text) {
             return matches(text, "UUUUUUUUUUUUUUUUUUUUUUUUUU") && text.front() <= '7';
           }}};

std::string bounds_text(const FieldType& type) {
  std::string text;
  if (type.min) text += "at least " + std::to_string(type.min->value);
  if (type.min && type.max) text += " and ";
  if (type.max) text += "at most " + std::to_string(type.max->value);
  return text;
}

class LiteralCheck {
 public:
  LiteralCheck(Findings& findings, const FieldType& type, Literal& literal)
      : findings_(findings), type_(type), literal_(literal) {}

  void run() {
    switch (type_.kind) {
      case TypeKind::string:
        return check_string();
      case TypeKind::enumeration:
        return check_enumeration();
      case TypeKind::boolean:
        return check_kind(LiteralKind::boolean, "true or false");
      case TypeKind::integer:
      case TypeKind::epoch_seconds:
        return check_integer();
      case TypeKind::number:
      case TypeKind::floating:
        return check_number();
      case TypeKind::timestamp:
      case TypeKind::date:
      case TypeKind::uuid:
      case TypeKind::ulid:
        return check_format();
      case TypeKind::list:
        return check_kind(LiteralKind::empty_list, "[], the empty list");
      case TypeKind::map:
      case TypeKind::object:
        return check_kind(LiteralKind::empty_map, "{}, the empty map");
      case TypeKind::json:
        if (literal_.kind != LiteralKind::empty_list)
          check_kind(LiteralKind::empty_map, "{} or []");
        return;
      case TypeKind::binary:
      case TypeKind::set:
        return report("a literal cannot be given for the type " + quoted(to_text(type_.kind)));
    }
  }

 private:
  void report(std::string message, std::string help = {}) {
    findings_.add(Rule::bad_value, literal_.span, std::move(message), std::move(help));
  }

  [[nodiscard]] std::string shown() const {
    if (literal_.kind == LiteralKind::empty_list) return "an empty list";
    if (literal_.kind == LiteralKind::empty_map) return "an empty map";
    return quoted(literal_.text);
  }

  void check_kind(LiteralKind wanted, std::string_view expected) {
    if (literal_.kind == wanted) return;
    report(std::string(expected) + " was expected here, found " + shown());
  }

  void check_number() {
    check_kind(LiteralKind::number, "a number");
    if (literal_.kind != LiteralKind::number) return;
    // A double is rounded by the compiler.
    const bool exact = type_.kind == TypeKind::number;
    check_decimal(findings_, literal_.text, literal_.span, exact ? Digits::limited : Digits::any);
  }

  // Unquoted scalars may look like numbers or flags, and still be meant as text.
  bool take_as_text() {
    const bool is_empty =
        literal_.kind == LiteralKind::empty_list || literal_.kind == LiteralKind::empty_map;
    if (is_empty) report("text was expected here, found " + shown());
    if (!is_empty) literal_.kind = LiteralKind::text;
    return !is_empty;
  }

  void check_string() {
    if (!take_as_text()) return;
    const auto size = static_cast<std::int64_t>(count_characters(literal_.text));
    const std::int64_t least = type_.min_size().value_or(0);
    const std::int64_t most = type_.max_size().value_or(std::numeric_limits<std::int64_t>::max());
    if (size < least || size > most) {
      report(shown() + " has " + std::to_string(size) + " characters, the field takes " +
             (type_.length ? std::to_string(least) : bounds_text(type_)));
    } else if (type_.charset && !is_in_charset()) {
      report(shown() + " has characters outside of the charset " + type_.charset->text);
    }
  }

  [[nodiscard]] bool is_in_charset() const {
    for (std::size_t i = 0; i < literal_.text.size();) {
      const DecodedCharacter next = decode_utf8(literal_.text, i);
      if (!type_.charset->contains(next.character)) return false;
      i += next.size;
    }
    return true;
  }

  void check_enumeration() {
    if (!take_as_text()) return;
    std::vector<std::string_view> values;
    for (const auto& value : type_.values) values.push_back(*value);
    if (std::find(values.begin(), values.end(), literal_.text) != values.end()) return;
    report(shown() + " is not among the values of the enum", suggest(literal_.text, values));
  }

  void check_integer() {
    std::int64_t number = 0;
    const char* last = literal_.text.data() + literal_.text.size();
    const auto [end, error] = std::from_chars(literal_.text.data(), last, number);
    if (literal_.kind != LiteralKind::number || error != std::errc{} || end != last) {
      return report("a whole number of 64 bits was expected here, found " + shown());
    }
    const bool low = type_.min && number < type_.min->value;
    const bool high = type_.max && number > type_.max->value;
    if (low || high) report(shown() + " is out of bounds: " + bounds_text(type_));
  }

  void check_format() {
    if (!take_as_text()) return;
    const auto* const format =
        std::find_if(formats.begin(), formats.end(),
                     [this](const Format& row) { return row.kind == type_.kind; });
    if (format->fits(literal_.text)) return;
    report(shown() + " is no " + std::string(to_text(type_.kind)),
           "write it like " + std::string(format->example));
  }

  Findings& findings_;
  const FieldType& type_;
  Literal& literal_;
};

}  // namespace

bool is_date(std::string_view text) {
  if (!matches(text, "0000-00-00")) return false;
  const std::chrono::year_month_day day{
      std::chrono::year(number_at(text, 0, 4)),
      std::chrono::month(static_cast<unsigned>(number_at(text, 5, 2))),
      std::chrono::day(static_cast<unsigned>(number_at(text, 8, 2)))};
  return day.ok();
}

bool is_timestamp(std::string_view text) {
  if (!matches(text, "0000-00-00T00:00:00.000Z") || !is_date(text.substr(0, 10))) return false;
  return number_at(text, 11, 2) < 24 && number_at(text, 14, 2) < 60 && number_at(text, 17, 2) < 60;
}

void check_literal(Findings& findings, const FieldType& type, Literal& literal) {
  if (literal.kind == LiteralKind::parameter) return;
  LiteralCheck(findings, type, literal).run();
}

}  // namespace keywright::model
