#pragma once
// Random numbers as texts, in every spelling the grammar allows, close enough to one another and to
// the limits that the interesting cases come up.

#include <keywright/number.hpp>

#include <string>
#include <vector>

#include <rapidcheck.h>

namespace keywright::generators {

/// 1 to 38 digits, neither the first nor the last of them zero, often long runs of 9 or 0 inside.
inline rc::Gen<std::string> significant_digits() {
  return rc::gen::exec([] {
    const int count = *rc::gen::weightedOneOf<int>(
        {{3, rc::gen::inRange(1, 8)}, {2, rc::gen::inRange(1, 39)}, {1, rc::gen::inRange(36, 39)}});
    const auto digit = rc::gen::weightedOneOf<char>({{4, rc::gen::inRange('0', char('9' + 1))},
                                                     {1, rc::gen::just('9')},
                                                     {1, rc::gen::just('0')}});
    auto digits = *rc::gen::container<std::string>(static_cast<std::size_t>(count), digit);
    if (digits.front() == '0') digits.front() = '1';
    if (digits.back() == '0') digits.back() = '1';
    return digits;
  });
}

/// Exponent of the first digit.
inline rc::Gen<int> adjusted_exponent() {
  return rc::gen::weightedOneOf<int>({{6, rc::gen::inRange(-5, 12)},
                                      {2, rc::gen::inRange(-40, 41)},
                                      {1, rc::gen::inRange(-130, 126)},
                                      {1, rc::gen::inRange(-130, -125)},
                                      {1, rc::gen::inRange(122, 126)}});
}

/// `digits` with the first standing for 10^adjusted, as an integer times a power of ten.
inline std::string spelled(const std::string& digits, int adjusted, bool negative) {
  return (negative ? "-" : "") + digits + "e" +
         std::to_string(adjusted - static_cast<int>(digits.size()) + 1);
}

/// The text of a number that DynamoDB takes, now and then zero.
inline rc::Gen<std::string> number_text() {
  return rc::gen::exec([]() -> std::string {
    if (*rc::gen::inRange(0, 20) == 0) return "0";
    return spelled(*significant_digits(), *adjusted_exponent(), *rc::gen::arbitrary<bool>());
  });
}

inline rc::Gen<Number> number() {
  return rc::gen::map(number_text(),
                      [](const std::string& text) { return Number::parse(text).value(); });
}

/// The same value written another way: zeros around it, a point somewhere in it.
inline rc::Gen<std::string> respelled(const std::string& digits, int adjusted, bool negative) {
  return rc::gen::exec([=] {
    const auto zeros = [] { return std::string(*rc::gen::inRange<std::size_t>(0, 4), '0'); };
    const std::string lead = zeros();
    const std::string all = lead + digits + zeros();
    const auto point = *rc::gen::inRange<std::size_t>(0, all.size() + 1);
    const int exponent = adjusted - static_cast<int>(point) + static_cast<int>(lead.size()) + 1;
    std::string text = negative ? "-" : *rc::gen::element<std::string>("", "+");
    text += all.substr(0, point);
    if (point != all.size() || *rc::gen::arbitrary<bool>()) text += "." + all.substr(point);
    if (exponent != 0 || *rc::gen::arbitrary<bool>()) {
      text += *rc::gen::element<std::string>("e", "E");
      text +=
          (exponent >= 0 ? *rc::gen::element<std::string>("", "+") : "") + std::to_string(exponent);
    }
    return text;
  });
}

}  // namespace keywright::generators
