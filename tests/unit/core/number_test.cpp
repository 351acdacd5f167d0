#include "core/errors.hpp"
#include <keywright/number.hpp>

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>

#include <gtest/gtest.h>

namespace keywright {
namespace {

std::string zeros(int count) {
  return std::string(static_cast<std::size_t>(count), '0');
}

std::string nines(int count) {
  return std::string(static_cast<std::size_t>(count), '9');
}

Number number(std::string_view text) {
  const auto parsed = Number::parse(text);
  EXPECT_TRUE(parsed) << text;
  return parsed.value_or(Number());
}

/// The printed form, or the name of what is wrong.
std::string outcome(std::string_view text) {
  NumberFault fault{};
  const auto parsed = Number::parse(text, &fault);
  if (parsed) return parsed->to_string();
  switch (fault) {
    case NumberFault::not_numeric:
      return "not numeric";
    case NumberFault::too_many_digits:
      return "too many digits";
    case NumberFault::overflow:
      return "overflow";
    case NumberFault::underflow:
      return "underflow";
  }
  return "?";
}

TEST(NumberParse, AcceptsWhatDynamoDbAccepts) {
  const std::pair<const char*, const char*> cases[] = {
      {"0", "0"},       {"-0", "0"},      {"+0", "0"},       {"0.000", "0"},      {"5", "5"},
      {"+5", "5"},      {"-5", "-5"},     {"001", "1"},      {".5", "0.5"},       {"-.5", "-0.5"},
      {"5.", "5"},      {"1.500", "1.5"}, {"100", "100"},    {"100.0", "100"},    {"1e2", "100"},
      {"1E2", "100"},   {"1e+2", "100"},  {"150e-2", "1.5"}, {"0.0015e3", "1.5"}, {"1e-3", "0.001"},
      {"12e000", "12"}, {"1.5e2", "150"}, {"00042", "42"},   {"0e5", "0"},
  };
  for (const auto& [text, printed] : cases) EXPECT_EQ(outcome(text), printed) << text;
}

TEST(NumberParse, RejectsWhatIsNoNumber) {
  for (const char* text :
       {"",         "+",         "-",     ".",    "-.",  "e2",  "+e2",   ".e2",     "1e",  "1e+",
        "1e-",      "1e2.5",     "1.2.3", "1+2",  "--1", "+-1", " 1",    "1 ",      "1 2", "NaN",
        "Infinity", "-Infinity", "inf",   "0x10", "1f",  "1,5", "1_000", "\xd9\xa1"}) {
    EXPECT_EQ(outcome(text), "not numeric") << text;
  }
  EXPECT_EQ(outcome(std::string_view("1\0", 2)), "not numeric");
}

TEST(NumberParse, CountsSignificantDigitsWithoutZerosAtTheEnds) {
  EXPECT_EQ(outcome(nines(38)), nines(38));
  EXPECT_EQ(outcome(nines(39)), "too many digits");
  EXPECT_EQ(outcome(nines(38) + zeros(80)), nines(38) + zeros(80));
  EXPECT_EQ(outcome("0." + zeros(80) + nines(38)), "0." + zeros(80) + nines(38));
  EXPECT_EQ(outcome("0." + zeros(80) + nines(38) + zeros(10)), "0." + zeros(80) + nines(38));
  EXPECT_EQ(outcome(zeros(200) + "7"), "7");
  EXPECT_EQ(outcome("1" + zeros(37) + "1"), "too many digits");
  EXPECT_EQ(outcome("1" + zeros(36) + "1"), "1" + zeros(36) + "1");
  EXPECT_EQ(outcome("1" + zeros(60) + ".5"), "too many digits");
  EXPECT_EQ(outcome("1." + zeros(60)), "1");
}

TEST(NumberParse, EndsAtTheLimitsOfMagnitude) {
  EXPECT_EQ(outcome("1e125"), "1" + zeros(125));
  EXPECT_EQ(outcome("9.9999999999999999999999999999999999999E+125"), nines(38) + zeros(88));
  EXPECT_EQ(outcome("1e126"), "overflow");
  EXPECT_EQ(outcome("-1e126"), "overflow");
  EXPECT_EQ(outcome("10e125"), "overflow");
  EXPECT_EQ(outcome("0.1e126"), "1" + zeros(125));
  EXPECT_EQ(outcome("1" + zeros(126)), "overflow");
  EXPECT_EQ(outcome("1e-130"), "0." + zeros(129) + "1");
  EXPECT_EQ(outcome("-1e-130"), "-0." + zeros(129) + "1");
  EXPECT_EQ(outcome("1e-131"), "underflow");
  EXPECT_EQ(outcome("0.1e-130"), "underflow");
  EXPECT_EQ(outcome("10e-131"), "0." + zeros(129) + "1");
  EXPECT_EQ(outcome("1.5e-130"), "0." + zeros(129) + "15");
  EXPECT_EQ(outcome("1e99999999999999999999999"), "overflow");
  EXPECT_EQ(outcome("1e-99999999999999999999999"), "underflow");
  EXPECT_EQ(outcome("0." + zeros(999) + "1e1000"), "1");
}

TEST(NumberParse, RefusesEvenZeroWithAnExponentOutOfRange) {
  EXPECT_EQ(outcome("0e125"), "0");
  EXPECT_EQ(outcome("0e126"), "overflow");
  EXPECT_EQ(outcome("0e-130"), "0");
  EXPECT_EQ(outcome("0e-131"), "underflow");
  EXPECT_EQ(outcome("0." + zeros(200)), "0");
}

TEST(NumberParse, FaultsHaveDynamoDbsTexts) {
  EXPECT_EQ(errors::number_message(NumberFault::too_many_digits, "1"),
            "Attempting to store more than 38 significant digits in a Number");
  EXPECT_EQ(errors::number_message(NumberFault::overflow, "1e126"),
            "Number overflow. Attempting to store a number with magnitude larger than supported "
            "range");
  EXPECT_EQ(errors::number_message(NumberFault::underflow, "1e-131"),
            "Number underflow. Attempting to store a number with magnitude smaller than supported "
            "range");
  EXPECT_EQ(errors::number_message(NumberFault::not_numeric, "abc"),
            "The parameter cannot be converted to a numeric value: abc");
  EXPECT_EQ(errors::number_message(NumberFault::not_numeric),
            "The parameter cannot be converted to a numeric value");
}

TEST(NumberPrint, IsPlainDecimal) {
  EXPECT_EQ(Number().to_string(), "0");
  EXPECT_EQ(number("-12.345").to_string(), "-12.345");
  EXPECT_EQ(number("12345e-2").to_string(), "123.45");
  EXPECT_EQ(number("12345e-5").to_string(), "0.12345");
  EXPECT_EQ(number("12345e-7").to_string(), "0.0012345");
  EXPECT_EQ(number("1e125").to_string().size(), 126u);
  std::string out = "N:";
  number("-1.5").append_to(out);
  EXPECT_EQ(out, "N:-1.5");
}

TEST(NumberInteger, ReadsBuiltInTypes) {
  EXPECT_EQ(Number(0).to_string(), "0");
  EXPECT_EQ(Number(1'000'000).to_string(), "1000000");
  EXPECT_EQ(Number(std::int8_t{-128}).to_string(), "-128");
  EXPECT_EQ(Number(std::numeric_limits<std::int64_t>::min()).to_string(), "-9223372036854775808");
  EXPECT_EQ(Number(std::numeric_limits<std::int64_t>::max()).to_string(), "9223372036854775807");
  EXPECT_EQ(Number(std::numeric_limits<std::uint64_t>::max()).to_string(), "18446744073709551615");
  EXPECT_EQ(Number(10'000'000'000'000'000'000U), number("1e19"));
  static_assert(Number(5) == Number(5U));
}

TEST(NumberInteger, ConvertsBackWithinTheTypesRange) {
  EXPECT_EQ(number("-9223372036854775808").to_int64(), std::numeric_limits<std::int64_t>::min());
  EXPECT_EQ(number("9223372036854775807").to_int64(), std::numeric_limits<std::int64_t>::max());
  EXPECT_EQ(number("1e3").to_int64(), 1000);
  EXPECT_EQ(Number().to_int64(), 0);
  EXPECT_EQ(number("9223372036854775808").to_int64(), std::nullopt);
  EXPECT_EQ(number("-9223372036854775809").to_int64(), std::nullopt);
  EXPECT_EQ(number("1.5").to_int64(), std::nullopt);
  EXPECT_EQ(number("1e20").to_int64(), std::nullopt);
  EXPECT_EQ(number("1e125").to_int64(), std::nullopt);

  EXPECT_EQ(number("18446744073709551615").to_uint64(), std::numeric_limits<std::uint64_t>::max());
  EXPECT_EQ(number("18446744073709551616").to_uint64(), std::nullopt);
  EXPECT_EQ(number("99999999999999999999").to_uint64(), std::nullopt);
  EXPECT_EQ(number("-1").to_uint64(), std::nullopt);
  EXPECT_EQ(Number().to_uint64(), 0u);
}

TEST(NumberDouble, IsTheShortestDecimalAndBack) {
  EXPECT_EQ(Number::from_double(0.1)->to_string(), "0.1");
  EXPECT_EQ(Number::from_double(-2.5)->to_string(), "-2.5");
  EXPECT_EQ(Number::from_double(1e22)->to_string(), "1" + zeros(22));
  EXPECT_EQ(Number::from_double(-0.0)->to_string(), "0");
  EXPECT_EQ(Number::from_double(1e125)->to_string(), "1" + zeros(125));
  EXPECT_FALSE(Number::from_double(1e126));
  EXPECT_FALSE(Number::from_double(1e-131));
  EXPECT_FALSE(Number::from_double(std::numeric_limits<double>::quiet_NaN()));
  EXPECT_FALSE(Number::from_double(std::numeric_limits<double>::infinity()));
  EXPECT_EQ(number("0.1").to_double(), 0.1);
  EXPECT_EQ(number("-123456789.125").to_double(), -123456789.125);
  EXPECT_EQ(number("1e-130").to_double(), 1e-130);
  EXPECT_EQ(Number().to_double(), 0.0);
  EXPECT_FALSE(std::signbit(Number().to_double()));
}

std::string sum(std::string_view a, std::string_view b) {
  NumberFault fault{};
  const auto result = Number::add(number(a), number(b), &fault);
  if (result) return result->to_string();
  return fault == NumberFault::overflow ? "overflow" : "underflow";
}

TEST(NumberArithmetic, IsExactDecimal) {
  EXPECT_EQ(sum("0.1", "0.2"), "0.3");
  EXPECT_EQ(sum("5", "-5"), "0");
  EXPECT_EQ(sum("0", "-1.5"), "-1.5");
  EXPECT_EQ(sum("-1.5", "0"), "-1.5");
  EXPECT_EQ(sum("999", "1"), "1000");
  EXPECT_EQ(sum("1", "-1000"), "-999");
  EXPECT_EQ(sum("1e20", "1e-17"), "1" + zeros(20) + "." + zeros(16) + "1");
  EXPECT_EQ(sum(nines(38), "1"), "1" + zeros(38));
  EXPECT_EQ(sum("-" + nines(38), "-1"), "-1" + zeros(38));
  EXPECT_EQ(Number::subtract(number("1"), number("0.9"))->to_string(), "0.1");
  EXPECT_EQ(Number::subtract(number("1"), number("2"))->to_string(), "-1");
}

TEST(NumberArithmetic, OverflowsBeyondThirtyEightDigits) {
  EXPECT_EQ(sum("1e50", "1"), "overflow");
  EXPECT_EQ(sum("1e125", "1e-130"), "overflow");
  EXPECT_EQ(sum("1e38", "1"), "overflow");
  EXPECT_EQ(sum("1e38", "-1"), nines(38));
  EXPECT_EQ(sum(nines(38), "0.1"), "overflow");
  EXPECT_EQ(sum(nines(38), "2"), "overflow");
  // Digits cancel at the front: 39 aligned digits come down to 38, or do not.
  EXPECT_EQ(sum("1.5e38", "-" + nines(37) + "1"), "5" + zeros(36) + "9");
  EXPECT_EQ(sum("1.9e38", "-" + nines(37) + "1"), "9" + zeros(36) + "9");
  EXPECT_EQ(sum("2e38", "-" + nines(37) + "1"), "overflow");
}

TEST(NumberArithmetic, EndsAtTheLimitsOfMagnitude) {
  const std::string largest = nines(38) + zeros(88);
  EXPECT_EQ(sum(largest, "1e125"), "overflow");
  EXPECT_EQ(sum(largest, "1e88"), "overflow");
  EXPECT_EQ(sum("9e125", "9e124"), "99" + zeros(124));
  EXPECT_EQ(sum("1.1e-130", "-1e-130"), "underflow");
  EXPECT_EQ(sum("2e-130", "-1e-130"), "0." + zeros(129) + "1");
}

TEST(NumberSize, IsWhatDynamoDbAccounts) {
  const std::pair<const char*, std::size_t> cases[] = {
      {"0", 1},
      {"1", 2},
      {"27", 2},
      {"-27", 3},
      {"461", 3},
      {"1786461547", 6},
      {"1E100", 2},
      {"1E125", 2},
      {"1e-130", 2},
      {"-1e-130", 3},
      {"100", 2},
      {"12300", 3},
      {"0.001", 2},
      {"0.0123", 3},
      {"1.5", 3},
      {"12.5", 3},
      {"123.5", 4},
      {"12.345", 4},
      {"-12.345", 5},
      {"123.456", 5},
      {"12345678901234567890123456789012345678", 20},
      {"-12345678901234567890123456789012345678", 21},
      {"1234567890123456789.0123456789012345678", 21},
      {"-1234567890123456789.0123456789012345678", 21},
  };
  for (const auto& [text, size] : cases) EXPECT_EQ(number(text).size_in_bytes(), size) << text;
}

}  // namespace
}  // namespace keywright
