#include "apply/words.hpp"

#include <gtest/gtest.h>

namespace keywright::apply {
namespace {

TEST(Words, NumbersAreGrouped) {
  EXPECT_EQ(grouped(0), "0");
  EXPECT_EQ(grouped(999), "999");
  EXPECT_EQ(grouped(1000), "1,000");
  EXPECT_EQ(grouped(-123456), "-123,456");
  EXPECT_EQ(grouped(1234567890), "1,234,567,890");
  EXPECT_EQ(counted(1, "item"), "1 item");
  EXPECT_EQ(counted(2000, "item"), "2,000 items");
}

TEST(Words, SizesHaveTheUnitThatFits) {
  EXPECT_EQ(size_text(1023), "1023 B");
  EXPECT_EQ(size_text(1024), "1.0 KB");
  EXPECT_EQ(size_text(200 * 1024), "200 KB");
  EXPECT_EQ(size_text(5LL * 1024 * 1024 * 1024), "5.0 GB");
  EXPECT_EQ(size_text(5000LL * 1024 * 1024 * 1024 * 1024), "5000 TB");
}

TEST(Words, KeysWithSeveralAttributesSayWhichHalfEachIsOf) {
  const std::vector<AttributeDefinition> definitions{
      {"a", AttributeType::string}, {"b", AttributeType::number}, {"c", AttributeType::binary}};
  EXPECT_EQ(key_text({{"a", KeyType::hash}, {"c", KeyType::range}}, definitions), "a (S), c (B)");
  EXPECT_EQ(
      key_text({{"a", KeyType::hash}, {"b", KeyType::hash}, {"c", KeyType::range}}, definitions),
      "a (S) HASH, b (N) HASH, c (B) RANGE");
  EXPECT_EQ(key_text({{"unknown", KeyType::hash}}, definitions), "unknown");
}

TEST(Words, Projections) {
  EXPECT_EQ(projection_text({}), "all attributes");
  EXPECT_EQ(projection_text({ProjectionType::keys_only, {}}), "keys only");
  EXPECT_EQ(projection_text({ProjectionType::include, {"a", "b"}}), "keys and a, b");
}

}  // namespace
}  // namespace keywright::apply
