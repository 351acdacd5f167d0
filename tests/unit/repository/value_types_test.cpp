#include <keywright/random.hpp>
#include <keywright/timestamp.hpp>
#include <keywright/ulid.hpp>
#include <keywright/uuid.hpp>

#include <set>
#include <string>

#include <gtest/gtest.h>

namespace keywright {
namespace {

using std::chrono::milliseconds;
using namespace std::chrono_literals;

TEST(Ulid, ReadsAndWritesTheSpecificationsExample) {
  const auto id = Ulid::parse("01ARZ3NDEKTSV4RRFFQ69G5FAV");
  ASSERT_TRUE(id);
  EXPECT_EQ(id->to_string(), "01ARZ3NDEKTSV4RRFFQ69G5FAV");
  EXPECT_EQ(to_text(id->time()), "2016-07-30T23:54:10.259Z");
}

TEST(Ulid, ReadsTheLeastAndTheGreatest) {
  EXPECT_EQ(Ulid().to_string(), "00000000000000000000000000");
  const auto greatest = Ulid::parse("7ZZZZZZZZZZZZZZZZZZZZZZZZZ");
  ASSERT_TRUE(greatest);
  for (const auto byte : greatest->bytes()) EXPECT_EQ(byte, 0xFF);
}

TEST(Ulid, RefusesWhatIsNotExactlyOne) {
  for (const char* text : {"", "01ARZ3NDEKTSV4RRFFQ69G5FA", "01ARZ3NDEKTSV4RRFFQ69G5FAVV",
                           "81ARZ3NDEKTSV4RRFFQ69G5FAV", "01arz3ndektsv4rrffq69g5fav",
                           "01ARZ3NDEKTSV4RRFFQ69G5FAI", "01ARZ3NDEKTSV4RRFFQ69G5FA#"}) {
    EXPECT_FALSE(Ulid::parse(text)) << text;
  }
}

TEST(Ulid, AscendsWithinAMillisecondAndWhenTheClockGoesBack) {
  ManualClock clock(TimePoint(milliseconds(1'700'000'000'000)));
  UlidGenerator generator(clock, seeded_random(1));
  Ulid last = generator.next();
  EXPECT_EQ(last.time(), clock.now());
  for (int i = 0; i < 100; ++i) {
    if (i == 50) clock.advance(-10ms);
    const Ulid next = generator.next();
    EXPECT_LT(last, next);
    EXPECT_LT(last.to_string(), next.to_string());
    last = next;
  }
  clock.advance(1s);
  EXPECT_EQ(generator.next().time(), clock.now());
}

TEST(Uuid, ReadsAndWritesLowerCaseOnly) {
  constexpr std::string_view text = "f81d4fae-7dec-41d0-a765-00a0c91e6bf6";
  ASSERT_TRUE(Uuid::parse(text));
  EXPECT_EQ(Uuid::parse(text)->to_string(), text);
  for (const char* wrong :
       {"F81D4FAE-7DEC-41D0-A765-00A0C91E6BF6", "f81d4fae7dec41d0a76500a0c91e6bf6",
        "f81d4fae-7dec-41d0-a765-00a0c91e6bfg", "f81d4fae-7dec-41d0-a765-00a0c91e6bf",
        "f81d4fae+7dec-41d0-a765-00a0c91e6bf6"}) {
    EXPECT_FALSE(Uuid::parse(wrong)) << wrong;
  }
}

TEST(Uuid, GeneratesVersionFour) {
  const Random random = seeded_random(7);
  std::set<Uuid> seen;
  for (int i = 0; i < 100; ++i) {
    const Uuid id = Uuid::generate(random);
    EXPECT_EQ(id.to_string()[14], '4');
    EXPECT_NE(std::string_view("89ab").find(id.to_string()[19]), std::string_view::npos);
    EXPECT_TRUE(seen.insert(id).second);
  }
}

TEST(Timestamp, HasAFixedWidth) {
  const Timestamp time =
      std::chrono::sys_days(std::chrono::year(2026) / 1 / 2) + 3h + 4min + 5678ms;
  EXPECT_EQ(to_text(time), "2026-01-02T03:04:05.678Z");
  EXPECT_EQ(parse_timestamp("2026-01-02T03:04:05.678Z"), time);
  EXPECT_EQ(to_text(Timestamp(-1ms)), "1969-12-31T23:59:59.999Z");
  EXPECT_EQ(parse_timestamp("1969-12-31T23:59:59.999Z"), Timestamp(-1ms));
}

TEST(Timestamp, KnowsOnlyYearsOfFourDigits) {
  EXPECT_EQ(to_text(*parse_timestamp("0000-01-01T00:00:00.000Z")), "0000-01-01T00:00:00.000Z");
  EXPECT_EQ(to_text(*parse_timestamp("9999-12-31T23:59:59.999Z")), "9999-12-31T23:59:59.999Z");
  char text[kTimestampTextSize];
  EXPECT_FALSE(write_text(*parse_timestamp("0000-01-01T00:00:00.000Z") - 1ms, text));
  EXPECT_FALSE(write_text(*parse_timestamp("9999-12-31T23:59:59.999Z") + 1ms, text));
  EXPECT_FALSE(write_text(Timestamp::max(), text));
  EXPECT_FALSE(write_text(Timestamp::min(), text));
}

TEST(Timestamp, RefusesEveryOtherForm) {
  for (const char* text :
       {"2026-01-02T03:04:05Z", "2026-01-02T03:04:05.678+00:00", "2026-01-02 03:04:05.678Z",
        "2026-13-02T03:04:05.678Z", "2026-02-29T03:04:05.678Z", "2026-01-02T24:00:00.000Z",
        "2026-01-02T03:60:05.678Z", "2026-01-02T03:04:60.678Z", "2026-01-02t03:04:05.678z",
        "2026-01-02T03:04:05.6789Z", "+026-01-02T03:04:05.678Z"}) {
    EXPECT_FALSE(parse_timestamp(text)) << text;
  }
}

TEST(Date, HasAFixedWidthAndExists) {
  const Date date = std::chrono::year(2028) / 2 / 29;
  EXPECT_EQ(to_text(date), "2028-02-29");
  EXPECT_EQ(parse_date("2028-02-29"), date);
  EXPECT_FALSE(parse_date("2027-02-29"));
  EXPECT_FALSE(parse_date("2027-00-10"));
  EXPECT_FALSE(parse_date("2027-1-10"));
}

TEST(SeededRandom, RepeatsItself) {
  const Random a = seeded_random(3);
  const Random b = seeded_random(3);
  for (int i = 0; i < 10; ++i) EXPECT_EQ(a(), b());
}

}  // namespace
}  // namespace keywright
