#include "remote/http_date.hpp"

#include <gtest/gtest.h>

namespace keywright::remote {
namespace {

TEST(HttpDate, ReadsTheFormOfToday) {
  // RFC 9110's own example, by the seconds since the epoch.
  EXPECT_EQ(parse_http_date("Sun, 06 Nov 1994 08:49:37 GMT"),
            TimePoint(std::chrono::seconds(784111777)));
  EXPECT_EQ(parse_http_date("Thu, 29 Feb 2024 00:00:00 GMT"),
            TimePoint(std::chrono::seconds(1709164800)));
}

TEST(HttpDate, ReadsNothingElse) {
  for (const auto* text : {"", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
                           "Sun, 06 Nov 1994 08:49:37 CET", "Sun, 06 ovD 1994 08:49:37 GMT",
                           "Thu, 29 Feb 2023 00:00:00 GMT", "Sun, 06 Nov 1994 24:49:37 GMT",
                           "Sun, 0x Nov 1994 08:49:37 GMT"}) {
    EXPECT_EQ(parse_http_date(text), std::nullopt) << text;
  }
}

}  // namespace
}  // namespace keywright::remote
