// Number against Boost's decimal floating point, wide enough to be exact.

#include "core/ordered_number.hpp"
#include "number_generators.hpp"
#include <keywright/number.hpp>

#include <cmath>
#include <ios>
#include <regex>
#include <string>
#include <utility>

#include <boost/multiprecision/cpp_dec_float.hpp>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace keywright {
namespace {

using Oracle = boost::multiprecision::number<boost::multiprecision::cpp_dec_float<400>>;

Oracle oracle(const std::string& text) {
  return Oracle(text);
}

/// How many significant digits a value has, and the exponent of the first.
std::pair<int, int> extent(const Oracle& value) {
  const std::string text = Oracle(abs(value)).str(390, std::ios_base::scientific);  // d.ddd...e+dd
  const auto e = text.find('e');
  std::string digits = text.substr(0, 1) + text.substr(2, e - 2);
  digits.erase(digits.find_last_not_of('0') + 1);
  return {static_cast<int>(digits.size()), std::stoi(text.substr(e + 1))};
}

std::string ordered(const Number& number) {
  std::string bytes;
  number.append_ordered(bytes);
  return bytes;
}

RC_GTEST_PROP(NumberProperty, EverySpellingIsTheSameNumber, ()) {
  const auto digits = *generators::significant_digits();
  const auto adjusted = *generators::adjusted_exponent();
  const auto negative = *rc::gen::arbitrary<bool>();
  const std::string plain = generators::spelled(digits, adjusted, negative);
  const std::string other = *generators::respelled(digits, adjusted, negative);
  RC_LOG() << plain << " and " << other << '\n';
  const auto number = Number::parse(plain);
  RC_ASSERT(number.has_value());
  RC_ASSERT(Number::parse(other) == number);
}

RC_GTEST_PROP(NumberProperty, PrintsTheExactValuePlainly, ()) {
  const auto text = *generators::number_text();
  const auto printed = Number::parse(text).value().to_string();
  static const std::regex plain(R"(-?(0|[1-9][0-9]*)(\.[0-9]*[1-9])?)");
  RC_ASSERT(std::regex_match(printed, plain));
  RC_ASSERT(oracle(printed) == oracle(text));
  RC_ASSERT(Number::parse(printed) == Number::parse(text));
}

RC_GTEST_PROP(NumberProperty, ComparesAsTheOracle, ()) {
  const auto a = *generators::number_text();
  const auto b = *generators::number_text();
  const Number x = Number::parse(a).value();
  const Number y = Number::parse(b).value();
  const int expected = oracle(a).compare(oracle(b));
  RC_ASSERT((x <=> y) == (expected <=> 0));
  RC_ASSERT((x == y) == (expected == 0));
  RC_ASSERT((ordered(x) <=> ordered(y)) == (expected <=> 0));
}

/// The sum must be exact, or have a reason not to be there.
void check_sum(const Oracle& exact, const std::optional<Number>& sum, NumberFault fault) {
  if (sum) {
    RC_ASSERT(oracle(sum->to_string()) == exact);
    return;
  }
  const auto [digits, adjusted] = extent(exact);
  RC_LOG() << digits << " digits, first at " << adjusted << '\n';
  if (fault == NumberFault::underflow) {
    RC_ASSERT(adjusted < -130);
  } else {
    RC_ASSERT(fault == NumberFault::overflow);
    RC_ASSERT(digits > 38 || adjusted > 125);
  }
}

RC_GTEST_PROP(NumberProperty, AddsAndSubtractsExactly, ()) {
  const auto a = *generators::number_text();
  const auto b = *generators::number_text();
  const Number x = Number::parse(a).value();
  const Number y = Number::parse(b).value();
  NumberFault fault{};
  const auto sum = Number::add(x, y, &fault);
  check_sum(oracle(a) + oracle(b), sum, fault);
  const auto difference = Number::subtract(x, y, &fault);
  check_sum(oracle(a) - oracle(b), difference, fault);
  RC_ASSERT(Number::add(y, x) == sum);
  RC_CLASSIFY(sum.has_value(), "fits");
}

RC_GTEST_PROP(NumberProperty, AddsNumbersOfThirtyEightDigitsExactly, ()) {
  const auto wide = [] {
    return rc::gen::exec([] {
      const auto digits = *generators::significant_digits();
      const auto adjusted = *rc::gen::inRange(34, 40);
      return generators::spelled(digits, adjusted, *rc::gen::arbitrary<bool>());
    });
  };
  const auto a = *wide();
  const auto b = *wide();
  NumberFault fault{};
  const auto sum = Number::add(Number::parse(a).value(), Number::parse(b).value(), &fault);
  check_sum(oracle(a) + oracle(b), sum, fault);
}

RC_GTEST_PROP(NumberProperty, OrderedBytesReadBack, ()) {
  const auto number = *generators::number();
  const std::string bytes = ordered(number);
  RC_ASSERT(Number::from_ordered(bytes) == number);
  RC_ASSERT(bytes.size() >= 2u);
  RC_ASSERT(bytes.size() <= Number::kMaxOrderedSize);
  RC_ASSERT(valid_ordered_number(bytes));
  RC_ASSERT(ordered_number_size_in_bytes(bytes) == number.size_in_bytes());
}

RC_GTEST_PROP(NumberProperty, OrderedBytesMayBeFollowedByAnything, ()) {
  const auto a = *generators::number();
  const auto b = *generators::number();
  const auto after_a = *rc::gen::arbitrary<std::string>();
  const auto after_b = *rc::gen::arbitrary<std::string>();
  RC_ASSERT(ordered_number_length(ordered(a) + after_a) == ordered(a).size());
  if (a != b) {
    RC_ASSERT((ordered(a) + after_a < ordered(b) + after_b) == (a < b));
  }
}

RC_GTEST_PROP(NumberProperty, RandomBytesAreReadOnlyIfValid, ()) {
  auto bytes = *rc::gen::container<std::string>(rc::gen::arbitrary<char>());
  if (*rc::gen::arbitrary<bool>()) {
    bytes = ordered(*generators::number());
    bytes[*rc::gen::inRange<std::size_t>(0, bytes.size())] = *rc::gen::arbitrary<char>();
  }
  if (!valid_ordered_number(bytes)) return;
  RC_ASSERT(ordered(Number::from_ordered(bytes)) == bytes);
}

/// From the printed form, as the formula is usually told.
std::size_t naive_size(std::string text) {
  const bool negative = text.front() == '-';
  if (negative) text.erase(0, 1);
  const auto point = std::min(text.find('.'), text.size());
  std::string integer = text.substr(0, point);
  std::string fraction = point == text.size() ? "" : text.substr(point + 1);
  integer.erase(0, integer.find_first_not_of('0'));
  if (fraction.empty()) integer.erase(integer.find_last_not_of('0') + 1);
  if (integer.empty()) fraction.erase(0, fraction.find_first_not_of('0'));
  const std::size_t size =
      1 + (integer.size() + 1) / 2 + (fraction.size() + 1) / 2 + (negative ? 1 : 0);
  return std::min<std::size_t>(size, 21);
}

RC_GTEST_PROP(NumberProperty, SizeFollowsThePrintedDigits, ()) {
  const auto number = *generators::number();
  RC_ASSERT(number.size_in_bytes() == naive_size(number.to_string()));
}

RC_GTEST_PROP(NumberProperty, DoublesComeBack, ()) {
  const auto mantissa = *rc::gen::arbitrary<std::int64_t>();
  const auto exponent = *rc::gen::inRange(-400, 300);
  const double value = std::ldexp(static_cast<double>(mantissa), exponent);
  const auto number = Number::from_double(value);
  const double magnitude = std::abs(value);
  RC_ASSERT(number.has_value() == (value == 0 || (magnitude >= 1e-130 && magnitude < 1e126)));
  if (number) RC_ASSERT(number->to_double() == value);
}

RC_GTEST_PROP(NumberProperty, IntegersComeBack, ()) {
  const auto value = *rc::gen::arbitrary<std::int64_t>();
  const auto unsigned_value = *rc::gen::arbitrary<std::uint64_t>();
  RC_ASSERT(Number(value).to_int64() == value);
  RC_ASSERT(Number(value).to_string() == std::to_string(value));
  RC_ASSERT(Number(value) == Number::parse(std::to_string(value)));
  RC_ASSERT(Number(unsigned_value).to_uint64() == unsigned_value);
}

/// The grammar as a regular expression, the limits by counting characters.
std::optional<NumberFault> naive_fault(const std::string& text) {
  static const std::regex grammar(
      R"([+-]?(?:([0-9]+)(?:\.([0-9]*))?|\.([0-9]+))(?:[eE]([+-]?[0-9]+))?)");
  std::smatch match;
  if (!std::regex_match(text, match, grammar)) return NumberFault::not_numeric;
  const std::string fraction = match[2].str() + match[3].str();
  std::string digits = match[1].str() + fraction;
  const int exponent = match[4].matched ? std::stoi(match[4].str()) : 0;
  int last = exponent - static_cast<int>(fraction.size());  // exponent of the last digit
  digits.erase(0, std::min(digits.find_first_not_of('0'), digits.size()));
  int first = last + static_cast<int>(digits.size()) - 1;
  if (digits.empty()) {
    if (!match[4].matched) return std::nullopt;
    first = last;
  }
  if (first > 125) return NumberFault::overflow;
  if (first < -130) return NumberFault::underflow;
  digits.erase(digits.find_last_not_of('0') + 1);
  if (digits.size() > 38) return NumberFault::too_many_digits;
  return std::nullopt;
}

RC_GTEST_PROP(NumberProperty, ParsesJustTheGrammar, ()) {
  const auto digits =
      rc::gen::element<std::string>("0", "00", "1", "9", "5", "12", "10", "9999999999999999999",
                                    "0000000000000000000", "1000000000000000000000001");
  const auto mark = rc::gen::element<std::string>(".", ".", "e", "E", "e-", "e+", "e1", "e-1",
                                                  "e12", "e-13", "e13", "+", "-", " ", "x");
  // Mostly digits, so that most texts are nearly a number.
  const auto piece = rc::gen::weightedOneOf<std::string>({{5, digits}, {1, mark}});
  const auto count = *rc::gen::inRange<std::size_t>(0, 9);
  std::string text = *rc::gen::element<std::string>("", "", "-", "+");
  for (const auto& part : *rc::gen::container<std::vector<std::string>>(count, piece)) text += part;
  text.resize(std::min<std::size_t>(text.size(), 300));
  const auto exponent_at = text.find_first_of("eE");
  if (exponent_at != std::string::npos && text.size() > exponent_at + 6)
    text.resize(exponent_at + 6);
  RC_LOG() << '"' << text << "\"\n";

  NumberFault fault{};
  const auto number = Number::parse(text, &fault);
  const auto expected = naive_fault(text);
  RC_ASSERT(number.has_value() == !expected.has_value());
  if (expected) RC_ASSERT(fault == *expected);
  RC_CLASSIFY(number.has_value(), "a number");
}

}  // namespace
}  // namespace keywright
