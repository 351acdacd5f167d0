#include "planning.hpp"

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

// The index keys of updates where an item may not be in the index, or not be there at all.

namespace keywright::plan::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

Planned plan_with(const std::string& pattern, const std::string& entity, const std::string& key,
                  const std::string& indexes) {
  return plan_text("keywright: 1\nname: test\naccess_patterns:\n  change: " + pattern +
                   "\nentities:\n  Job:\n" + entity + "table:\n  name: t\n  keys: " + key +
                   "\n  indexes: {" + indexes + "}\n");
}

TEST(IndexKeys, AreNotMadeOfAFieldThatTheItemMayLack) {
  const auto planned = plan_with("{op: patch, entity: Job, by: [id], set: [size, note]}",
                                 "    fields: {id: ulid, team: {type: string, min: 1, optional: "
                                 "true}, size: int, note: json}\n"
                                 "    key: {pk: \"JOB#{id}\", sk: JOB}\n"
                                 "    indexes: {gsi: {pk: \"TEAM#{team}#{size}\", sk: \"{id}\"}}\n",
                                 "{partition: pk, sort: sk}",
                                 "gsi: {partition: gsi_pk, sort: gsi_sk, sparse: [Job]}");
  const auto& write = planned.write("change");
  EXPECT_THAT(planned.inputs(write), ElementsAre("id", "size?", "note?", "current_team?"));
  // The whole entry follows the size: set if the item has a team, else removed.
  ASSERT_TRUE(write.indexes.front().only_with);
  EXPECT_EQ(write.changes[*write.indexes.front().only_with].field, 2);
  EXPECT_FALSE(write.indexes.front().keys.front().only_with);
}

TEST(IndexKeys, OfSeveralChangesFollowNone) {
  const auto planned = plan_with(
      "{op: patch, entity: Job, by: [id], set: [size, note]}",
      "    fields: {id: ulid, team: {type: string, min: 1, optional: true}, size: int, note: int}\n"
      "    key: {pk: \"JOB#{id}\", sk: JOB}\n"
      "    indexes: {gsi: {pk: \"TEAM#{team}#{size}\", sk: \"{note}\"}}\n",
      "{partition: pk, sort: sk}", "gsi: {partition: gsi_pk, sort: gsi_sk, sparse: [Job]}");
  const auto& write = planned.write("change");
  EXPECT_THAT(planned.inputs(write), ElementsAre("id", "size", "note?", "current_team?"));
  EXPECT_FALSE(write.indexes.front().only_with);
  EXPECT_FALSE(write.indexes.front().keys.front().only_with);
  EXPECT_TRUE(write.indexes.front().keys.back().only_with);
}

// Set alone, the sort key of an item without a team would be half a key.
TEST(IndexKeys, AreSetBesideThoseThatTheItemMayLack) {
  const auto planned = plan_with("{op: patch, entity: Job, by: [id], set: [size, note]}",
                                 "    fields: {id: ulid, team: {type: string, min: 1, optional: "
                                 "true}, size: int, note: json}\n"
                                 "    key: {pk: \"JOB#{id}\", sk: JOB}\n"
                                 "    indexes: {gsi: {pk: \"TEAM#{team}\", sk: \"{size}\"}}\n",
                                 "{partition: pk, sort: sk}",
                                 "gsi: {partition: gsi_pk, sort: gsi_sk, sparse: [Job]}");
  const auto& write = planned.write("change");
  EXPECT_THAT(planned.inputs(write), ElementsAre("id", "size?", "note?", "current_team?"));
  EXPECT_THAT(planned.index_keys(write), ElementsAre("gsi_pk=TEAM#{team}", "gsi_sk={size}"));
  ASSERT_TRUE(write.indexes.front().only_with);
  EXPECT_EQ(write.changes[*write.indexes.front().only_with].field, 2);
}

// By a move that stays within `when`, too: that the item was let in is not that it has a team.
TEST(IndexKeys, AreSetByAMoveBesideThoseThatTheItemMayLack) {
  const auto planned = plan_with(
      "{op: transition, entity: Job, by: [id]}",
      "    fields: {id: ulid, team: {type: string, min: 1, optional: true}, size: int, "
      "state: {type: enum, values: [open, busy, shut]}}\n"
      "    key: {pk: \"JOB#{id}\", sk: JOB}\n"
      "    indexes: {gsi: {pk: \"TEAM#{team}\", sk: \"{size}\", when: \"state in [open, busy]\"}}\n"
      "    states: {field: state, initial: open, final: [shut], moves: {begin: {from: open, to: "
      "busy, set: [size]}, stop: {from: busy, to: shut}}}\n",
      "{partition: pk, sort: sk}", "gsi: {partition: gsi_pk, sort: gsi_sk, sparse: [Job]}");
  const auto& write = planned.write("change", "begin");
  EXPECT_THAT(planned.inputs(write), ElementsAre("id", "size", "current_team?"));
  EXPECT_THAT(planned.index_keys(write), ElementsAre("gsi_pk=TEAM#{team}", "gsi_sk={size}"));
}

// A key that is the field itself is written with the fields, and still says whether the other half
// has a place.
TEST(IndexKeys, GoIfTheFieldThatIsTheOtherHalfIsLacking) {
  const auto planned =
      plan_with("{op: patch, entity: Job, by: [id], set: [size]}",
                "    fields: {id: ulid, team: {type: string, min: 1, optional: "
                "true}, size: int}\n"
                "    key: {pk: \"JOB#{id}\", sk: JOB}\n"
                "    indexes: {gsi: {pk: {field: team}, sk: \"{size}\"}}\n",
                "{partition: pk, sort: sk}", "gsi: {partition: team, sort: gsi_sk, sparse: [Job]}");
  EXPECT_THAT(planned.inputs(planned.write("change")), ElementsAre("id", "size", "current_team?"));
}

TEST(IndexKeys, AreSetByAnUpsertThoughTheyAreMadeOfTheItemsKeyAlone) {
  const auto planned =
      plan_with("{op: upsert, entity: Job}",
                "    fields: {site: ulid, at: timestamp, size: int}\n"
                "    key: {pk: {field: site}, sk: {field: at}}\n"
                "    indexes: {gsi: {pk: \"AT#{at}\", sk: \"{site}\"}}\n",
                "{partition: site, sort: at}", "gsi: {partition: gsi_pk, sort: gsi_sk}");
  EXPECT_THAT(planned.index_keys(planned.write("change")),
              ElementsAre("gsi_pk=AT#{at}", "gsi_sk={site}"));
}

constexpr const char* kKept =
    "    key: {pk: \"JOB#{id}\", sk: JOB}\n"
    "    indexes: {gsi: {pk: \"TEAM#{team}\", sk: \"{size}\"}}\n";

// An item without a team has no key of the index that could stay as it is.
TEST(IndexKeys, ThatAnUpsertKeepsAreGuardedIfTheItemMayNotBeInTheIndex) {
  const auto planned = plan_with(
      "{op: upsert, entity: Job, set: [team]}",
      std::string("    fields: {id: ulid, team: {type: string, min: 1, optional: true}, size: "
                  "int}\n") +
          kKept,
      "{partition: pk, sort: sk}", "gsi: {partition: gsi_pk, sort: gsi_sk, sparse: [Job]}");
  const auto& write = planned.write("change");
  ASSERT_EQ(write.guards.size(), 1);
  EXPECT_EQ(write.guards.front().field, 2);
  EXPECT_TRUE(write.guards.front().or_absent);
  EXPECT_FALSE(write.indexes.front().keys.back().if_absent);
}

TEST(IndexKeys, ThatAnUpsertKeepsStayIfEveryItemIsInTheIndex) {
  const auto planned = plan_with(
      "{op: upsert, entity: Job, set: [team]}",
      std::string("    fields: {id: ulid, team: {type: string, min: 1}, size: int}\n") + kKept,
      "{partition: pk, sort: sk}", "gsi: {partition: gsi_pk, sort: gsi_sk}");
  const auto& write = planned.write("change");
  EXPECT_THAT(write.guards, IsEmpty());
  EXPECT_TRUE(write.indexes.front().keys.back().if_absent);
}

// BETWEEN has its end within: what is equal to it is dropped by a filter, which has to see it.
TEST(Projections, HaveWhatAFilterAsksFor) {
  const auto with = [](const std::string& projection) {
    return plan_with(
        "{op: query, entity: Job, by: [team, part], range: \"day <\", page: 9, using: "
        "gsi, fields: [size]}",
        "    fields: {id: ulid, team: {type: string, min: 1}, part: date, day: date, "
        "size: int}\n"
        "    key: {pk: \"JOB#{id}\", sk: JOB}\n"
        "    indexes: {gsi: {pk: \"TEAM#{team}\", sk: \"{part}#{day}\"}}\n",
        "{partition: pk, sort: sk}",
        "gsi: {partition: gsi_pk, sort: gsi_sk, projection: {include: [" + projection + "]}}");
  };
  EXPECT_NE(with("size, day").pattern("change").read(), nullptr);
  EXPECT_EQ(with("size").pattern("change").read(), nullptr);
}

TEST(Transactions, CountAStepForEachOfAListSoOften) {
  const auto planned = plan_with(
      "{op: transact, steps: [{op: patch, entity: Job, by: [id], set: "
      "[size], each: {avg: 3}}, {op: put, entity: Job}]}",
      "    fields: {id: ulid, size: int}\n"
      "    key: {pk: \"JOB#{id}\", sk: JOB}\n"
      "    indexes: {gsi: {pk: \"SIZE#{size}\", sk: \"{id}\"}}\n",
      "{partition: pk, sort: sk}", "gsi: {partition: gsi_pk, sort: gsi_sk}");
  const auto& steps = planned.pattern("change").steps;
  const auto& each = steps[0].writes.front();
  EXPECT_EQ(each.cost.items, 3);
  EXPECT_EQ(each.cost.table_units, 3);
  EXPECT_EQ(each.cost.index_units, 6);  // out of the one place and into the other
  EXPECT_EQ(steps[1].writes.front().cost.items, 1);
  EXPECT_EQ(steps[1].writes.front().cost.table_units, 1);
  const auto text = designs_of(planned.model, planned.pattern("change")).front().text;
  EXPECT_TRUE(text.starts_with("TransactWriteItems of: for each: UpdateItem Job: ")) << text;
  EXPECT_TRUE(text.ends_with("; PutItem Job")) << text;
}

TEST(UniqueValues, OfAnUpsertExpireWithTheItemWhoseTimeItKeeps) {
  const auto planned =
      plan_with("{op: upsert, entity: Job, set: [name]}",
                "    fields: {id: ulid, name: {type: string, min: 1}, gone_at: epoch_seconds}\n"
                "    key: {pk: \"JOB#{id}\", sk: JOB}\n"
                "    ttl: gone_at\n"
                "    unique: [name]\n",
                "{partition: pk, sort: sk}", "");
  const auto& guards = planned.write("change").guards;
  const auto is_of_time = [](const Guard& guard) { return guard.field == 2 && guard.or_absent; };
  EXPECT_EQ(std::count_if(guards.begin(), guards.end(), is_of_time), 1);
}

TEST(Scans, PassOverTheItemsThatKeepValuesUnique) {
  const auto planned = plan_with("{op: scan, entity: Job, page: 10, kind: admin}",
                                 "    fields: {id: ulid, name: {type: string, min: 1}}\n"
                                 "    key: {pk: \"JOB#{id}\", sk: JOB}\n"
                                 "    unique: [name]\n",
                                 "{partition: pk, sort: sk}", "");
  const auto& filters = planned.read("change").filters;
  ASSERT_EQ(filters.size(), 1);
  EXPECT_EQ(filters.front().kind, Filter::Kind::is_type);
}

}  // namespace
}  // namespace keywright::plan::testing
