#include "core/hash.hpp"

#include <string>

#include <gtest/gtest.h>

namespace keywright {
namespace {

// Stored keys and page cursors contain these values: they may never change.
TEST(StableHash, NeverChanges) {
  EXPECT_EQ(stable_hash(""), 0x2d06800538d394c2U);  // as XXH3 documents it
  EXPECT_EQ(stable_hash("keywright"), 0x6604af386bd27285U);
  EXPECT_EQ(stable_hash(std::string(1000, 'k')), 0x308ce2f421066779U);
}

TEST(StableHash, ReadsEveryByte) {
  EXPECT_NE(stable_hash("a"), stable_hash("b"));
  EXPECT_NE(stable_hash(std::string_view("a\0", 2)), stable_hash("a"));
}

}  // namespace
}  // namespace keywright
