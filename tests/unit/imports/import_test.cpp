#include "imports/import.hpp"

#include "check/check.hpp"
#include "imports/settle.hpp"
#include "model/reader.hpp"
#include "plan/plan.hpp"

#include <algorithm>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace keywright::imports {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string findings_of(const ImportResult& result) {
  return model::render_text(result.findings, result.source, {false, false});
}

// A schema of one table and entity, with these members put in.
std::string schema(const std::string& fields, const std::string& entity_more = {},
                   const std::string& patterns = {}) {
  return R"({"tables": [{"table_config": {"table_name": "t", "partition_key": "pk", "sort_key": "sk"},
    "entities": {"Thing": {"entity_type": "THING", "pk_template": "THING#{id}", "sk_template": "META", "fields": [)" +
         fields + "]" + entity_more + R"(, "access_patterns": [)" + patterns + "]}}}]}";
}
// A table with the index `by_owner` on gsi1pk, and these sample items.
std::string data_model(const std::string& items) {
  return R"({"tables": [{"TableName": "t", "AttributeDefinitions": [
      {"AttributeName": "pk", "AttributeType": "S"}, {"AttributeName": "gsi1pk", "AttributeType": "S"}],
    "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"}],
    "GlobalSecondaryIndexes": [{"IndexName": "by_owner", "KeySchema": [{"AttributeName": "gsi1pk", "KeyType": "HASH"}],
                                "Projection": {"ProjectionType": "ALL"}}]}],
    "items": {"t": [)" +
         items + "]}}";
}
std::string item(const std::string& attributes) {
  return R"({"PutRequest": {"Item": {)" + attributes + "}}}";
}
const char* const kId = R"({"name": "id", "type": "string", "required": true})";

// The text of a model that was made, which must be one.
std::string imported(const std::string& text, std::string* findings = nullptr) {
  const ImportResult result = import_file(text, "a.json");
  EXPECT_TRUE(result.format) << findings_of(result);
  const auto read = model::read_model(result.model, "a.model.yaml");
  EXPECT_EQ(model::render_text(read.diagnostics, read.source), "") << result.model;
  if (findings != nullptr) *findings = findings_of(result);
  return result.model;
}

TEST(Import, RecognisesAFormatByItsContent) {
  EXPECT_EQ(import_file(schema(kId), "x.txt").format, Format::awslabs_schema);
  EXPECT_EQ(import_file(data_model(""), "x").format, Format::data_model);
  EXPECT_EQ(import_file(R"({"DataModel": [{"TableName": "t", "KeyAttributes":
                           {"PartitionKey": {"AttributeName": "id", "AttributeType": "S"}}}]})",
                        "x")
                .format,
            Format::workbench);
}

TEST(Import, RefusesADataModelWithoutTables) {
  for (const char* text : {R"({"ModelName": "x", "DataModel": []})",
                           R"({"tables": [{"TableName": "t", "KeySchema": []}]})"}) {
    const ImportResult result = import_file(text, "a.json");
    EXPECT_FALSE(result.format) << text;
    EXPECT_EQ(result.model, "");
    EXPECT_THAT(findings_of(result),
                HasSubstr("a.json:1:1: error[IMP008]: no table could be taken from "));
  }
}

TEST(Import, SaysThatThereIsNoTableAfterManyFindings) {
  std::string keys;
  for (int i = 0; i < 600; ++i) keys += ", \"odd" + std::to_string(i) + "\": 1";
  const ImportResult result = import_file(R"({"DataModel": [])" + keys + "}", "a.json");
  EXPECT_FALSE(result.format);
  EXPECT_THAT(findings_of(result), HasSubstr("error[IMP008]"));
}

TEST(Import, TakesAKeyFromTheItemsThatHaveIt) {
  const std::string text = imported(data_model(
      item(R"("pk": {"S": "DOC#1"}, "id": {"S": "1"})") + ", " +
      item(
          R"("pk": {"S": "DOC#2"}, "id": {"S": "2"}, "owner": {"S": "ann"}, "gsi1pk": {"S": "OWNER#ann"})") +
      ", " +
      item(
          R"("pk": {"S": "DOC#3"}, "id": {"S": "3"}, "owner": {"S": "bob"}, "gsi1pk": {"S": "OWNER#bob"})")));
  EXPECT_THAT(text, HasSubstr("OWNER#{owner}"));
  EXPECT_THAT(text, HasSubstr("only some items of `Doc` are in `by_owner`"));
  EXPECT_THAT(text, Not(HasSubstr("not known")));
}

TEST(Import, SaysWhichItemsItLeavesOut) {
  std::string items;
  for (int i = 0; i < 150; ++i) {
    const std::string word{static_cast<char>('A' + i / 26), static_cast<char>('A' + i % 26)};
    items +=
        (i == 0 ? "" : ", ") + item("\"pk\": {\"S\": \"" + word + "#1\"}, \"id\": {\"S\": \"1\"}");
  }
  std::string findings;
  const std::string text = imported(data_model(items), &findings);
  const std::string says =
      "sample items of table `t` are of more than 100 kinds: 50 of the other kinds were left out";
  EXPECT_THAT(findings, HasSubstr("warning[IMP005]: " + says));
  EXPECT_THAT(text, HasSubstr(says));
  std::string findings_of_few;
  imported(data_model(item(R"("pk": {"S": "A#1"}, "id": {"S": "1"})")), &findings_of_few);
  EXPECT_THAT(findings_of_few, Not(HasSubstr("left out")));
}

// A model of NoSQL Workbench with one table, and these sample items.
std::string workbench(const std::string& items) {
  return R"({"ModelName": "m", "ModelMetadata": {"Version": "3.0"}, "DataModel": [{"TableName": "t",
    "KeyAttributes": {"PartitionKey": {"AttributeName": "pk", "AttributeType": "S"}},
    "TableData": [)" +
         items + "]}]}";
}

TEST(Import, SaysWhichSamplesAreTooMany) {
  std::string bare;
  std::string requests;
  for (int i = 0; i < 10'003; ++i) {
    const std::string attributes = R"("pk": {"S": "A#1"}, "id": {"S": "1"})";
    bare += (i == 0 ? "{" : ", {") + attributes + "}";
    requests += (i == 0 ? "" : ", ") + item(attributes);
  }
  const std::string says =
      "3 of 10003 sample items of table `t` were left out: entities are taken from the first 10000";
  for (const auto& file : {workbench(bare), data_model(requests)}) {
    std::string findings;
    const std::string text = imported(file, &findings);
    EXPECT_THAT(findings, HasSubstr("warning[IMP005]: " + says));
    EXPECT_THAT(text, HasSubstr(says));
    EXPECT_THAT(text, HasSubstr("A#{id}")) << "the others are read";
  }
}

TEST(Import, SaysWhichSamplesAreTooLargeOrEmpty) {
  std::string large = R"("pk": {"S": "A#1"})";
  for (int i = 0; i < 1000; ++i) large += ", \"f" + std::to_string(i) + R"(": {"S": "x"})";
  const std::string small = R"("pk": {"S": "B#1"}, "id": {"S": "1"})";
  const std::string bare = "{" + large + "}, {" + small + "}, {}, 3";
  const std::string requests = item(large) + ", " + item(small) + ", " + item("") + ", " +
                               R"({"PutRequest": {"Item": 3}}, {"DeleteRequest": {}}, 3)";
  for (const auto& file : {workbench(bare), data_model(requests)}) {
    std::string findings;
    const std::string text = imported(file, &findings);
    EXPECT_THAT(findings,
                HasSubstr("1 of 4 sample items of table `t` were left out: they have more "
                          "than 1000 attributes each"));
    EXPECT_THAT(findings, HasSubstr("2 of 4 sample items of table `t` were left out: they have no "
                                    "attributes"));
    EXPECT_THAT(text, HasSubstr("B#{id}"));
    EXPECT_THAT(text, Not(HasSubstr(" f1: ")));
  }
  std::string findings;
  imported(data_model(requests), &findings);
  EXPECT_THAT(findings, HasSubstr("2 of 6 requests of table `t` were left out: they are no "
                                  "PutRequest with an Item"));
}

TEST(Import, SaysHowManyAttributesItLeavesOut) {
  std::string items;
  for (int i = 0; i < 2; ++i) {
    std::string attributes = R"("pk": {"S": "A#1"}, "id": {"S": "1"})";
    for (int k = 0; k < 600; ++k)
      attributes += ", \"f" + std::to_string(600 * i + k) + R"(": {"S": "x"})";
    items += (i == 0 ? "" : ", ") + item(attributes);
  }
  std::string findings;
  const std::string text = imported(data_model(items), &findings);
  // `id` and 1,200 others.
  EXPECT_THAT(findings, HasSubstr("warning[IMP005]: entity `A` has more than 1000 attributes: 201 "
                                  "were left out"));
  EXPECT_THAT(text, HasSubstr(" f998: "));
  EXPECT_THAT(text, Not(HasSubstr(" f999: ")));
}

TEST(Import, RenamesAnEntityInWhatAPatternReturns) {
  Draft draft;
  draft.tables.push_back({.name = "t",
                          .comments = {},
                          .partition = {"pk"},
                          .sort = {},
                          .indexes = {},
                          .ttl = {},
                          .read = {},
                          .write = {},
                          .target = {},
                          .span = {}});
  for (const char* name : {"an-order", "Line"}) {
    DraftEntity entity;
    entity.name = name;
    entity.table = "t";
    entity.fields.push_back({"id", "string", false, {}, {}});
    draft.entities.push_back(entity);
  }
  DraftPattern pattern;
  pattern.name = "p";
  pattern.op = "query";
  pattern.by = {"id"};
  pattern.returns = {"an-order?", "Line*", "an-order"};
  draft.patterns.push_back(pattern);
  Report report;
  settle(report, draft);
  ASSERT_EQ(draft.patterns.size(), 1U);
  EXPECT_THAT(draft.patterns[0].returns, testing::ElementsAre("an_order?", "Line*", "an_order"));
}

TEST(Import, RefusesOtherFiles) {
  for (const char* text :
       {"{}", "[]", "1", "null", R"({"tables": []})", R"({"tables": {}})", R"({"tables": [1]})"}) {
    const ImportResult result = import_file(text, "a.json");
    EXPECT_FALSE(result.format) << text;
    EXPECT_EQ(result.model, "");
    EXPECT_THAT(findings_of(result),
                HasSubstr("error[IMP002]: this is no data model that can be imported"));
  }
  const ImportResult yaml = import_file("tables: []\n", "a.json");
  EXPECT_THAT(findings_of(yaml), HasSubstr("a.json:1:1: error[IMP001]: a value was expected here"));
}

TEST(Import, ReportsUnknownKeys) {
  std::string findings;
  imported(schema(R"({"name": "id", "type": "string", "requierd": true})"), &findings);
  EXPECT_THAT(findings,
              HasSubstr("warning[IMP003]: a field has no key `requierd`, which was not read"));
  EXPECT_THAT(findings, HasSubstr("did you mean `required`?"));
}

TEST(Import, LeavesOutAKeyOfUnknownFields) {
  std::string findings;
  const std::string text =
      imported(schema(R"({"name": "other", "type": "string", "required": true})"), &findings);
  EXPECT_THAT(findings, HasSubstr("was left out: there is no field `id`"));
  EXPECT_THAT(
      text, HasSubstr("# decide: the key of `Thing`, pk `THING#{id}` and sk `META`, was left out"));
  EXPECT_THAT(text, Not(HasSubstr("key: {")));
}

TEST(Import, ShowsPatternsWithoutDesignToTheChecker) {
  const std::string text = imported(
      schema(R"({"name": "other", "type": "string", "required": true})", "",
             R"({"pattern_id": 1, "name": "get_thing", "description": "d", "operation": "GetItem",
                                               "parameters": [{"name": "other", "type": "string"}], "return_type": "single_entity"})"));
  EXPECT_THAT(text, HasSubstr("get_thing: {op: get, entity: Thing, by: [other]}"));
  const auto read = model::read_model(text, "a.model.yaml");
  ASSERT_TRUE(read.model);
  const auto plan = plan::make_plan(*read.model);
  const auto found = check::check(*read.model, plan, {.stage = check::Stage::patterns});
  EXPECT_TRUE(std::any_of(found.begin(), found.end(),
                          [](const auto& each) { return each.subject == "get_thing"; }));
}

TEST(Import, TakesNamesThatStandTwiceOnce) {
  std::string findings;
  const std::string twice = std::string(kId) + "," + kId;
  imported(schema(twice), &findings);
  const char* const pattern =
      R"({"pattern_id": 1, "name": "p", "description": "", "operation": "PutItem", "return_type": "void"})";
  const std::string text =
      imported(schema(kId, "", std::string(pattern) + "," + pattern + "," + pattern), &findings);
  EXPECT_THAT(text, HasSubstr("  p: "));
  EXPECT_THAT(text, HasSubstr("  p_thing: "));
  EXPECT_THAT(text, HasSubstr("  p_thing_2: "));
  EXPECT_THAT(findings, HasSubstr("pattern `p` is called `p_thing` here"));
}

TEST(Import, TakesTransactionsOfEachOtherForUnknownSteps) {
  // Steps name entities and never patterns, so that nothing can go round in a circle.
  std::string findings;
  std::string text = schema(kId);
  text.insert(text.size() - 1,
              R"(, "cross_table_access_patterns": [{"pattern_id": 1, "name": "a", "description": "",
    "operation": "TransactWrite", "entities_involved": [{"table": "t", "entity": "a", "action": "Put"}], "parameters": [],
    "return_type": "boolean"}])");
  EXPECT_THAT(imported(text, &findings), HasSubstr("left out: a"));
  EXPECT_THAT(findings, HasSubstr("the step `Put` of `a` was left out"));
}

TEST(Import, CannotBeMadeToWriteAnythingButComments) {
  const std::string text = imported(schema(
      kId, "",
      R"({"pattern_id": 1, "name": "p", "description": "one\nname: evil\u2028tables: {}\u0085x: y\r z",
                   "operation": "PutItem", "return_type": "void"})"));
  EXPECT_THAT(text, HasSubstr("  # one name: evil tables: {} x: y  z\n"));
}

TEST(Import, QuotesWhatYamlWouldReadOtherwise) {
  const std::string text = imported(
      R"({"tables": [{"table_config": {"table_name": "true", "partition_key": "a: b", "sort_key": "\"\\ é\u0001"},
                   "entities": {}}]})");
  EXPECT_THAT(text, HasSubstr("name: \"true\"\n"));
  EXPECT_THAT(text, HasSubstr(R"(keys: {partition: "a: b", sort: "\"\\ é\u0001"})"));
}

TEST(Import, IsTheSameEachTime) {
  const std::string text = schema(kId);
  EXPECT_EQ(import_file(text, "a.json").model, import_file(text, "b.json").model);
}

TEST(Import, StaysWithinBounds) {
  std::string fields = kId;
  for (int i = 0; i < 1000; ++i)
    fields +=
        ", {\"name\": \"f" + std::to_string(i) + "\", \"type\": \"string\", \"required\": true}";
  std::string findings;
  imported(schema(fields), &findings);
  EXPECT_THAT(findings, HasSubstr("`fields` must be a list of at most 1000, found a list"));
}

}  // namespace
}  // namespace keywright::imports
