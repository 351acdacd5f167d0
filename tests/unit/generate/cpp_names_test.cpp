#include "generate/cpp_names.hpp"

#include <gtest/gtest.h>

namespace keywright::generate {
namespace {

TEST(Names, HavePlurals) {
  EXPECT_EQ(plural("finding"), "findings");
  EXPECT_EQ(plural("raw_fetch"), "raw_fetches");
  EXPECT_EQ(plural("entry"), "entries");
  EXPECT_EQ(plural("day"), "days");
  EXPECT_EQ(plural("address"), "addresses");
  for (const auto* word : {"finding", "raw_fetch", "entry", "day", "address", "box"}) {
    EXPECT_EQ(singular(plural(word)), word);
  }
}

TEST(Names, AreNeverKeywords) {
  EXPECT_EQ(identifier("delete"), "delete_");
  EXPECT_EQ(identifier("class"), "class_");
  EXPECT_EQ(identifier("xor"), "xor_");
  EXPECT_EQ(identifier("status"), "status");
}

TEST(Names, AreNeverMacros) {
  for (const auto* word : {"errno", "stdin", "stdout", "stderr", "NULL", "EOF", "assert", "linux",
                           "unix", "i386", "major", "minor", "INT_MAX", "SIGTERM", "EINVAL"}) {
    EXPECT_EQ(identifier(word), std::string(word) + "_");
  }
  for (const auto* word : {"error", "INT", "MAX_", "null", "E", "", "SIG", "errno stdin"}) {
    EXPECT_EQ(identifier(word), word);
  }
}

TEST(UniqueNames, GivesEachNameOnce) {
  UniqueNames names;
  EXPECT_EQ(names.unique("query"), "query");
  EXPECT_EQ(names.unique("query"), "query_");
  EXPECT_EQ(names.unique("query"), "query__");
}

}  // namespace
}  // namespace keywright::generate
