// One defect each in the small model: exactly the expected findings, at the exact place, and
// nothing else.

#include "model/structural_rules.hpp"

#include "structural_defects.hpp"

#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace keywright::model {
namespace {

TEST_P(StructuralRules, AreReportedWhereTheyAre) {
  const Defect& defect = GetParam();
  const ReadResult result = read(replaced(small_model, defect.from, defect.to));
  EXPECT_THAT(summaries(result), ::testing::ElementsAreArray(defect.findings));
  EXPECT_FALSE(result.model.has_value());
  EXPECT_FALSE(result.unreadable);
}

const std::vector<Defect> file_defects{
    {"version_unknown",
     "keywright: 1",
     "keywright: 2",
     {"1:12 MDL010 version 2 of the model language is unknown | this Keywright reads `keywright: "
      "1`"}},
    {"version_text",
     "keywright: 1",
     "keywright: one",
     {"1:12 MDL004 `keywright` must be a whole number, found `one`"}},
    {"version_missing",
     "keywright: 1\n",
     "",
     {"1:1 MDL006 a model lacks the key `keywright` | add it, as in keywright: 1"}},
    {"name_missing",
     "name: tasks\n",
     "",
     {"1:1 MDL006 a model lacks the key `name` | add it, as in name: research"}},
    {"name_not_identifier",
     "name: tasks",
     "name: my-tasks",
     {"2:7 MDL008 `my-tasks` cannot be a name in generated code | use letters, digits and `_`, and "
      "begin with a "
      "letter"}},
    {"profile_unknown",
     "name: tasks",
     "name: tasks\nprofile: prod",
     {"3:10 MDL007 `prod` is no value of `profile` | use one of production and development"}},
    {"target_unknown",
     "name: tasks",
     "name: tasks\ntargets: [aws, embeded]",
     {"3:16 MDL007 `embeded` is no value of `targets` | did you mean `embedded`?"}},
    {"tenant_unknown",
     "name: tasks",
     "name: tasks\ntenant: tenant_id",
     {"3:9 MDL012 no entity has a field `tenant_id` | `tenant` names the field that tells tenants "
      "apart"}},
    {"top_key_unknown",
     "waive: []",
     "waiver: []",
     {"24:1 MDL005 a model has no key `waiver` | did you mean `waive`?"}},
    {"entities_null",
     "waive: []",
     "waive:",
     {"24:1 MDL004 `waive` must be a list of waivers, found nothing"}},
    {"waiver_text",
     "waive: []",
     "waive: [IDX007]",
     {"24:9 MDL004 a waiver must be a map, found `IDX007` | write {rule: IDX007, on: Job.gsi1, "
      "reason: \"..\"}"}},
    {"waiver_reason",
     "waive: []",
     "waive: [{rule: IDX007}]",
     {"24:9 MDL006 a waiver lacks the key `reason` | add it, as in reason: \"the export reads "
      "it\""}},
    {"table_and_tables",
     "waive: []",
     "tables: {other: {keys: {partition: pk}}}",
     {"9:3 MDL006 entity `Task` lacks the key `table` | with several tables each entity says which "
      "one it lives in",
      "20:1 MDL009 `table` and `tables` exclude each other | move the table into `tables`"}},
};
INSTANTIATE_TEST_SUITE_P(File, StructuralRules, ::testing::ValuesIn(file_defects), name_of);

const std::vector<Defect> table_defects{
    {"name_missing",
     "table:\n  name: tasks\n",
     "table:\n",
     {"20:1 MDL006 the table lacks the key `name` | add it, as in name: app-table"}},
    {"keys_missing",
     "  keys: {partition: pk, sort: sk}\n",
     "",
     {"20:1 MDL006 the table lacks the key `keys` | add it, as in keys: {partition: pk, sort: "
      "sk}"}},
    {"keys_text",
     "keys: {partition: pk, sort: sk}",
     "keys: pk",
     {"22:9 MDL004 `keys` must be a map, found `pk` | write {partition: pk, sort: sk}"}},
    {"key_type",
     "sort: sk}",
     "sort: {name: sk, type: X}}",
     {"22:48 MDL007 `X` is no value of `type` | use one of S, N and B"}},
    {"partition_missing",
     "{partition: gsi1pk, sort: gsi1sk, projection: all}",
     "{sort: gsi1sk}",
     {"23:13 MDL006 index `gsi1` lacks the key `partition` | name its partition key attribute; an "
      "index with the table's is `local: true`"}},
    {"five_attributes",
     "partition: gsi1pk",
     "partition: [a, b, c, d, e]",
     {"23:31 MDL008 half a key has one to four attributes, found 5"}},
    {"local_partition",
     "partition: gsi1pk,",
     "local: true, partition: gsi1pk,",
     {"18:22 MDL021 the local index `gsi1` has the table's partition key | remove `pk`",
      "23:33 MDL009 a local index has the table's partition key | remove `partition`"}},
    {"sparse_unknown",
     "projection: all",
     "sparse: [Tsk]",
     {"23:62 MDL011 there is no entity `Tsk` | did you mean `Task`?"}},
    {"projection_word",
     "projection: all",
     "projection: some",
     {"23:65 MDL007 `some` is no value of `projection` | use one of all and keys_only"}},
    {"projection_list",
     "projection: all",
     "projection: [title]",
     {"23:65 MDL004 `projection` must be all, keys_only or a map | write {include: [topic, "
      "status]}"}},
    {"projection_unknown",
     "projection: all",
     "projection: {include: [titel]}",
     {"23:76 MDL012 no entity of the table has a field `titel` | did you mean `title`?"}},
    {"billing_word",
     "waive: []",
     "  billing: on-demand\n",
     {"24:12 MDL007 `on-demand` is no value of `billing` | did you mean `on_demand`?"}},
    {"billing_mode",
     "waive: []",
     "  billing: {read: 5}\n",
     {"24:3 MDL006 `billing` lacks the key `mode` | add it, as in mode: on_demand"}},
    {"autoscale_target",
     "waive: []",
     "  billing: {mode: provisioned, autoscale: {target: 95}}\n",
     {"24:52 MDL008 `target` must be at most 90 | it is per cent: 20 to 90"}},
    {"recovery",
     "waive: []",
     "  point_in_time_recovery: 35\n",
     {"24:27 MDL004 `point_in_time_recovery` must be true or false, found `35`"}},
    {"cdk",
     "waive: []",
     "  cdk: {construct: TableV3}\n",
     {"24:20 MDL007 `TableV3` is no value of `construct` | did you mean `TableV2`?"}},
};
INSTANTIATE_TEST_SUITE_P(Tables, StructuralRules, ::testing::ValuesIn(table_defects), name_of);

TEST(StructuralFindings, AreAllReportedInOneRunInFileOrder) {
  const std::string text =
      replaced(replaced(replaced(small_model, "projection: all", "projektion: all"), "by: [state]",
                        "by: [stat]"),
               "{op: put,", "{op: putt,");
  EXPECT_THAT(
      summaries(read(text)),
      ::testing::ElementsAre(
          "5:46 MDL012 entity `Task` has no field `stat` | did you mean `state`?",
          "6:18 MDL007 `putt` is no value of `op` | did you mean `put`?",
          "23:53 MDL005 index `gsi1` has no key `projektion` | did you mean `projection`?"));
}

TEST(StructuralFindings, NameWhatTheyAreAbout) {
  const ReadResult pattern = read(replaced(small_model, "by: [state]", "by: [stat]"));
  EXPECT_EQ(pattern.diagnostics.at(0).subject, "list_tasks");
  const ReadResult entry = read(replaced(small_model, "STATE#{state}", "STATE#{stat}"));
  EXPECT_EQ(entry.diagnostics.at(0).subject, "Task.gsi1");
  const ReadResult entity = read(replaced(small_model, "count: 1000", "count: -1"));
  EXPECT_EQ(entity.diagnostics.at(0).subject, "Task");
}

TEST(StructuralFindings, PointAtExactlyTheWrongCharacters) {
  const ReadResult result = read(replaced(small_model, "STATE#{state}", "STATE#{stat}"));
  EXPECT_EQ(pointed_at(result, result.diagnostics.at(0).span), "stat");
}

TEST(StructuralFindings, SurviveAFileFullOfThem) {
  std::string text(small_model);
  text += "extra:\n";
  for (int i = 0; i < 5000; ++i) text += "unknown_" + std::to_string(i) + ": 1\n";
  const ReadResult result = read(text);
  EXPECT_FALSE(result.model.has_value());
  EXPECT_EQ(result.diagnostics.size(), 500U);
}

TEST(StructuralRuleTable, HasConsecutiveIdsAndFullTexts) {
  std::set<std::string_view> ids;
  for (const RuleInfo& row : structural_rules()) {
    const std::string number = std::to_string(ids.size() + 1);
    EXPECT_EQ(row.id, "MDL" + std::string(3 - number.size(), '0') + number);
    EXPECT_FALSE(row.title.empty() || row.why.empty() || row.bad.empty() || row.good.empty())
        << row.id;
    ids.insert(row.id);
  }
  EXPECT_EQ(info(StructuralRule::not_yaml).id, "MDL001");
  EXPECT_EQ(info(StructuralRule::key_shape).id, "MDL021");
  EXPECT_EQ(ids.size(), static_cast<std::size_t>(StructuralRule::key_shape) + 1);
}

}  // namespace
}  // namespace keywright::model
