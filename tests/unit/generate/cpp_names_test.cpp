#include "generate/cpp_names.hpp"

#include <gtest/gtest.h>

namespace keywright::generate {
namespace {

TEST(Names, ChangeTheirCase) {
  EXPECT_EQ(snake_case("RawFetch"), "raw_fetch");
  EXPECT_EQ(snake_case("URLMap"), "url_map");
  EXPECT_EQ(snake_case("A"), "a");
  EXPECT_EQ(snake_case("already_snake"), "already_snake");
  EXPECT_EQ(snake_case("Sha256Hash"), "sha256_hash");
  EXPECT_EQ(pascal_case("created_at"), "CreatedAt");
  EXPECT_EQ(pascal_case("JobDebug"), "JobDebug");
  EXPECT_EQ(pascal_case("by-site.v1"), "BySiteV1");
}

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
