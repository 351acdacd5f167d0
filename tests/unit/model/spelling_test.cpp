#include "model/spelling.hpp"

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
  EXPECT_EQ(join_names({"a"}), "a");
  EXPECT_EQ(join_names({"a", "b"}, "or"), "a or b");
  EXPECT_EQ(join_names({"a", "b", "c"}), "a, b and c");
}

}  // namespace
}  // namespace keywright::model
