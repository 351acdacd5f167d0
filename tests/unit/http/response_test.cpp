#include "http/transport.hpp"

#include <gtest/gtest.h>

namespace keywright::http {
namespace {

TEST(Response, FindsTheFirstHeaderOfANameWhateverItsCase) {
  Response response;
  response.headers = {{"Content-Type", "a"}, {"X-Amz-Crc32", "1"}, {"x-amz-crc32", "2"}};
  EXPECT_EQ(response.header("x-amz-CRC32"), "1");
  EXPECT_EQ(response.header("content-type"), "a");
}

TEST(Response, HasNothingForAHeaderThatDidNotCome) {
  Response response;
  response.headers = {{"Date", "today"}};
  EXPECT_EQ(response.header("Dat"), "");
  EXPECT_EQ(response.header("Date2"), "");
}

}  // namespace
}  // namespace keywright::http
