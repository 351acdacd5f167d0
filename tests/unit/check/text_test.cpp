#include "check/text.hpp"

#include <gtest/gtest.h>

namespace keywright::check {
namespace {

TEST(Text, ShowsSizesInTheUnitThatFits) {
  EXPECT_EQ(bytes_text(0), "0 B");
  EXPECT_EQ(bytes_text(900.4), "900 B");
  EXPECT_EQ(bytes_text(2560), "2.5 KB");
  EXPECT_EQ(bytes_text(150 * 1024), "150 KB");
  EXPECT_EQ(bytes_text(12.0 * 1024 * 1024 * 1024), "12 GB");
}

TEST(Text, ShowsNumbersWithoutTrailingZeros) {
  EXPECT_EQ(number_text(0.6), "0.6");
  EXPECT_EQ(number_text(12), "12");
  EXPECT_EQ(number_text(1.255), "1.25");
  EXPECT_EQ(number_text(100), "100");
  EXPECT_EQ(counted(1, "item"), "1 item");
  EXPECT_EQ(counted(2.5, "item"), "2.5 items");
}

TEST(Text, QuotesKeysSoThatEveryByteIsSeen) {
  EXPECT_EQ(quoted("JOB#1"), R"("JOB#1")");
  EXPECT_EQ(quoted("a\"b\\c"), R"("a\"b\\c")");
  EXPECT_EQ(quoted(std::string_view("\0\n", 2)), R"("\x00\x0a")");
}

}  // namespace
}  // namespace keywright::check
