#include "random_values.hpp"

#include "verify/sample_values.hpp"

#include <array>
#include <limits>
#include <string>
#include <vector>

namespace keywright::random_proof {
namespace {

using model::TypeKind;

// How many there are of the other types.
constexpr std::uint32_t kFew = 5;

std::size_t characters(std::string_view text) {
  std::size_t count = 0;
  for (const char c : text) count += (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  return count;
}

AttributeValue text(const model::FieldType& type, Dice& dice) {
  static constexpr std::array<std::string_view, 15> kTexts = {"a",
                                                              "a#b",
                                                              "A",
                                                              "a#",
                                                              "#",
                                                              "1",
                                                              "10",
                                                              "%23",
                                                              "a b",
                                                              "~",
                                                              "\x01",
                                                              "\xC3\xA9",
                                                              "\xF0\x9F\x8D\x8B",
                                                              "aa#UNIQUE",
                                                              ""};
  const auto least = static_cast<std::size_t>(type.min_size().value_or(0));
  const auto most = static_cast<std::size_t>(type.max_size().value_or(100));
  for (;;) {
    const auto each = kTexts[dice.below(kTexts.size())];
    if (characters(each) >= least && characters(each) <= most) return AttributeValue(each);
  }
}

AttributeValue integer(const model::FieldType& type, Dice& dice) {
  const auto least = type.min ? **type.min : std::numeric_limits<std::int64_t>::min();
  const auto most = type.max ? **type.max : std::numeric_limits<std::int64_t>::max();
  const std::array<std::int64_t, 8> some = {least, most, 0, 1, 3, 5, 10, -1};
  for (;;) {
    const auto each = some[dice.below(some.size())];
    if (each >= least && each <= most) return each;
  }
}

AttributeValue decimal(Dice& dice) {
  static constexpr std::array<std::string_view, 7> kNumbers = {
      "0", "-1.5", "12.25", "1E+10", "-3", "99999999999999999999", "0.5"};
  return Number::parse(kNumbers[dice.below(kNumbers.size())]).value_or(Number());
}

}  // namespace

AttributeValue random_value(const model::FieldType& type, Dice& dice) {
  switch (type.kind) {
    case TypeKind::string:
      if (type.charset) break;
      return text(type, dice);
    case TypeKind::integer:
      return integer(type, dice);
    case TypeKind::number:
      return decimal(dice);
    case TypeKind::epoch_seconds:
      return static_cast<std::int64_t>(dice.below(kFew)) * 1'000'000'000;
    default:
      break;
  }
  return verify::sample_value(type, static_cast<std::uint32_t>(dice.below(kFew)));
}

AttributeValue random_time(std::int64_t now, Dice& dice) {
  static constexpr std::array<std::int64_t, 6> kAfter = {-10, 0, 5, 60, 4000, 1'000'000};
  return now + kAfter[dice.below(kAfter.size())];
}

AttributeValue random_addition(const model::FieldType& type, Dice& dice) {
  if (type.kind == TypeKind::set) return random_value(type, dice);
  return static_cast<std::int64_t>(dice.below(4)) - 1;
}

}  // namespace keywright::random_proof
