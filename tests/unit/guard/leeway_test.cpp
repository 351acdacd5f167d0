#include "guarding.hpp"

#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>

// Requests that generated code would not make, and that are their patterns all the same.

namespace {

using namespace keywright;
using keywright::ViolationKind;
using keywright::testing::Guarding;
using keywright::testing::kJob;
using keywright::testing::kJobId;
using keywright::testing::kNow;
using ::testing::HasSubstr;

using Values = std::vector<std::pair<std::string, AttributeValue>>;

class ResearchLeeway : public Guarding {
 protected:
  std::string create(std::string condition) {
    PutItemRequest request;
    request.table_name = "app-table";
    request.item = {{"pk", kJob},       {"sk", "METADATA"},          {"_type", "Job"},
                    {"job_id", kJobId}, {"status", "queued"},        {"created_at", kNow},
                    {"topic", "tea"},   {"gsi1pk", "STATUS#queued"}, {"gsi1sk", kNow}};
    request.condition_expression = std::move(condition);
    return put(request);
  }
  std::string start(std::string changes, std::string condition, Values values) {
    UpdateItemRequest request;
    request.table_name = "app-table";
    request.key = {{"pk", kJob}, {"sk", "METADATA"}};
    request.update_expression = "SET #s = :to, gsi1pk = :k" + changes;
    request.condition_expression = std::move(condition);
    request.expression_attribute_names = {{"#s", "status"}};
    request.expression_attribute_values = {{":to", "running"}, {":k", "STATUS#running"}};
    for (auto& [name, value] : values) {
      request.expression_attribute_values.emplace_back(name, std::move(value));
    }
    return update(request);
  }
};

TEST_F(ResearchLeeway, AnyAttributeThatEveryItemHasSaysThatThereIsNone) {
  for (const char* attribute : {"pk", "sk", "job_id"}) {
    EXPECT_EQ(create("attribute_not_exists(" + std::string(attribute) + ")"), "create_job");
  }
  for (const char* attribute : {"topic", "created_at", "gsi1pk"}) {
    EXPECT_THAT(create("attribute_not_exists(" + std::string(attribute) + ")"),
                HasSubstr("it lacks the condition attribute_not_exists(pk)"));
  }
}

TEST_F(ResearchLeeway, ARangeOfOneValueIsThatValue) {
  const Values queued{{":q", "queued"}};
  for (const char* condition : {"#s BETWEEN :q AND :q", "#s >= :q AND #s <= :q",
                                "#s <= :q AND attribute_exists(pk) AND #s >= :q"}) {
    EXPECT_EQ(start("", condition, queued), "transition_status.start") << condition;
  }
  for (const char* condition : {"#s BETWEEN :q AND :r", "#s >= :q AND #s < :r"}) {
    EXPECT_THAT(start("", condition, {{":q", "queued"}, {":r", "queuee"}}),
                HasSubstr("it lacks the condition status = queued"))
        << condition;
  }
}

TEST_F(ResearchLeeway, AKeyMayBeWrittenAgainAsItIs) {
  const std::string from = "#s = :q AND created_at = :c";
  EXPECT_EQ(start(", gsi1sk = :c", from, {{":q", "queued"}, {":c", kNow}}),
            "transition_status.start");
  EXPECT_THAT(start(", gsi1sk = :c", "#s = :q", {{":q", "queued"}, {":c", kNow}}),
              HasSubstr("it sets gsi1sk, and its condition does not say what created_at is"));
  EXPECT_EQ(violation_.kind, ViolationKind::condition);
  EXPECT_THAT(start(", gsi1sk = :d", from,
                    {{":q", "queued"}, {":c", kNow}, {":d", "2027-01-02T03:04:05.678Z"}}),
              HasSubstr("created_at is \"2026-01-02T03:04:05.678Z\", and gsi1sk says"));
  EXPECT_EQ(violation_.kind, ViolationKind::index_keys);
  EXPECT_THAT(start(" REMOVE gsi1sk", "#s = :q", {{":q", "queued"}}), HasSubstr("gsi1sk of gsi1"));
}

class WritesLeeway : public Guarding {
 protected:
  WritesLeeway() : Guarding("writes") {}

  std::string triage(std::string changes, std::string condition, Values values) {
    UpdateItemRequest request;
    request.table_name = "writes";
    request.key = {{"pk", std::string("TICKET#") + kJobId}, {"sk", "TICKET"}};
    request.update_expression = std::move(changes);
    request.condition_expression = std::move(condition);
    request.expression_attribute_values.assign(values.begin(), values.end());
    return update(request);
  }
};

TEST_F(WritesLeeway, WhatKeysAreMadeOfNeedNotBeKnownWhereTheyGo) {
  const std::string gone = "SET priority = :p, votes = :v REMOVE second_pk, second_sk";
  const std::string set = "SET priority = :p, votes = :v, second_pk = :a, second_sk = :o";
  EXPECT_EQ(triage(gone, "attribute_exists(pk)", {{":p", 1}, {":v", 1}}), "triage");
  const Values high{{":p", 5}, {":v", 50}, {":a", "TEAM#red"}, {":o", kNow}};
  EXPECT_THAT(triage(set, "attribute_exists(pk)", high),
              HasSubstr("= the value that the index keys were made with"));
  auto known = high;
  known.emplace_back(":t", "red");
  EXPECT_EQ(triage(set, "team = :t AND opened_at = :o", known), "triage");
}

TEST_F(WritesLeeway, WhoSaysWhatItCreatesMeansToCreate) {
  UpdateItemRequest request;
  request.table_name = "writes";
  request.key = {{"pk", std::string("USER#a#") + kJobId}, {"sk", "USER"}};
  request.update_expression = "SET #t = :t, title = :i ADD hits :one";
  request.expression_attribute_names = {{"#t", "_type"}};
  request.expression_attribute_values = {{":t", "User"}, {":i", "x"}, {":one", 1}};
  EXPECT_THAT(update(request), HasSubstr("it leaves team alone"));
  EXPECT_EQ(violation_.nearest, "write_user");
  request.update_expression = "SET title = :i";
  request.expression_attribute_names = {};
  request.expression_attribute_values = {{":i", "x"}};
  EXPECT_THAT(update(request), HasSubstr("it lacks the condition attribute_exists(pk)"));
  EXPECT_EQ(violation_.nearest, "edit_user");
}

constexpr const char* kSizes = R"(
keywright: 1
name: sizes
profile: development
access_patterns:
  put_job:    {op: put, entity: Job, rate: {peak: 1}}
  edit_job:   {op: patch, entity: Job, by: [id], set: [size], rate: {peak: 1}}
  jobs_sized: {op: query, entity: Job, by: [team, size], page: 10, using: sizes, rate: {peak: 1}}
entities:
  Job:
    fields:
      id: {type: string, min: 1, max: 10}
      team: {type: string, min: 1, max: 10, optional: true}
      size: {type: int, min: 0, max: 99}
    key: {pk: "JOB#{id}", sk: JOB}
    indexes: {sizes: {pk: "SIZE#{team}#{size}", sk: "{id}"}}
table:
  name: sizes
  keys: {partition: pk, sort: sk}
  indexes: {sizes: {partition: sizes_pk, sort: sizes_sk, sparse: [Job]}}
)";

class SizesLeeway : public Guarding {
 protected:
  SizesLeeway() : Guarding(model::read_model(kSizes, "sizes").model.value()) {}

  std::string edit(std::string changes, std::string condition, Values values) {
    UpdateItemRequest request;
    request.table_name = "sizes";
    request.key = {{"pk", "JOB#1"}, {"sk", "JOB"}};
    request.update_expression = "SET #s = :s" + changes;
    request.condition_expression = std::move(condition);
    request.expression_attribute_names = {{"#s", "size"}};
    request.expression_attribute_values = {{":s", 7}};
    for (auto& [name, value] : values) {
      request.expression_attribute_values.emplace_back(name, std::move(value));
    }
    return update(request);
  }
};

TEST_F(SizesLeeway, BothKeysGoWhereTheItemHasNotBeenInTheIndex) {
  const std::string none = "attribute_exists(pk) AND attribute_not_exists(team)";
  EXPECT_EQ(edit(" REMOVE sizes_pk, sizes_sk", none, {}), "edit_job");
  EXPECT_EQ(edit(" REMOVE sizes_pk", none, {}), "edit_job");
  const Values red{{":t", "red"}, {":k", "SIZE#red#07"}};
  EXPECT_EQ(edit(", sizes_pk = :k", "team = :t", red), "edit_job");
  EXPECT_THAT(edit(", sizes_pk = :k REMOVE sizes_sk", "team = :t", red),
              HasSubstr("sizes_sk of sizes"));
}

}  // namespace
