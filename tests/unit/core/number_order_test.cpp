// Comparison, and the bytes that order as numbers do.

#include "core/ordered_number.hpp"
#include <keywright/number.hpp>

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace keywright {
namespace {

std::string ordered(std::string_view text) {
  std::string bytes;
  Number::parse(text).value().append_ordered(bytes);
  return bytes;
}

std::string bytes(std::initializer_list<int> values) {
  std::string out;
  for (const int value : values) out.push_back(static_cast<char>(value));
  return out;
}

const std::vector<std::string>& ascending() {
  static const std::vector<std::string> numbers{
      "-9.9999999999999999999999999999999999999e125",
      "-1e125",
      "-1e124",
      "-1234.56",
      "-1234.5",
      "-1234",
      "-100",
      "-99.9",
      "-10",
      "-9.99",
      "-9",
      "-1.01",
      "-1.001",
      "-1",
      "-0.99",
      "-0.5",
      "-0.1",
      "-0.01",
      "-1e-130",
      "0",
      "1e-130",
      "1.00000000000000000000000000001e-130",
      "2e-130",
      "1e-129",
      "1e-128",
      "0.01",
      "0.0100000001",
      "0.1",
      "0.5",
      "0.99",
      "1",
      "1.0000000000000000000000000000000000001",
      "1.001",
      "1.01",
      "9",
      "9.99",
      "10",
      "10.01",
      "99",
      "99.9",
      "100",
      "101",
      "1234",
      "1234.5",
      "1234.56",
      "12345678901234567890123456789012345678",
      "1e124",
      "1e125",
      "9.9999999999999999999999999999999999999e125",
  };
  return numbers;
}

TEST(NumberOrder, ComparesByValue) {
  std::vector<Number> numbers;
  for (const auto& text : ascending()) numbers.push_back(Number::parse(text).value());
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    for (std::size_t j = 0; j < numbers.size(); ++j) {
      EXPECT_EQ(numbers[i] <=> numbers[j], i <=> j) << ascending()[i] << " and " << ascending()[j];
      EXPECT_EQ(numbers[i] == numbers[j], i == j) << ascending()[i] << " and " << ascending()[j];
    }
  }
  EXPECT_EQ(Number::parse("100"), Number::parse("1e2"));
  EXPECT_EQ(Number::parse("100"), Number::parse("100.00"));
}

TEST(OrderedNumber, HasTheDocumentedBytes) {
  EXPECT_EQ(ordered("0"), bytes({0x80, 0x00}));
  EXPECT_EQ(ordered("1"), bytes({0xc1, 0x02}));           // 0.01 * 100^1
  EXPECT_EQ(ordered("-1"), bytes({0x3e, 0xfd}));          // complemented
  EXPECT_EQ(ordered("100"), bytes({0xc2, 0x02}));         // 0.01 * 100^2
  EXPECT_EQ(ordered("12.5"), bytes({0xc1, 0x19, 0x64}));  // 12 and more, 50 and no more
  EXPECT_EQ(ordered("1e-130"), bytes({0x80, 0x02}));
  EXPECT_EQ(ordered("99e124"), bytes({0xff, 0xc6}));
  EXPECT_EQ(ordered("-99e124"), bytes({0x00, 0x39}));
}

TEST(OrderedNumber, OrdersAsTheValuesDo) {
  for (std::size_t i = 1; i < ascending().size(); ++i) {
    EXPECT_LT(ordered(ascending()[i - 1]), ordered(ascending()[i]))
        << ascending()[i - 1] << " and " << ascending()[i];
  }
}

TEST(OrderedNumber, ReadsBack) {
  for (const auto& text : ascending()) {
    const Number number = Number::parse(text).value();
    const std::string encoded = ordered(text);
    EXPECT_EQ(Number::from_ordered(encoded), number) << text;
    EXPECT_LE(encoded.size(), Number::kMaxOrderedSize) << text;
    EXPECT_EQ(ordered_number_size_in_bytes(encoded), number.size_in_bytes()) << text;
    EXPECT_TRUE(valid_ordered_number(encoded)) << text;
  }
}

TEST(OrderedNumber, DelimitsItself) {
  for (const auto& text : ascending()) {
    const std::string encoded = ordered(text);
    for (const char next : {'\x00', '\x7f', '\xff'}) {
      EXPECT_EQ(ordered_number_length(encoded + std::string(30, next)), encoded.size()) << text;
    }
  }
  EXPECT_EQ(ordered_number_length(""), 0u);
  EXPECT_EQ(ordered_number_length("\xc1"), 0u);
  EXPECT_EQ(ordered_number_length("\xc1\x03"), 0u);                        // more to come
  EXPECT_EQ(ordered_number_length("\xc1" + std::string(30, '\x03')), 0u);  // too long for any
}

TEST(OrderedNumber, TellsForgedBytes) {
  EXPECT_FALSE(valid_ordered_number(""));
  EXPECT_FALSE(valid_ordered_number("\xc1"));
  EXPECT_FALSE(valid_ordered_number(bytes({0xc1, 0x03})));        // cut
  EXPECT_FALSE(valid_ordered_number(bytes({0xc1, 0x02, 0x02})));  // left over
  EXPECT_FALSE(valid_ordered_number(bytes({0xc1, 0x00})));        // last digit zero
  EXPECT_FALSE(valid_ordered_number(bytes({0xc1, 0x01, 0x02})));  // first digit zero
  EXPECT_FALSE(valid_ordered_number(bytes({0xc1, 0xc8})));        // digit 100
  EXPECT_FALSE(valid_ordered_number(bytes({0x80, 0x00, 0x00})));  // after zero
  std::string long_one = "\xc1" + std::string(19, '\x15');        // 10 10 10 ...
  EXPECT_FALSE(valid_ordered_number(long_one + bytes({0x16})));   // 40 digits
  EXPECT_TRUE(valid_ordered_number("\xc1" + std::string(18, '\x15') + bytes({0x16})));
}

}  // namespace
}  // namespace keywright
