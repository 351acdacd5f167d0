#include "core/hash.hpp"

#include <gtest/gtest.h>

namespace keywright {
namespace {

// Stored keys and page cursors contain these values: they may never change.
TEST(StableHash, IsXxh3) {
  EXPECT_EQ(stable_hash(""), 0x2d06800538d394c2U);
  EXPECT_NE(stable_hash("a"), stable_hash("b"));
  EXPECT_EQ(stable_hash(std::string_view("a\0", 2)), stable_hash(std::string_view("a\0b", 2)));
  EXPECT_NE(stable_hash(std::string_view("a\0", 2)), stable_hash("a"));
}

}  // namespace
}  // namespace keywright
