#include "plan/key_language.hpp"

#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace keywright::plan {
namespace {

model::FieldType text(std::vector<model::CharRange> ranges, std::int64_t least, std::int64_t most) {
  model::FieldType type;
  if (!ranges.empty()) type.charset = model::Charset{"", std::move(ranges), {}};
  type.min = model::Located<std::int64_t>{least, {}, {}};
  if (most >= 0) type.max = model::Located<std::int64_t>{most, {}, {}};
  return type;
}

model::FieldType of_kind(model::TypeKind kind) {
  model::FieldType type;
  type.kind = kind;
  return type;
}

TEST(KeyLanguage, ALiteralIsItself) {
  const auto language = KeyLanguage::literal("METADATA");
  EXPECT_TRUE(language.contains("METADATA"));
  EXPECT_FALSE(language.contains("METADAT"));
  EXPECT_FALSE(language.contains("METADATAX"));
}

TEST(KeyLanguage, AComponentIsEncoded) {
  const auto language = KeyLanguage::component(text({}, 0, -1));
  EXPECT_TRUE(language.contains(""));
  EXPECT_TRUE(language.contains("a%23b"));
  EXPECT_FALSE(language.contains("a#b"));
  EXPECT_FALSE(language.contains("a%2"));
  EXPECT_FALSE(language.contains("a%26b"));  // '&' is not escaped
  EXPECT_FALSE(language.contains("a%2eb"));
}

TEST(KeyLanguage, CharactersAreCountedAndNotBytes) {
  const auto language = KeyLanguage::component(text({{0xe4, 0xe4}, {0x20ac, 0x20ac}}, 2, 3));
  EXPECT_TRUE(language.contains("\xc3\xa4\xe2\x82\xac"));
  EXPECT_FALSE(language.contains("\xc3\xa4"));
  EXPECT_TRUE(language.contains("\xc3\xa4\xc3\xa4\xc3\xa4"));
  EXPECT_FALSE(language.contains("\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4"));
}

TEST(KeyLanguage, EveryCharacterIsOneOfThem) {
  const auto language = KeyLanguage::native(text({}, 1, 1));
  for (const char* one : {"a", "\xc2\x80", "\xdf\xbf", "\xe0\xa0\x80", "\xed\x9f\xbf",
                          "\xee\x80\x80", "\xef\xbf\xbf", "\xf0\x90\x80\x80", "\xf4\x8f\xbf\xbf"}) {
    EXPECT_TRUE(language.contains(one));
  }
  for (const char* none :
       {"", "ab", "\x80", "\xc0\x80", "\xe0\x80\x80", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xff"}) {
    EXPECT_FALSE(language.contains(none));
  }
}

TEST(KeyLanguage, TypesHaveTheirShapes) {
  EXPECT_TRUE(KeyLanguage::component(of_kind(model::TypeKind::timestamp))
                  .contains("2026-01-02T03:04:05.678Z"));
  EXPECT_FALSE(
      KeyLanguage::component(of_kind(model::TypeKind::timestamp)).contains("2026-01-02T03:04:05Z"));
  EXPECT_TRUE(KeyLanguage::component(of_kind(model::TypeKind::ulid))
                  .contains("01ARZ3NDEKTSV4RRFFQ69G5FAV"));
  EXPECT_FALSE(KeyLanguage::component(of_kind(model::TypeKind::ulid))
                   .contains("81ARZ3NDEKTSV4RRFFQ69G5FAV"));
}

TEST(KeyLanguage, DifferentLiteralsHaveNothingInCommon) {
  EXPECT_FALSE(common_text(KeyLanguage::literal("REPORT"), KeyLanguage::literal("METADATA")));
  EXPECT_EQ(common_text(KeyLanguage::literal("REPORT"), KeyLanguage::literal("REPORT")), "REPORT");
}

TEST(KeyLanguage, AFreeComponentMayBeAnothersLiteral) {
  auto free = KeyLanguage::literal("JOB#");
  free.append(KeyLanguage::component(text({}, 1, 20)));
  EXPECT_EQ(common_text(free, KeyLanguage::literal("JOB#SUMMARY")), "JOB#SUMMARY");
  EXPECT_FALSE(common_text(free, KeyLanguage::literal("JOB#A#B")));  // '#' is escaped
  EXPECT_EQ(common_text(free, KeyLanguage::prefix("JOB#1")), "JOB#1");
}

TEST(KeyLanguage, TheWitnessIsReadable) {
  auto free = KeyLanguage::literal("X#");
  free.append(KeyLanguage::component(text({}, 2, 20)));
  EXPECT_EQ(common_text(free, KeyLanguage::any()), "X#aa");
}

TEST(KeyLanguage, LengthsTellKeysApart) {
  const auto short_hash = KeyLanguage::component(text({{'0', '9'}, {'a', 'f'}}, 16, 16));
  const auto long_hash = KeyLanguage::component(text({{'0', '9'}, {'a', 'f'}}, 64, 64));
  EXPECT_FALSE(common_text(short_hash, long_hash));
}

// The range automaton against plain comparison of texts.
TEST(KeyLanguage, BetweenIsByteOrder) {
  std::mt19937 random(7);
  const std::string alphabet("#$%A\x7f\xff", 6);
  const auto any_text = [&] {
    std::string result(random() % 4, ' ');
    for (char& c : result) c = alphabet[random() % alphabet.size()];
    return result;
  };
  for (int round = 0; round < 3000; ++round) {
    const auto lower = any_text();
    const auto upper = any_text();
    const auto probe = any_text();
    const bool expected = lower <= probe && probe <= upper;
    EXPECT_EQ(KeyLanguage::between(lower, upper).contains(probe), expected)
        << lower << " | " << probe << " | " << upper;
    EXPECT_EQ(KeyLanguage::between(lower, std::nullopt).contains(probe), lower <= probe);
  }
}

TEST(AfterPrefix, IsTheNextTextBehindAllWithIt) {
  EXPECT_EQ(after_prefix("FINDING#"), "FINDING$");
  EXPECT_EQ(after_prefix("a\xff"), "b");
  EXPECT_EQ(after_prefix("\xff"), "");
  EXPECT_EQ(after_prefix(""), "");
}

}  // namespace
}  // namespace keywright::plan
