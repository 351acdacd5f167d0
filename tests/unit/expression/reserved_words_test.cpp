#include "expression/reserved_words.hpp"

#include <string>

#include <gtest/gtest.h>

namespace keywright::expression {
namespace {

TEST(ReservedWords, AreAwsList) {
  EXPECT_EQ(reserved_words().size(), 573U);
  EXPECT_EQ(reserved_words().front(), "ABORT");
  EXPECT_EQ(reserved_words().back(), "ZONE");
}

TEST(ReservedWords, AreFoundInAnyCase) {
  for (const auto word : reserved_words()) {
    std::string lower(word);
    for (char& c : lower) c = static_cast<char>(c - 'A' + 'a');
    EXPECT_TRUE(is_reserved(word)) << word;
    EXPECT_TRUE(is_reserved(lower)) << lower;
    EXPECT_FALSE(is_reserved(lower + "_")) << lower;
  }
  EXPECT_TRUE(is_reserved("StAtUs"));
}

TEST(ReservedWords, OtherNamesAreFree) {
  for (const auto* name : {"", "a", "pk", "sk", "id", "email", "created_at", "remove", "zoned",
                           "averyveryverylongattributename", "\xC3\xA4", "_", "9"}) {
    EXPECT_FALSE(is_reserved(name)) << name;
  }
}

}  // namespace
}  // namespace keywright::expression
