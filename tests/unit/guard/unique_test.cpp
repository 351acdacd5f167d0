#include "guarding.hpp"

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>

// Values that no two items may have are kept by sentinels, which writes made by hand write too; and
// puts of what has a version replace only what their callers have read.

namespace {

using namespace keywright;
using keywright::ViolationKind;
using keywright::testing::Guarding;
using keywright::testing::kJobId;
using keywright::testing::kNowSeconds;
using ::testing::HasSubstr;

using Values = ExpressionAttributeValues;

class Treasury : public Guarding {
 protected:
  Treasury() : Guarding("treasury") {}

  static Item member(std::string_view email, std::optional<std::string> handle, int version) {
    ItemBuilder item;
    item.set("pk", AttributeValue("TEAM#red"));
    item.set("sk", AttributeValue(std::string("MEMBER#") + kJobId));
    item.set("_type", AttributeValue("Member"));
    item.set("team", AttributeValue("red"));
    item.set("member_id", AttributeValue(kJobId));
    item.set("email", AttributeValue(email));
    if (handle) item.set("handle", AttributeValue(*handle));
    item.set("name", AttributeValue("Ada"));
    item.set("version", AttributeValue(version));
    return item.build();
  }
  static TransactPut put_of(Item item, std::string condition, Values values = {}) {
    TransactPut put;
    put.table_name = "treasury";
    put.item = std::move(item);
    put.condition_expression = std::move(condition);
    put.expression_attribute_values = std::move(values);
    return put;
  }
  static TransactPut taken(std::string_view value) {
    return put_of({{"pk", "UNIQUE#" + std::string(value)}, {"sk", "UNIQUE"}},
                  "attribute_not_exists(pk)");
  }
  static TransactDelete freed(std::string_view value) {
    TransactDelete remove;
    remove.table_name = "treasury";
    remove.key = {{"pk", "UNIQUE#" + std::string(value)}, {"sk", "UNIQUE"}};
    return remove;
  }
  std::string transact(std::vector<TransactWriteItem> items) {
    TransactWriteItemsRequest request;
    request.transact_items = std::move(items);
    return outcome(guard_.transact_write_items(request));
  }
  static TransactUpdate change_email() {
    TransactUpdate update;
    update.table_name = "treasury";
    update.key = {{"pk", "TEAM#red"}, {"sk", std::string("MEMBER#") + kJobId}};
    update.update_expression = "SET email = :new ADD version :one";
    update.condition_expression = "attribute_exists(pk) AND email = :old";
    update.expression_attribute_values = {
        {":new", "new@a.example"}, {":old", "ada@a.example"}, {":one", 1}};
    return update;
  }
  static constexpr const char* kNewEmail = "Member#email#red#new@a.example";
  static constexpr const char* kEmail = "Member#email#red#ada@a.example";
};

TEST_F(Treasury, ACreateTakesTheValuesOfItsItem) {
  const auto created = put_of(member("ada@a.example", "ada", 1), "attribute_not_exists(pk)");
  EXPECT_EQ(transact({created, taken(kEmail), taken("Member#handle#ada")}), "create_member");
  PutItemRequest alone;
  alone.table_name = "treasury";
  alone.item = created.item;
  alone.condition_expression = created.condition_expression;
  EXPECT_THAT(put(alone),
              HasSubstr("it does not put the sentinel UNIQUE#Member#email#{team}#{email} beside "
                        "it, which keeps Member.email unique. Nearest: create_member = "));
  EXPECT_EQ(violation_.kind, ViolationKind::unique);
  EXPECT_THAT(transact({created, taken(kEmail)}), HasSubstr("Member.handle unique"));
  EXPECT_THAT(transact({created, taken(kNewEmail), taken("Member#handle#ada")}),
              HasSubstr("Member.email unique"))
      << "another value's";
  const auto without =
      put_of(member("ada@a.example", std::nullopt, 1), created.condition_expression.value());
  EXPECT_EQ(transact({without, taken(kEmail)}), "create_member") << "it has no handle";
}

TEST_F(Treasury, AChangeTakesTheNewValueAndGivesTheOldOneBack) {
  EXPECT_EQ(transact({change_email(), freed(kEmail), taken(kNewEmail)}), "change_email");
  EXPECT_THAT(transact({change_email(), taken(kNewEmail)}),
              HasSubstr("it does not delete the sentinel UNIQUE#Member#email#{team}#{email} of the "
                        "team and email before, which then nobody else can have"));
  EXPECT_EQ(violation_.kind, ViolationKind::unique);
  EXPECT_THAT(transact({change_email(), freed(kNewEmail), taken(kNewEmail)}),
              HasSubstr("it does not delete the sentinel"));
  EXPECT_THAT(transact({change_email(), freed(kEmail)}), HasSubstr("it does not put the sentinel"));
  auto same = change_email();
  same.expression_attribute_values[0].second = "ada@a.example";
  EXPECT_EQ(transact({same}), "change_email") << "it has the value already";
  TransactConditionCheck check;
  check.table_name = "treasury";
  check.key = freed(kEmail).key;
  check.condition_expression = "attribute_exists(pk)";
  EXPECT_THAT(transact({change_email(), check, taken(kNewEmail)}),
              HasSubstr("it does not delete the sentinel"))
      << "a check deletes nothing";
  check.condition_expression = "attribute_exists(pk) AND #o <> :o";
  check.expression_attribute_names = {{"#o", "owner"}};
  check.expression_attribute_values = {{":o", "me"}};
  EXPECT_EQ(transact({change_email(), check, taken(kNewEmail)}), "change_email")
      << "the value is not its to give back";
}

TEST_F(Treasury, ADeleteGivesBackWhatTheItemHad) {
  TransactDelete dropped;
  dropped.table_name = "treasury";
  dropped.key = change_email().key;
  dropped.condition_expression =
      "(attribute_not_exists(email) OR email = :e) AND attribute_not_exists(handle)";
  dropped.expression_attribute_values = {{":e", "ada@a.example"}};
  EXPECT_EQ(transact({dropped, freed(kEmail)}), "drop_member");
  EXPECT_THAT(transact({dropped}), HasSubstr("it does not delete the sentinel"));
}

TEST_F(Treasury, WhatExpiresTakesItsValueWithEveryPut) {
  TransactPut seat = put_of({{"pk", "SEAT#ada"},
                             {"sk", "SEAT"},
                             {"_type", "Seat"},
                             {"guest", "ada"},
                             {"place", 7},
                             {"until", kNowSeconds + 60}},
                            "place = :p", {{":p", 7}});
  auto sentinel = taken("Seat#place#007");
  sentinel.item = ItemBuilder(sentinel.item).set("until", AttributeValue(kNowSeconds + 60)).build();
  EXPECT_EQ(transact({seat, sentinel}), "keep_seat");
  EXPECT_THAT(transact({seat}), HasSubstr("which keeps Seat.place unique"));
}

TEST_F(Treasury, APutReplacesTheVersionThatWasRead) {
  PutItemRequest request;
  request.table_name = "treasury";
  request.item = {{"pk", "LEASE#a"}, {"sk", "LEASE"}, {"_type", "Lease"},
                  {"name", "a"},     {"holder", "x"}, {"until", kNowSeconds + 60},
                  {"version", 8}};
  const auto with = [&](std::string condition, int stored) {
    request.condition_expression = condition;
    request.expression_attribute_values = {};
    if (condition.find(":v") != std::string::npos) {
      request.expression_attribute_values.emplace_back(":v", stored);
    }
    return put(request);
  };
  for (const char* condition : {"version = :v", "version < :v", "version <= :v",
                                "attribute_not_exists(version) OR version = :v",
                                "attribute_not_exists(pk) AND attribute_not_exists(version)"}) {
    EXPECT_EQ(with(condition, 7), "take_lease") << condition;
  }
  EXPECT_EQ(with("version < :v", 8), "take_lease");
  for (const char* condition :
       {"version = :v", "version <= :v", "version > :v", "attribute_exists(pk)", "version <> :v"}) {
    EXPECT_THAT(with(condition, 8), HasSubstr("it lacks the condition version = the one that was "
                                              "read. Nearest: take_lease = "))
        << condition;
    EXPECT_EQ(violation_.kind, ViolationKind::condition);
  }
  BatchWriteItemRequest batch;
  batch.request_items["treasury"] = {PutRequest{request.item}};
  EXPECT_THAT(outcome(guard_.batch_write_item(batch)), HasSubstr("a batch has no conditions"));
}

class TwoMoves : public Guarding {
 protected:
  static constexpr const char* kIds[] = {"01ARZ3NDEKTSV4RRFFQ69G5FAV",
                                         "01ARZ3NDEKTSV4RRFFQ69G5FAW"};

  static TransactUpdate fail(int job) {
    TransactUpdate update;
    update.table_name = "app-table";
    update.key = {{"pk", std::string("JOB#") + kIds[job]}, {"sk", "METADATA"}};
    update.update_expression = "SET #s = :to, gsi1pk = :k";
    update.condition_expression = "#s = :from";
    update.expression_attribute_names = {{"#s", "status"}};
    update.expression_attribute_values = {
        {":to", "failed"}, {":from", "running"}, {":k", "STATUS#failed"}};
    return update;
  }
  static TransactPut debug(int job) {
    TransactPut put;
    put.table_name = "app-table";
    put.item = {{"pk", std::string("JOB#") + kIds[job]},
                {"sk", "DEBUG"},
                {"_type", "JobDebug"},
                {"job_id", kIds[job]},
                {"payload", "trace"},
                {"expires_at", 1800000000}};
    return put;
  }
  std::string transact(std::vector<TransactWriteItem> items) {
    TransactWriteItemsRequest request;
    request.transact_items = std::move(items);
    return outcome(guard_.transact_write_items(request));
  }
};

TEST_F(TwoMoves, AreMadeInOneTransaction) {
  EXPECT_EQ(transact({fail(0), debug(0), fail(1), debug(1)}), "transition_status.fail");
  EXPECT_EQ(transact({fail(0), fail(1), debug(1), debug(0)}), "transition_status.fail");
  EXPECT_EQ(guard_.report().matched, 2U);
  EXPECT_THAT(transact({fail(0), debug(0), fail(1)}),
              HasSubstr("transition_status.fail does not make it beside its other writes"));
  EXPECT_NE(transact({fail(0), debug(0), fail(1), debug(0)}), "transition_status.fail");
}

TEST_F(TwoMoves, GoWithWritesToTablesOfOthers) {
  TransactPut other;
  other.table_name = "another-table";
  other.item = {{"pk", "1"}};
  EXPECT_EQ(transact({other, fail(0), debug(0)}), "transition_status.fail");
}

}  // namespace
