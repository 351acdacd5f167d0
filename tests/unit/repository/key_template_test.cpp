#include <keywright/key_template.hpp>

#include <cstdint>
#include <limits>
#include <string>

#include <gtest/gtest.h>

namespace keywright {
namespace {

enum class Colour : std::uint8_t { red, dark_blue, hash_tag };
constexpr std::string_view kColourNames[] = {"red", "dark-blue", "#tag"};
constexpr std::span<const std::string_view> names_of(Colour) {
  return kColourNames;
}

std::string text_of(const KeyValue& key) {
  return key.has_error() ? "error: " + key.error().message : std::string(key.bytes());
}

TEST(KeyTemplate, ReadsAsOneWouldWriteItByHand) {
  constexpr PartitionTemplate pk{"Job", "pk", "JOB#{job_id}"};
  EXPECT_EQ(text_of(pk(*Ulid::parse("01ARZ3NDEKTSV4RRFFQ69G5FAV"))),
            "JOB#01ARZ3NDEKTSV4RRFFQ69G5FAV");
  EXPECT_EQ(pk(Ulid()).attribute(), "pk");
  constexpr SortTemplate constant{"Job", "sk", "METADATA"};
  EXPECT_EQ(text_of(constant()), "METADATA");
}

TEST(KeyTemplate, EncodesEachTypeOfComponent) {
  constexpr SortTemplate one{"T", "sk", "{x}"};
  EXPECT_EQ(text_of(one("Abc-é")), "Abc-é");
  EXPECT_EQ(text_of(one(std::string("x"))), "x");
  EXPECT_EQ(text_of(one(true)), "true");
  EXPECT_EQ(text_of(one(Colour::dark_blue)), "dark-blue");
  EXPECT_EQ(text_of(one(Colour::hash_tag)), "%23tag");
  EXPECT_EQ(text_of(one(*Uuid::parse("f81d4fae-7dec-41d0-a765-00a0c91e6bf6"))),
            "f81d4fae-7dec-41d0-a765-00a0c91e6bf6");
  EXPECT_EQ(text_of(one(*parse_timestamp("2026-01-02T03:04:05.678Z"))), "2026-01-02T03:04:05.678Z");
  EXPECT_EQ(text_of(one(*parse_date("2026-01-02"))), "2026-01-02");
}

TEST(KeyTemplate, EscapesEveryByteUpToPercent) {
  constexpr SortTemplate sk{"T", "sk", "A#{x}#B#{y}"};
  EXPECT_EQ(text_of(sk("a#b", "50% off!")), "A#a%23b#B#50%25%20off%21");
  EXPECT_EQ(text_of(sk(std::string_view("\0\x1f", 2), "$\"&")), "A#%00%1F#B#%24%22&");
}

TEST(KeyTemplate, PadsIntegersToTheirLimits) {
  constexpr SortTemplate order{"T", "sk", "{n:0..9999}"};
  EXPECT_EQ(text_of(order(7)), "0007");
  EXPECT_EQ(text_of(order(9999)), "9999");
  constexpr SortTemplate shifted{"T", "sk", "{n:-50..49}"};
  EXPECT_EQ(text_of(shifted(-50)), "00");
  EXPECT_EQ(text_of(shifted(-1)), "49");
  EXPECT_EQ(text_of(shifted(49)), "99");
  constexpr SortTemplate all{"T", "sk", "{n}"};
  EXPECT_EQ(text_of(all(std::numeric_limits<std::int64_t>::min())), "00000000000000000000");
  EXPECT_EQ(text_of(all(0)), "09223372036854775808");
  EXPECT_EQ(text_of(all(std::numeric_limits<std::int64_t>::max())), "18446744073709551615");
  EXPECT_EQ(text_of(all(EpochSeconds(std::chrono::seconds(5)))), "09223372036854775813");
}

TEST(KeyTemplate, RefusesAnIntegerOutsideItsLimits) {
  constexpr SortTemplate order{"Order", "sk", "ORDER#{number:1..999}"};
  EXPECT_EQ(text_of(order(1000)),
            "error: Order.number is 1000, outside its limits 1 to 999 (key sk is "
            "\"ORDER#{number:1..999}\")");
  EXPECT_TRUE(order(0).has_error());
  EXPECT_EQ(order(0).error().code, ErrorCode::validation);
}

TEST(KeyTemplate, NamesEntityAndFieldOfAnEmptyComponent) {
  constexpr PartitionTemplate pk{"RawFetch", "pk", "FETCH#{url_hash}"};
  EXPECT_EQ(text_of(pk("")),
            "error: RawFetch.url_hash is empty, and a part of a key cannot be (key pk is "
            "\"FETCH#{url_hash}\")");
}

TEST(KeyTemplate, AcceptsAnEmptyBeginningOfAText) {
  constexpr SortTemplate prefix{"T", "sk", "NAME#{name*}"};
  EXPECT_EQ(text_of(prefix("")), "NAME#");
  EXPECT_EQ(text_of(prefix("a b")), "NAME#a%20b");
}

TEST(KeyTemplate, RefusesValuesThatNoTypeHas) {
  constexpr SortTemplate one{"Car", "sk", "{colour}"};
  EXPECT_EQ(one(static_cast<Colour>(9)).error().code, ErrorCode::validation);
  EXPECT_EQ(one(Timestamp::max()).error().code, ErrorCode::validation);
  EXPECT_EQ(one(Date::max()).error().code, ErrorCode::validation);
}

TEST(KeyTemplate, LimitsPartitionKeysTo2048AndSortKeysTo1024Bytes) {
  constexpr PartitionTemplate pk{"Page", "pk", "URL#{url}"};
  EXPECT_FALSE(pk(std::string(2044, 'x')).has_error());
  EXPECT_EQ(text_of(pk(std::string(2045, 'x'))),
            "error: Page: key pk of \"URL#{url}\" has 2049 bytes; it can have at most 2048");
  constexpr SortTemplate sk{"Page", "sk", "URL#{url}"};
  EXPECT_EQ(sk(std::string(1020, 'x')).bytes().size(), 1024U);
  EXPECT_FALSE(sk(std::string(1020, 'x')).has_error());
  EXPECT_TRUE(sk(std::string(1021, 'x')).has_error());
  EXPECT_TRUE(sk(std::string(400, '#')).has_error()) << "escapes count";
}

TEST(KeyTemplate, ReportsAWrongNumberOfComponents) {
  constexpr SortTemplate sk{"T", "sk", "{a}#{b}"};
  EXPECT_EQ(sk("a").error().code, ErrorCode::internal);
  EXPECT_EQ(sk("a", "b", "c").error().code, ErrorCode::internal);
}

TEST(KeyTemplate, RecognisesItsOwnKeys) {
  constexpr SortTemplate finding{"Finding", "sk", "FINDING#{finding_id}"};
  EXPECT_TRUE(finding.matches("FINDING#00ff"));
  EXPECT_TRUE(finding.matches("FINDING#a%23b"));
  for (const char* other : {"FINDING#", "FINDING", "FINDING#a#b", "FINDINGS#a", "REPORT",
                            "FINDING#a%2", "FINDING#a%zz", "FINDING#a b"}) {
    EXPECT_FALSE(finding.matches(other)) << other;
  }
  constexpr SortTemplate line{"Line", "sk", "ORDER#{order}#LINE#{line}"};
  EXPECT_TRUE(line.matches("ORDER#1#LINE#2"));
  EXPECT_FALSE(line.matches("ORDER#1"));
  constexpr SortTemplate joined{"T", "sk", "{a}-{b}"};
  EXPECT_TRUE(joined.matches("x-y-z"));
  EXPECT_FALSE(joined.matches("xyz"));
}

TEST(NativeKey, KeepsTheFieldsOwnType) {
  constexpr NativeKey device{"Reading", "device_id"};
  constexpr NativeKey at{"Reading", "at", kMaxSortKeySize};
  const auto key = make_key(device("d-1"), at(std::int64_t{1700000000}));
  ASSERT_TRUE(key);
  EXPECT_EQ(to_json(*key), R"({"at":{"N":"1700000000"},"device_id":{"S":"d-1"}})");
  EXPECT_EQ(to_json(*make_key(device(Binary("xyz")))), R"({"device_id":{"B":"eHl6"}})");
}

TEST(NativeKey, RefusesEmptyAndOverlongValues) {
  constexpr NativeKey at{"Reading", "label", kMaxSortKeySize};
  EXPECT_EQ(text_of(at("")), "error: Reading.label is empty, and the value of a key cannot be");
  EXPECT_TRUE(at(std::string(1025, 'x')).has_error());
  EXPECT_FALSE(at(std::string(1024, 'x')).has_error());
}

TEST(MakeKey, EqualsAnItemBuiltOtherwise) {
  constexpr PartitionTemplate pk{"T", "pk", "A#{x}"};
  constexpr SortTemplate sk{"T", "a_sort", "{x}"};
  const auto key = make_key(pk("1"), sk("2"));
  ASSERT_TRUE(key);
  const Item expected{{"pk", "A#1"}, {"a_sort", "2"}};
  EXPECT_EQ(*key, expected);
  EXPECT_EQ(key->size_in_bytes(), expected.size_in_bytes());
}

TEST(MakeKey, ReturnsTheErrorOfAPart) {
  constexpr PartitionTemplate pk{"T", "pk", "{x}"};
  constexpr SortTemplate sk{"T", "sk", "{y}"};
  EXPECT_EQ(make_key(pk(""), sk("")).error().message.substr(0, 4), "T.x ");
  EXPECT_EQ(make_key(pk("1"), sk("")).error().message.substr(0, 4), "T.y ");
}

TEST(KeyValue, OutgrowsItsShortForm) {
  KeyValue key("pk", AttributeType::string);
  std::string expected;
  for (int i = 0; i < 50; ++i) {
    key.append("0123456789");
    expected += "0123456789";
    EXPECT_EQ(key.bytes(), expected);
  }
  const KeyValue moved = std::move(key);
  EXPECT_EQ(moved.bytes(), expected);
}

}  // namespace
}  // namespace keywright
