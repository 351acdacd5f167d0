// The plans: what comes before what.

#include "diff/words_of_cost.hpp"
#include "differing.hpp"
#include "mutants.hpp"

#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>

namespace keywright::diff::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::string research() {
  return check::testing::model_text("research");
}

std::vector<std::string> plan_of(const std::string& before, const std::string& after) {
  const Differing made(before, after);
  std::vector<std::string> lines;
  for (const auto& step : made.report.steps) {
    lines.push_back(fmt::format("{}: {}", to_text(step.action), step.what));
  }
  return lines;
}

std::string with_index(const std::string& text, const std::string& name, const std::string& field) {
  const auto entry = replaced(
      text, R"(gsi1: {pk: "STATUS)",
      fmt::format(R"({0}: {{pk: "{1}#{{{1}}}", sk: "{{created_at}}"}}, gsi1: {{pk: "STATUS)", name,
                  field));
  const auto table =
      replaced(entry, "gsi1: {partition",
               fmt::format("{0}: {{partition: {0}pk, sort: {0}sk}}, gsi1: {{partition", name));
  return replaced(
      table, "  create_job: ",
      fmt::format("  by_{0}: {{op: query, entity: Job, by: [{0}], page: 10}}\n  create_job: ",
                  field));
}

TEST(Steps, OfAChangeOfCodeAreItsRelease) {
  EXPECT_THAT(plan_of(research(), replaced(research(), "get_finding:", "read_finding:")),
              ElementsAre("release: release the code generated from the new model"));
}

TEST(Steps, OfEstimatesAreNone) {
  EXPECT_THAT(plan_of(research(), replaced(research(), "count: 200000", "count: 300000")),
              IsEmpty());
}

TEST(Steps, CreateOneIndexAfterTheOtherThenFillThemThenRead) {
  const auto two = with_index(with_index(research(), "gsi2", "topic"), "gsi3", "job_id");
  EXPECT_THAT(
      plan_of(research(), two),
      ElementsAre("deploy: create index gsi2 of app-table",
                  "deploy: create index gsi3 of app-table",
                  "release: release the code generated from the new model",
                  "backfill: update the items of Job", "release: call what was on hold: by_topic"));
}

TEST(Steps, FillAllIndexesOfAnEntityInOnePass) {
  const auto two = with_index(with_index(research(), "gsi2", "topic"), "gsi3", "job_id");
  const Differing made(research(), two);
  const auto& step = made.report.steps[3];
  // An item is written once (1 WRU), with an entry in each index (1 WRU); the price is per million.
  EXPECT_EQ(step.items, 200'000);
  EXPECT_EQ(step.write_units, 200'000 * (1 + 1 + 1));
  EXPECT_NEAR(step.dollars, 0.6 * 0.625 + step.read_units.value() * 0.125 / 1e6, 1e-9);
  EXPECT_FALSE(step.at_most);
}

TEST(Steps, DeleteAnIndexLast) {
  const auto two = with_index(research(), "gsi2", "topic");
  EXPECT_THAT(plan_of(two, research()),
              ElementsAre("release: release the code generated from the new model",
                          "deploy: delete index gsi2 of app-table"));
}

TEST(Steps, MakeAChangedIndexAnewAndDeleteTheOldOneLast) {
  const auto slim = replaced(research(), "projection: all", "projection: keys_only");
  EXPECT_THAT(
      plan_of(research(), slim),
      ElementsAre("deploy: create index gsi1 of app-table in its new form under another name",
                  "release: release the code generated from the new model",
                  "deploy: delete the old index gsi1 of app-table"));
}

TEST(Steps, OfSettingsComeBeforeThoseOfIndexes) {
  const auto changed = replaced(with_index(research(), "gsi2", "topic"), "ttl: expires_at\n",
                                "ttl: gone_at\n  stream: new_image\n");
  const Differing made(research(), changed);
  ASSERT_GE(made.report.steps.size(), 3U);
  EXPECT_THAT(made.report.steps[0].details,
              ElementsAre("disable time to live on expires_at",
                          "stream of app-table: NEW_IMAGE, was none"));
  EXPECT_THAT(made.report.steps[1].details,
              ElementsAre("an hour later: enable time to live on gone_at"));
  EXPECT_EQ(made.report.steps[2].what, "create index gsi2 of app-table");
}

TEST(Steps, MakeNewCodeReadWhatIsThere) {
  const auto changed = replaced(research(), "topic:      {type: string, avg: 60, max: 500}",
                                "topic:      {type: string, avg: 60, max: 500}\n"
                                "      owner:      {type: string, max: 50}");
  EXPECT_THAT(plan_of(research(), changed),
              ElementsAre("backfill: update the items of Job",
                          "release: release the code generated from the new model"));
  EXPECT_THAT(Differing(research(), changed).report.steps.front().details,
              ElementsAre("Job has the field owner: string",
                          "run it again after the release, for what old code wrote meanwhile"));
}

TEST(Steps, PauseWhileItemsAreInAFormThatNobodyElseReads) {
  EXPECT_THAT(
      plan_of(research(), replaced(research(), "sk: REPORT}", "sk: REPORTS}")),
      ElementsAre("pause: stop the callers of Report",
                  "backfill: put each item of Report under its new key, then delete the old one",
                  "release: release the code generated from the new model",
                  "pause: let the callers of Report go on"));
}

TEST(Steps, CopyATableThatIsReplaced) {
  const Differing made(research(), replaced(research(), "sort: sk}", "sort: range}"));
  std::vector<std::string> lines;
  for (const auto& step : made.report.steps) lines.push_back(step.what);
  EXPECT_THAT(
      lines,
      ElementsAre("create the new table of app-table under another name, beside the old one",
                  "stop the callers of table app-table",
                  "copy the items of app-table to the new table of app-table",
                  "let the callers of table app-table go on", "delete the old table of app-table"));
  const auto& copy = made.report.steps[2];
  ASSERT_TRUE(copy.items);
  // 200,000 jobs, 20 findings each, a report each, and what lives for days: see the model.
  EXPECT_GT(*copy.items, 4'400'000);
  EXPECT_GT(copy.dollars, 7.5);
}

std::vector<std::string> copy_of(const std::string& before, const std::string& after) {
  const Differing made(before, after);
  std::vector<std::string> details;
  for (const auto& step : made.report.steps) {
    EXPECT_NE(step.action, Action::backfill) << step.what << ": the old table has other keys";
    if (step.action == Action::copy) details = step.details;
  }
  return details;
}

TEST(Steps, CopyItemsAsTheyAreOnlyUnderTheKeysThatTheyHave) {
  EXPECT_THAT(copy_of(research(), replaced(research(), "name: app-table", "name: other-table")),
              ElementsAre("keywright copy --from URL --to URL --table app-table --to-table NAME"));
  const auto other_key = replaced(research(), "sort: sk}", "sort: range}");
  EXPECT_THAT(copy_of(research(), other_key),
              ElementsAre("by a program of yours, which puts each item under its new key:",
                          HasSubstr("app-table")));
  EXPECT_THAT(copy_of(research(), replaced(other_key, "sk: REPORT}", "sk: REPORTS}")),
              ElementsAre("by a program of yours, which puts each item under its new key:",
                          HasSubstr("app-table"), HasSubstr("Report")));
}

TEST(Steps, ImportATableUnderItsOtherConstruct) {
  EXPECT_THAT(plan_of(research(), replaced(research(), "construct: Table,", "construct: TableV2,")),
              ElementsAre("deploy: give app-table the removal policy retain",
                          "deploy: take app-table out of the stack: it stays, as it is retained",
                          "deploy: import app-table as a TableV2 (cdk import)"));
}

TEST(Steps, CleanUpLast) {
  const auto shop = check::testing::model_text("shop");
  EXPECT_THAT(plan_of(shop, replaced(shop, "unique: {email: [tenant_id, email]}\n", "\n")),
              ElementsAre("release: release the code generated from the new model",
                          "backfill: delete the sentinels of Customer"));
}

TEST(Steps, SayWhenTheModelDoesNotSayHowManyItemsThereAre) {
  const auto unknown = replaced(research(), "    count: 200000\n", "");
  const Differing made(unknown, replaced(unknown, "sk: REPORT}", "sk: REPORTS}"));
  ASSERT_GE(made.report.steps.size(), 2U);
  EXPECT_FALSE(made.report.steps[1].items);
  EXPECT_EQ(cost_text(made.report.steps[1]),
            "the model does not say how many items there are: give the entity a `count`");
}

// 1.2 M items of up to 1 KB, that are in no index: the example of the design.
TEST(Steps, CostWhatAWriteOfEachItemCosts) {
  const std::string text = R"(keywright: 1
name: notes
access_patterns: {}
entities:
  Note:
    count: 1200000
    fields: {id: ulid, text: {type: string, avg: 500, max: 900}}
    key: {pk: "NOTE#{id}", sk: NOTE}
table: {name: notes, keys: {partition: pk, sort: sk}}
)";
  const Differing made(text, replaced(text, "text: {", "color: {type: string, max: 9}, text: {"));
  const auto* change = made.find(Kind::field_added_required);
  ASSERT_NE(change, nullptr);
  EXPECT_EQ(cost_text(*change->backfill), "1,200,000 items x 1 WRU = 1,200,000 WRU, $0.75");
}

TEST(Steps, CostMoreInInfrequentAccess) {
  const auto before =
      replaced(research(), "ttl: expires_at\n", "ttl: expires_at\n  class: infrequent_access\n");
  const Differing made(before, replaced(before, "sk: REPORT}", "sk: REPORTS}"));
  const auto* change = made.find(Kind::key_changed);
  ASSERT_NE(change, nullptr);
  EXPECT_EQ(cost_text(*change->backfill), "200,000 items x 40 WRU = 8,000,000 WRU, $6.25");
}

// Two entities of one table, of which one has no count.
constexpr std::string_view kUncounted = R"(keywright: 1
name: notes
access_patterns: {}
entities:
  Note:
    count: 1000
    fields: {id: ulid, text: {type: string, avg: 500, max: 900}}
    key: {pk: "NOTE#{id}", sk: NOTE}
  Tag:
    fields: {id: ulid}
    key: {pk: "TAG#{id}", sk: TAG}
table: {name: notes, keys: {partition: pk, sort: sk}}
)";

TEST(Steps, OfACopySayWhenTheModelDoesNotSayHowManyItemsThereAre) {
  const std::string text(kUncounted);
  const Differing made(text, replaced(text, "table: {name: notes", "table: {name: other"));
  ASSERT_EQ(made.report.steps.size(), 5U);
  const auto& copy = made.report.steps[2];
  EXPECT_EQ(copy.action, Action::copy);
  EXPECT_FALSE(copy.items);
  EXPECT_EQ(cost_text(copy),
            "the model does not say how many items there are: give the entity a `count`");
}

TEST(Steps, SayThatAScanIsOfAllTheTable) {
  const std::string text(kUncounted);
  const auto with = replaced(text, "text: {", "color: {type: string, max: 9}, text: {");
  const Differing made(text, with);
  ASSERT_FALSE(made.report.steps.empty());
  EXPECT_EQ(cost_text(made.report.steps.front()),
            "1,000 items: 1,000 WRU, less than $0.01, and a Scan of the table: the model does not "
            "say how many items all its entities have");
  const auto counted = [](const std::string& of) {
    return replaced(of, "  Tag:\n", "  Tag:\n    count: 0\n");
  };
  const Differing known(counted(text), counted(with));
  ASSERT_FALSE(known.report.steps.empty());
  EXPECT_THAT(cost_text(known.report.steps.front()), HasSubstr("1,000 items: 1,000 WRU and "));
}

// The table is the same by its name, whatever the model calls it.
constexpr std::string_view kLabelled = R"(keywright: 1
name: notes
access_patterns: {}
entities:
  Note:
    table: old
    count: 1000
    fields: {id: ulid, text: {type: string, avg: 500, max: 900}}
    key: {pk: "NOTE#{id}", sk: NOTE}
tables:
  old: {name: notes, keys: {partition: pk, sort: sk}}
)";

TEST(Steps, CopyATableOfAnotherLabelToo) {
  const std::string text(kLabelled);
  auto changed = replaced(text, "table: old", "table: fresh");
  changed = replaced(changed, "  old: {name", "  fresh: {name");
  changed = replaced(changed, "sort: sk}", "sort: range}");
  for (const auto* key : {"sk: NOTE}", "sk: TEXT}"}) {
    const Differing made(text, replaced(changed, "sk: NOTE}", key));
    ASSERT_EQ(made.report.steps.size(), std::string(key) == "sk: NOTE}" ? 5U : 6U) << key;
    const auto& copy = made.report.steps[2];
    EXPECT_EQ(copy.action, Action::copy) << copy.what;
    EXPECT_EQ(copy.items, 1000) << key;
    EXPECT_EQ(copy.write_units, 1000) << key;
    EXPECT_EQ(copy.scanned, "notes");
  }
}

const PlanStep* first_backfill(const Differing& made) {
  for (const auto& step : made.report.steps) {
    if (step.action == Action::backfill) return &step;
  }
  return nullptr;
}

TEST(Steps, ReadAnIndexThatHasAllItemsWhereThatIsCheaper) {
  const auto with = [](const std::string& text) { return with_index(text, "gsi2", "topic"); };
  const Differing made(research(), with(research()));
  const auto* step = first_backfill(made);
  ASSERT_NE(step, nullptr);
  EXPECT_EQ(step->scanned, "index gsi1");
  // 200,000 jobs, as gsi1 has all attributes of each.
  const auto bytes = 200'000 * made.before.plan.item_sizes[0].avg;
  ASSERT_TRUE(step->read_units);
  EXPECT_NEAR(*step->read_units, bytes / 4096 / 2, 1);
  EXPECT_THAT(cost_text(*step), HasSubstr(" RRU of a Scan of index gsi1, $0."));

  // Its entries are not the whole items, and a value for the new key may be missing.
  const auto slim = replaced(research(), "projection: all", "projection: keys_only");
  const Differing slim_made(slim, with(slim));
  ASSERT_NE(first_backfill(slim_made), nullptr);
  EXPECT_EQ(first_backfill(slim_made)->scanned, "app-table");

  // Only some of the items are in it.
  const auto some = replaced(research(), "sk: \"{created_at}\"}",
                             "sk: \"{created_at}\", when: {status: [queued]}}");
  const Differing some_made(some, with(some));
  ASSERT_NE(first_backfill(some_made), nullptr);
  EXPECT_EQ(first_backfill(some_made)->scanned, "app-table");
}

TEST(Steps, ReadAnIndexOfATableOfWhichTheRestIsNotCounted) {
  const auto text =
      replaced(replaced(std::string(kUncounted), "sk: NOTE}\n",
                        "sk: NOTE}\n    indexes: {by_text: {pk: \"N#{id}\"}}\n"),
               "sort: sk}}", "sort: sk}, indexes: {by_text: {partition: gsi1pk, sparse: [Note]}}}");
  const Differing made(text, replaced(text, "text: {", "color: {type: string, max: 9}, text: {"));
  ASSERT_NE(first_backfill(made), nullptr);
  EXPECT_EQ(first_backfill(made)->scanned, "index by_text");
  EXPECT_TRUE(first_backfill(made)->read_units);
}

TEST(Steps, CopyARenamedFieldBeforeTheReleaseAndSayThatCallersChange) {
  const auto shop = check::testing::model_text("shop");
  const Differing made(shop, replaced(shop, "      note:        {", "      remark:      {"));
  ASSERT_EQ(made.report.steps.size(), 2U);
  const auto& copy = made.report.steps.front();
  EXPECT_EQ(copy.what, "update the items of Order");
  EXPECT_THAT(copy.details, ElementsAre("Order.note is called remark",
                                        HasSubstr("copy the attribute note to remark"),
                                        HasSubstr("run it again after the release")));
  EXPECT_EQ(copy.items, 2'000'000);
  EXPECT_TRUE(copy.at_most);
  EXPECT_THAT(made.report.steps.back().details,
              ElementsAre("callers: Order.note is called remark"));
}

TEST(Steps, PutASentinelForEachUniqueRule) {
  const auto shop = check::testing::model_text("shop");
  const std::string email = "unique: {email: [tenant_id, email]}";
  const Differing made(
      replaced(shop, email, ""),
      replaced(shop, email, "unique: {email: [tenant_id, email], name: [tenant_id, name]}"));
  std::vector<double> units;
  for (const auto& step : made.report.steps) {
    if (step.action == Action::backfill) units.push_back(step.write_units);
  }
  EXPECT_THAT(units, ElementsAre(2 * 500'000));
}

TEST(Steps, PutTheNewSentinelsAndDeleteTheOldOnes) {
  const auto shop = check::testing::model_text("shop");
  const Differing made(shop, replaced(shop, "email: [tenant_id, email]", "email: [email]"));
  ASSERT_FALSE(made.report.steps.empty());
  const auto& step = made.report.steps.back();
  EXPECT_EQ(step.what, "put the new sentinel of each item of Customer, then delete the old one");
  EXPECT_EQ(step.write_units, 2 * 500'000);
}

}  // namespace
}  // namespace keywright::diff::testing
