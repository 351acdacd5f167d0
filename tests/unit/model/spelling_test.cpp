#include "model/spelling.hpp"

#include "model/word_case.hpp"

#include <gtest/gtest.h>

namespace keywright::model {
namespace {

TEST(Spelling, DistanceCountsTypingSlips) {
  EXPECT_EQ(edit_distance("status", "status"), 0);
  EXPECT_EQ(edit_distance("status", "stats"), 1);
  EXPECT_EQ(edit_distance("status", "sttaus"), 1);
  EXPECT_EQ(edit_distance("Status", "status"), 0.5);
  EXPECT_EQ(edit_distance("", "abc"), 3);
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3);
}

TEST(Spelling, SuggestsTheNearestName) {
  EXPECT_EQ(nearest_name("consistancy", {"condition", "consistency"}), "consistency");
  EXPECT_EQ(nearest_name("job", {"task_id", "job_id"}), "job_id");
  EXPECT_EQ(nearest_name("gsi", {"gsi1", "gsi2"}), "gsi1");
  EXPECT_EQ(nearest_name("topic", {"status", "error"}), std::nullopt);
  EXPECT_EQ(nearest_name("x", {"y", "z"}), std::nullopt);
  EXPECT_EQ(nearest_name("", {"y"}), std::nullopt);
}

TEST(Spelling, ListsTheNamesWhenNoneIsNear) {
  EXPECT_EQ(suggest("status", {"state", "staus"}), "did you mean `staus`?");
  EXPECT_EQ(suggest("topic", {"a"}), "the only one is a");
  EXPECT_EQ(suggest("topic", {"a", "b", "c"}), "use one of a, b and c");
  EXPECT_EQ(suggest("topic", {}), "");
  const std::vector<std::string_view> many(20, "abc");
  EXPECT_EQ(suggest("topic", many),
            "use one of abc, abc, abc, abc, abc, abc, abc, abc, abc, abc, abc, abc ..");
}

TEST(Spelling, JoinsNames) {
  EXPECT_EQ(listed({}), "");
  EXPECT_EQ(listed({"a"}), "a");
  EXPECT_EQ(listed({"a", "b"}), "a and b");
  EXPECT_EQ(listed({"a", "b", "c"}), "a, b and c");
  EXPECT_EQ(join({"a", "b"}, ", "), "a, b");
}

TEST(OnOneLine, ShowsControlCharacters) {
  EXPECT_EQ(on_one_line("a\nb\x1b[0mé"), "a\\x0ab\\x1b[0mé");
}

TEST(WordCase, GoesByWords) {
  EXPECT_EQ(snake_case("job_id"), "job_id");
  EXPECT_EQ(snake_case("jobId"), "job_id");
  EXPECT_EQ(snake_case("RawFetch"), "raw_fetch");
  EXPECT_EQ(snake_case("HTTPStatus"), "http_status");
  EXPECT_EQ(snake_case("Sha256Hash"), "sha256_hash");
  EXPECT_EQ(snake_case("A"), "a");
  EXPECT_EQ(snake_case("in-progress"), "in_progress");
  EXPECT_EQ(snake_case("A__B"), "a_b");
  EXPECT_EQ(pascal_case("created_at"), "CreatedAt");
  EXPECT_EQ(pascal_case("JobDebug"), "JobDebug");
  EXPECT_EQ(pascal_case("by-site.v1"), "BySiteV1");
  EXPECT_EQ(pascal_case("A__B"), "AB");
}

TEST(WordCase, NamesHaveAnArticle) {
  for (const auto* name : {"Order", "Account", "Entry", "Update", "Upload"}) {
    EXPECT_EQ(one_of(name), std::string("an ") + name);
  }
  for (const auto* name : {"Job", "User", "Unit", "Finding"}) {
    EXPECT_EQ(one_of(name), std::string("a ") + name);
  }
}

}  // namespace
}  // namespace keywright::model
