#include "check/text.hpp"

#include "check/names.hpp"

#include <gtest/gtest.h>

namespace keywright::check {
namespace {

TEST(Text, ListsNamesAsPeopleDo) {
  EXPECT_EQ(listed({}), "");
  EXPECT_EQ(listed({"a"}), "a");
  EXPECT_EQ(listed({"a", "b"}), "a and b");
  EXPECT_EQ(listed({"a", "b", "c"}), "a, b and c");
  EXPECT_EQ(comma_separated({"a", "b"}), "a, b");
}

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

TEST(Names, AreMappedByWords) {
  EXPECT_EQ(snake_case("job_id"), "job_id");
  EXPECT_EQ(snake_case("jobId"), "job_id");
  EXPECT_EQ(snake_case("JobDebug"), "job_debug");
  EXPECT_EQ(snake_case("HTTPStatus"), "http_status");
  EXPECT_EQ(snake_case("in-progress"), "in_progress");
  EXPECT_EQ(pascal_case("raw_fetch"), "RawFetch");
  EXPECT_EQ(pascal_case("JobDebug"), "JobDebug");
  EXPECT_TRUE(is_cpp_keyword("delete"));
  EXPECT_TRUE(is_cpp_keyword("co_await"));
  EXPECT_FALSE(is_cpp_keyword("remove"));
}

}  // namespace
}  // namespace keywright::check
