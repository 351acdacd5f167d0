#include "planning.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

// Patterns that no key serves, or not quite: the reasons by which they are explained.

namespace keywright::plan::testing {
namespace {

using ::testing::ElementsAre;

const Reason* reason(const Planned& planned, std::string_view pattern, Obstacle obstacle) {
  const auto* nearest = planned.pattern(pattern).nearest();
  if (nearest == nullptr) return nullptr;
  for (const auto& found : nearest->reasons) {
    if (found.obstacle == obstacle) return &found;
  }
  return nullptr;
}

TEST(Unserved, NoSourceBindsThePartition) {
  const auto planned = plan_patterns("  by_topic: {op: query, entity: Job, by: [topic]}\n");
  const auto* found = reason(planned, "by_topic", Obstacle::partition_unbound);
  ASSERT_NE(found, nullptr);
  EXPECT_EQ(planned.pattern("by_topic").candidates.size(), 3);  // the table and both indexes
}

TEST(Unserved, AnItemIsNotFullyAddressed) {
  const auto planned = plan_patterns("  one: {op: get, entity: Finding, by: [job_id]}\n");
  const auto* found = reason(planned, "one", Obstacle::key_unbound);
  ASSERT_NE(found, nullptr);
  EXPECT_THAT(found->fields, ElementsAre("finding_id"));
}

TEST(Unserved, ABoundFieldComesAfterAFreeOne) {
  const auto planned = plan_patterns("  late: {op: query, entity: Job, by: [owner, created_at]}\n");
  const auto* found = reason(planned, "late", Obstacle::bound_after_free);
  ASSERT_NE(found, nullptr);
  EXPECT_THAT(found->fields, ElementsAre("created_at"));
  EXPECT_THAT(found->before, ElementsAre("status"));
}

TEST(Unserved, ARangeComesAfterAFreeField) {
  const auto planned =
      plan_patterns("  late: {op: query, entity: Job, by: [owner], range: created_at between}\n");
  ASSERT_NE(reason(planned, "late", Obstacle::range_after_free), nullptr);
}

TEST(Unserved, TheOrderIsNotThatOfTheKey) {
  const auto planned =
      plan_patterns("  newest: {op: query, entity: Job, by: [owner], order: created_at desc}\n");
  const auto* found = reason(planned, "newest", Obstacle::order_after_free);
  ASSERT_NE(found, nullptr);
  EXPECT_THAT(found->before, ElementsAre("status"));
}

TEST(Unserved, AGlobalIndexIsNotRead_Strongly) {
  const auto planned = plan_patterns(
      "  now: {op: query, entity: Job, by: [status], fields: [status], consistency: strong}\n");
  ASSERT_NE(reason(planned, "now", Obstacle::strong_on_global_index), nullptr);
}

TEST(Unserved, NeededFieldsAreNotProjected) {
  const auto planned = plan_patterns(
      "  list: {op: query, entity: Job, by: [status], fields: [topic, status], page: 50}\n");
  const auto* found = reason(planned, "list", Obstacle::not_projected);
  ASSERT_NE(found, nullptr);
  EXPECT_THAT(found->fields, ElementsAre("topic"));
  EXPECT_EQ(found->extra_entry_bytes, 5 + 250);  // the name, and half of max: there is no avg
  EXPECT_EQ(found->hydrate_units, 50 * 0.5);
}

TEST(Unserved, AnEntityLiesUnderAnotherPartition) {
  const auto planned = plan_text(R"(
keywright: 1
name: apart
access_patterns:
  both: {op: query, by: [a_id], returns: [A, "B*"], max_items: 9}
entities:
  A: {fields: {a_id: {type: ulid}}, key: {pk: "A#{a_id}", sk: A}}
  B: {fields: {a_id: {type: ulid}, b_id: {type: ulid}}, key: {pk: "B#{a_id}", sk: "B#{b_id}"}}
table: {name: apart, keys: {partition: pk, sort: sk}}
)");
  const auto* found = reason(planned, "both", Obstacle::other_partition);
  ASSERT_NE(found, nullptr);
  EXPECT_EQ(found->entity, 1);
}

TEST(Unserved, UsingIsHonoured) {
  const auto planned = plan_patterns(
      "  one: {op: query, entity: Job, by: [job_id], using: gsi1}\n"
      "  two: {op: query, entity: Job, by: [job_id]}\n");
  EXPECT_FALSE(planned.pattern("one").served());
  EXPECT_EQ(planned.pattern("one").candidates[0].reasons[0].obstacle,
            Obstacle::not_the_index_meant);
  EXPECT_TRUE(planned.pattern("two").served());
}

TEST(Unserved, ModelsWithoutKeysHaveReasonsToo) {
  const auto planned = plan_text(R"(
keywright: 1
name: early
access_patterns:
  one: {op: get, entity: A, by: [a_id]}
  two: {op: put, entity: A}
entities:
  A: {fields: {a_id: {type: ulid}}}
table: {name: early, keys: {partition: pk, sort: sk}}
)");
  EXPECT_EQ(planned.pattern("one").nearest()->reasons[0].obstacle, Obstacle::no_key_design);
  EXPECT_EQ(planned.pattern("two").write_reasons[0].obstacle, WriteObstacle::no_key_design);
}

TEST(Unserved, ModelsOfPatternsAlonePlanNothing) {
  const auto planned = plan_text(R"(
keywright: 1
name: first
access_patterns:
  one: {op: get, entity: A, by: [a_id]}
)");
  EXPECT_FALSE(planned.pattern("one").served());
  EXPECT_TRUE(planned.plan.aggregates.empty());
}

TEST(UnplannedWrites, AKeyFieldCannotChange) {
  const auto planned =
      plan_patterns("  move: {op: patch, entity: Job, by: [job_id], set: [job_id]}\n");
  ASSERT_EQ(planned.pattern("move").write_reasons.size(), 1);
  EXPECT_EQ(planned.pattern("move").write_reasons[0].obstacle, WriteObstacle::changes_key);
}

TEST(UnplannedWrites, NothingIsAddedToAnIndexKey) {
  const auto planned = plan_text(R"(
keywright: 1
name: likes
access_patterns:
  like: {op: patch, entity: Post, by: [post_id], add: [likes]}
entities:
  Post:
    fields: {post_id: {type: ulid}, likes: {type: int, min: 0, max: 99999}}
    key: {pk: "POST#{post_id}", sk: POST}
    indexes: {top: {pk: TOP, sk: "{likes}"}}
table:
  name: likes
  keys: {partition: pk, sort: sk}
  indexes: {top: {partition: top_pk, sort: top_sk}}
)");
  ASSERT_EQ(planned.pattern("like").write_reasons.size(), 1);
  EXPECT_EQ(planned.pattern("like").write_reasons[0].obstacle, WriteObstacle::adds_to_key);
  EXPECT_EQ(planned.pattern("like").write_reasons[0].index, "top");
}

TEST(Neighbours, AreNamedWithWitnessesAndFilteredOut) {
  const auto planned = plan_patterns(
      "  wide: {op: query, by: [job_id], returns: [Job, \"Finding*\"], max_items: 100}\n");
  const auto& read = planned.read("wide");
  EXPECT_EQ(planned.key_of("wide"),
            "pk = JOB#{job_id}, sk from FINDING# to METADATA, with a filter");
  ASSERT_EQ(read.neighbours.size(), 1);
  EXPECT_EQ(planned.model.entities[read.neighbours[0].entity].name, "Metric");
  EXPECT_EQ(read.neighbours[0].sort_witness, "GAUGE#0");
  ASSERT_EQ(read.filters.size(), 1);
  EXPECT_EQ(read.filters[0].kind, Filter::Kind::is_type);
}

TEST(Filters, ServeFieldsThatAreInNoKey) {
  const auto planned = plan_patterns("  some: {op: query, entity: Job, by: [owner, topic]}\n");
  const auto& read = planned.read("some");
  ASSERT_EQ(read.filters.size(), 1);
  EXPECT_FALSE(read.filters[0].sharpens_range);
}

TEST(Choice, TheCheapestSourceWins) {
  // Both gsi2 (all attributes) and gsi1 (three of them) bind status and owner? Only one does each.
  const auto planned = plan_patterns(
      "  slim: {op: query, entity: Job, by: [status], fields: [status, created_at]}\n");
  EXPECT_EQ(planned.read("slim").index, 0U);
}

}  // namespace
}  // namespace keywright::plan::testing
