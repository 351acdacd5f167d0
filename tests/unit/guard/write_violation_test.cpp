#include "guarding.hpp"

// Writes that are no access pattern, each with the whole of what a client is told.

namespace {

using namespace keywright;
using keywright::ViolationKind;
using keywright::testing::Guarding;
using keywright::testing::kJob;
using keywright::testing::kJobId;
using keywright::testing::kNow;

class WriteViolation : public Guarding {
 protected:
  static constexpr const char* kAddressed =
      "app-table (pk \"JOB#01ARZ3NDEKTSV4RRFFQ69G5FAV\", sk \"METADATA\"";

  static PutItemRequest create() {
    PutItemRequest request;
    request.table_name = "app-table";
    request.item = {{"pk", kJob},       {"sk", "METADATA"},          {"_type", "Job"},
                    {"job_id", kJobId}, {"status", "queued"},        {"created_at", kNow},
                    {"topic", "tea"},   {"gsi1pk", "STATUS#queued"}, {"gsi1sk", kNow}};
    request.condition_expression = "attribute_not_exists(pk)";
    return request;
  }
  static PutItemRequest create_with(std::string_view attribute, AttributeValue value) {
    auto request = create();
    request.item = ItemBuilder(request.item).set(attribute, value).build();
    return request;
  }
  static UpdateItemRequest start() {
    UpdateItemRequest request;
    request.table_name = "app-table";
    request.key = {{"pk", kJob}, {"sk", "METADATA"}};
    request.update_expression = "SET #s = :to, gsi1pk = :k";
    request.condition_expression = "#s = :from";
    request.expression_attribute_names = {{"#s", "status"}};
    request.expression_attribute_values = {
        {":to", "running"}, {":from", "queued"}, {":k", "STATUS#running"}};
    return request;
  }
};

TEST_F(WriteViolation, TheRightOnesAreNone) {
  EXPECT_EQ(put(create()), "create_job");
  EXPECT_EQ(update(start()), "transition_status.start");
}

TEST_F(WriteViolation, ACreateThatOverwrites) {
  auto request = create();
  request.condition_expression.reset();
  EXPECT_EQ(put(request), std::string("AccessPatternViolation: PutItem ") + kAddressed +
                              "): it lacks the condition attribute_not_exists(pk). Nearest: "
                              "create_job = PutItem Job, if absent");
  EXPECT_EQ(violation_.kind, ViolationKind::condition);
}

TEST_F(WriteViolation, AConditionThatMeansSomethingElse) {
  auto request = create();
  for (const char* text : {"attribute_not_exists(topic)", "attribute_exists(pk)",
                           "attribute_not_exists(pk) OR attribute_exists(topic)"}) {
    request.condition_expression = text;
    EXPECT_NE(put(request), "create_job") << text;
    EXPECT_EQ(violation_.kind, ViolationKind::condition) << text;
  }
}

TEST_F(WriteViolation, AnItemWhoseKeyIsNotMadeOfItsFields) {
  EXPECT_EQ(put(create_with("job_id", "01ARZ3NDEKTSV4RRFFQ69G5FAX")),
            std::string("AccessPatternViolation: PutItem ") + kAddressed +
                "): its job_id is \"01ARZ3NDEKTSV4RRFFQ69G5FAX\", and its key says "
                "\"01ARZ3NDEKTSV4RRFFQ69G5FAV\". Nearest: create_job = PutItem Job, if absent");
  EXPECT_EQ(violation_.kind, ViolationKind::item_key);
}

TEST_F(WriteViolation, AnItemTaggedAsAnother) {
  EXPECT_EQ(put(create_with("_type", "Report")),
            std::string("AccessPatternViolation: PutItem ") + kAddressed +
                "): it is tagged \"Report\", and its key is that of a Job. Nearest: create_job = "
                "PutItem Job, if absent");
}

TEST_F(WriteViolation, AKeyInTheWrongCase) {
  EXPECT_EQ(put(create_with("pk", "job#01ARZ3NDEKTSV4RRFFQ69G5FAV")),
            "AccessPatternViolation: PutItem app-table (pk \"job#01ARZ3NDEKTSV4RRFFQ69G5FAV\", sk "
            "\"METADATA\"): \"job#01ARZ3NDEKTSV4RRFFQ69G5FAV\" does not fit pk = JOB#{job_id}: "
            "\"JOB#\" is missing. Nearest: create_job = PutItem Job, if absent");
  EXPECT_EQ(violation_.kind, ViolationKind::item_key);
}

TEST_F(WriteViolation, AStaleIndexKey) {
  EXPECT_EQ(put(create_with("gsi1pk", "STATUS#running")),
            std::string("AccessPatternViolation: PutItem ") + kAddressed +
                "): its status is \"queued\", and its key says \"running\". Nearest: create_job = "
                "PutItem Job, if absent");
  EXPECT_EQ(violation_.kind, ViolationKind::index_keys);
}

TEST_F(WriteViolation, AMissingIndexKey) {
  auto request = create();
  request.item = ItemBuilder(request.item).remove("gsi1pk").remove("gsi1sk").build();
  EXPECT_EQ(put(request), std::string("AccessPatternViolation: PutItem ") + kAddressed +
                              "): it lacks gsi1pk, without which gsi1 does not have it. Nearest: "
                              "create_job = PutItem Job, if absent");
  request = create();
  request.item = ItemBuilder(request.item).remove("gsi1sk").build();
  EXPECT_EQ(put(request), std::string("AccessPatternViolation: PutItem ") + kAddressed +
                              "): it lacks gsi1sk, and has another key of gsi1. Nearest: "
                              "create_job = PutItem Job, if absent");
}

TEST_F(WriteViolation, AJobThatDoesNotBeginInItsInitialState) {
  auto request = create_with("status", "running");
  request.item = ItemBuilder(request.item).set("gsi1pk", AttributeValue("STATUS#running")).build();
  EXPECT_EQ(put(request), std::string("AccessPatternViolation: PutItem ") + kAddressed +
                              "): its status is \"running\", and it begins as queued. Nearest: "
                              "create_job = PutItem Job, if absent");
  EXPECT_EQ(violation_.kind, ViolationKind::change);
}

TEST_F(WriteViolation, AMoveWithoutItsCondition) {
  auto request = start();
  request.condition_expression = "attribute_exists(pk)";
  EXPECT_EQ(
      update(request),
      std::string("AccessPatternViolation: UpdateItem ") + kAddressed +
          ", changes gsi1pk and status): it lacks the condition status = queued. Nearest: "
          "transition_status.start = UpdateItem Job: pk = JOB#{job_id}, sk = METADATA, queued "
          "-> running, sets gsi1pk");
  EXPECT_EQ(violation_.kind, ViolationKind::condition);
}

TEST_F(WriteViolation, AMoveThatForgetsTheIndex) {
  auto request = start();
  request.update_expression = "SET #s = :to";
  EXPECT_EQ(update(request),
            std::string("AccessPatternViolation: UpdateItem ") + kAddressed +
                ", changes status): it leaves gsi1pk of gsi1 as it was, which is then stale. "
                "Nearest: transition_status.start = UpdateItem Job: pk = JOB#{job_id}, sk = "
                "METADATA, queued -> running, sets gsi1pk");
  EXPECT_EQ(violation_.kind, ViolationKind::index_keys);
}

TEST_F(WriteViolation, AMoveWithAnotherStatesKey) {
  auto request = start();
  request.expression_attribute_values[2].second = "STATUS#failed";
  EXPECT_EQ(update(request),
            std::string("AccessPatternViolation: UpdateItem ") + kAddressed +
                ", changes gsi1pk and status): \"STATUS#failed\" does not fit gsi1pk = "
                "STATUS#running: \"STATUS#running\" is missing. Nearest: transition_status.start = "
                "UpdateItem Job: pk = JOB#{job_id}, sk = METADATA, queued -> running, sets gsi1pk");
}

TEST_F(WriteViolation, AnUpdateOfAnotherAttribute) {
  auto request = start();
  request.update_expression = "SET #s = :to, gsi1pk = :k, topic = :to";
  EXPECT_EQ(
      update(request),
      std::string("AccessPatternViolation: UpdateItem ") + kAddressed +
          ", changes gsi1pk, status and topic): no access pattern changes topic so. Nearest: "
          "transition_status.start = UpdateItem Job: pk = JOB#{job_id}, sk = METADATA, queued "
          "-> running, sets gsi1pk");
  EXPECT_EQ(violation_.kind, ViolationKind::change);
}

TEST_F(WriteViolation, AMoveWithoutWhatIsPutBesideIt) {
  auto request = start();
  request.update_expression = "SET #s = :to, gsi1pk = :k, #e = :e";
  request.expression_attribute_names.emplace_back("#e", "error");
  request.expression_attribute_values = {
      {":to", "failed"}, {":from", "running"}, {":k", "STATUS#failed"}, {":e", "timeout"}};
  EXPECT_EQ(update(request),
            std::string("AccessPatternViolation: UpdateItem ") + kAddressed +
                ", changes error, gsi1pk and status): it is made in one transaction with other "
                "writes. Nearest: transition_status.fail = TransactWriteItems Job: pk = "
                "JOB#{job_id}, sk = METADATA, queued|running -> failed, sets gsi1pk");
  EXPECT_EQ(violation_.kind, ViolationKind::operation);
}

TEST_F(WriteViolation, ADeleteThatNoPatternMakes) {
  DeleteItemRequest request;
  request.table_name = "app-table";
  request.key = {{"pk", kJob}, {"sk", "METADATA"}};
  EXPECT_EQ(remove(request), std::string("AccessPatternViolation: DeleteItem ") + kAddressed +
                                 "): no access pattern deletes a Job. Nearest: create_job = "
                                 "PutItem Job, if absent");
  EXPECT_EQ(violation_.kind, ViolationKind::operation);
}

TEST_F(WriteViolation, ACreateInABatch) {
  BatchWriteItemRequest request;
  request.request_items["app-table"] = {PutRequest{create().item}};
  EXPECT_EQ(outcome(guard_.batch_write_item(request)),
            std::string("AccessPatternViolation: BatchWriteItem ") + kAddressed +
                "): a batch has no conditions. Nearest: create_job = PutItem Job, if absent");
}

class OrdersViolation : public Guarding {
 protected:
  OrdersViolation() : Guarding("orders") {}
  static UpdateItemRequest of_customer(std::string update_text, std::string condition,
                                       ExpressionAttributeValues values) {
    UpdateItemRequest request;
    request.table_name = "orders";
    request.key = {{"pk", "CUSTOMER#01ARZ3NDEKTSV4RRFFQ69G5FAV"}, {"sk", "#PROFILE"}};
    request.update_expression = std::move(update_text);
    request.condition_expression = std::move(condition);
    request.expression_attribute_values = std::move(values);
    return request;
  }
};

TEST_F(OrdersViolation, AKeyMadeOfAStoredValueThatIsNotChecked) {
  // tier_pk is made of tier, which changes, and class, which the caller says; and the entry depends
  // on active, and on seen_at, which need not be stored.
  const std::string set = "SET tier = :t, tier_pk = :k, tier_sk = :s";
  const ExpressionAttributeValues values{{":t", "plus"},
                                         {":k", "TIER#plus#04"},
                                         {":c", -1},
                                         {":a", true},
                                         {":s", "2026-01-02T03:04:05.678Z"}};
  const std::string condition =
      "attribute_exists(pk) AND #class = :c AND active = :a AND seen_at = :s";
  auto request = of_customer(set, condition, values);
  request.expression_attribute_names = {{"#class", "class"}};
  EXPECT_EQ(update(request), "set_tier");

  request.condition_expression = "attribute_exists(pk) AND active = :a AND seen_at = :s";
  EXPECT_NE(update(request), "set_tier");
  EXPECT_EQ(violation_.kind, ViolationKind::condition);
  EXPECT_NE(violation_.message.find("class = the value that the index keys were made with"),
            std::string::npos)
      << violation_.message;

  request.condition_expression = condition;
  request.expression_attribute_values[2].second = 2;
  EXPECT_NE(update(request), "set_tier");
  EXPECT_NE(violation_.message.find("class is 2, and tier_pk says \"04\""), std::string::npos)
      << violation_.message;

  request.expression_attribute_values[2].second = -1;
  request.expression_attribute_values[3].second = false;
  EXPECT_NE(update(request), "set_tier");
  EXPECT_NE(
      violation_.message.find("the item no longer belongs into by_tier, and its keys are set"),
      std::string::npos)
      << violation_.message;
}

TEST_F(OrdersViolation, HalfAKeyOfAnItemThatLacksTheOtherHalf) {
  ExpressionAttributeValues values{
      {":t", "plus"}, {":k", "TIER#plus#04"}, {":c", -1}, {":a", true}};
  const std::string condition =
      "attribute_exists(pk) AND #class = :c AND active = :a AND attribute_not_exists(seen_at)";
  auto request = of_customer("SET tier = :t, tier_pk = :k", condition, values);
  request.expression_attribute_names = {{"#class", "class"}};
  EXPECT_NE(update(request), "set_tier");
  values.erase(values.begin() + 1);
  request = of_customer("SET tier = :t REMOVE tier_pk, tier_sk", condition, values);
  request.expression_attribute_names = {{"#class", "class"}};
  EXPECT_EQ(update(request), "set_tier") << violation_.message;
}

TEST_F(OrdersViolation, ADeleteWithoutThePatternsCondition) {
  DeleteItemRequest request;
  request.table_name = "orders";
  request.key = {{"pk", "CUSTOMER#01ARZ3NDEKTSV4RRFFQ69G5FAV"}, {"sk", "#PROFILE"}};
  remove(request);
  EXPECT_EQ(violation_.message,
            "AccessPatternViolation: DeleteItem orders (pk \"CUSTOMER#01ARZ3NDEKTSV4RRFFQ69G5FAV\","
            " sk \"#PROFILE\"): it lacks the condition visits = 0. Nearest: close_account = "
            "DeleteItem Customer: pk = CUSTOMER#{customer_id}, sk = #PROFILE");
  request.condition_expression = "visits = :n";
  request.expression_attribute_values = {{":n", 0}};
  EXPECT_EQ(remove(request), "close_account");
  request.expression_attribute_values = {{":n", 1}};
  EXPECT_NE(remove(request), "close_account");
}

TEST_F(OrdersViolation, AnItemInAnIndexThatItsStateKeepsItOutOf) {
  PutItemRequest request;
  request.table_name = "orders";
  request.item = {{"pk", "CUSTOMER#01ARZ3NDEKTSV4RRFFQ69G5FAV"},
                  {"sk", "ORDER#2026-01-02#000007"},
                  {"_type", "Order"},
                  {"customer_id", kJobId},
                  {"placed_on", "2026-01-02"},
                  {"number", 7},
                  {"state", "shipped"},
                  {"warehouse", "oslo"},
                  {"due", kNow},
                  {"total", 12},
                  {"open_pk", "OPEN#oslo"},
                  {"open_sk", std::string(kNow) + "#000007"}};
  request.condition_expression = "#state = :placed";
  request.expression_attribute_names = {{"#state", "state"}};
  request.expression_attribute_values = {{":placed", "placed"}};
  EXPECT_NE(put(request), "replace_order");
  EXPECT_NE(violation_.message.find("it has open_pk, and does not belong into open"),
            std::string::npos)
      << violation_.message;
  request.item = ItemBuilder(request.item).set("state", AttributeValue("paid")).build();
  EXPECT_EQ(put(request), "replace_order");
  request.item = ItemBuilder(request.item).set("number", AttributeValue(8)).build();
  put(request);
  EXPECT_NE(violation_.message.find("its number is 8, and its key says \"000007\""),
            std::string::npos)
      << violation_.message;
}

TEST_F(OrdersViolation, AValueThatTheFieldCannotHave) {
  const auto rename = [&](const std::string& text, AttributeValue value) {
    auto request = of_customer(text, "attribute_exists(pk)", {{":n", std::move(value)}});
    request.expression_attribute_names = {{"#n", "name"}};
    return update(request);
  };
  EXPECT_EQ(rename("SET #n = :n", "Ada"), "rename_customer");
  EXPECT_NE(rename("SET #n = :n", 7).find("Customer.name is of type N; it must be of S. Nearest: "),
            std::string::npos)
      << violation_.message;
  EXPECT_EQ(violation_.kind, ViolationKind::fields);
  rename("SET #n = :n", std::string(101, 'x'));
  EXPECT_NE(violation_.message.find("Customer.name has 101 characters; it must have at most 100"),
            std::string::npos)
      << violation_.message;
  rename("SET #n.x = :n", "Ada");
  EXPECT_NE(violation_.message.find("Customer.name.x is nothing that the field can have"),
            std::string::npos)
      << violation_.message;
  auto visit = of_customer("ADD visits :n", "attribute_exists(pk)",
                           {{":n", AttributeValue::string_set({"a"})}});
  update(visit);
  EXPECT_NE(violation_.message.find("Customer.visits is of type N; it cannot take"),
            std::string::npos)
      << violation_.message;
}

TEST_F(OrdersViolation, AValueMadeOfAnotherAttribute) {
  auto request = of_customer("SET #n = note", "attribute_exists(pk)", {});
  request.expression_attribute_names = {{"#n", "name"}};
  for (const char* text :
       {"SET #n = note", "SET #n = if_not_exists(note, :n)",
        "SET visits = if_not_exists(balance, :one) + :one", "SET visits = visits + balance"}) {
    request.update_expression = text;
    request.expression_attribute_values = {{":n", "Ada"}, {":one", 1}};
    update(request);
    EXPECT_EQ(violation_.kind, ViolationKind::change) << text;
    violation_ = {};
  }
  request.update_expression = "SET visits = visits - :one";
  EXPECT_EQ(update(request), "count_visit");
}

TEST_F(OrdersViolation, APartOfADocument) {
  auto request = of_customer("SET address.#kind = :v", "attribute_exists(pk)", {{":v", "work"}});
  request.expression_attribute_names = {{"#kind", "kind"}};
  EXPECT_EQ(update(request), "change_profile");
  request.expression_attribute_values = {{":v", "tent"}};
  update(request);
  EXPECT_NE(
      violation_.message.find("Customer.address.kind is \"tent\", which is none of home and work"),
      std::string::npos)
      << violation_.message;
  request.update_expression = "REMOVE address.#kind";
  update(request);
  EXPECT_NE(violation_.message.find("Customer.address.kind cannot be removed"), std::string::npos)
      << violation_.message;
  request.update_expression = "REMOVE address";
  EXPECT_EQ(update(request), "change_profile");
  request.update_expression = "REMOVE address.#lines[0]";
  request.expression_attribute_names = {{"#lines", "lines"}};
  EXPECT_EQ(update(request), "change_profile");
}

class WritesViolation : public Guarding {
 protected:
  WritesViolation() : Guarding("writes") {}
  /// An upsert, as the repository makes it.
  static UpdateItemRequest count() {
    UpdateItemRequest request;
    request.table_name = "writes";
    request.key = {{"pk", "HITS#home"}, {"sk", "HITS"}};
    request.update_expression =
        "SET #type = :type, page = :page, since = if_not_exists(since, :since), gone_at = :gone "
        "ADD hits :one";
    request.expression_attribute_names = {{"#type", "_type"}};
    request.expression_attribute_values = {
        {":type", "Hits"}, {":page", "home"}, {":since", kNow}, {":gone", 1767326645}, {":one", 1}};
    return request;
  }
};

TEST_F(WritesViolation, AnUpsertTagsWhatItMakes) {
  EXPECT_EQ(update(count()), "count");
  auto request = count();
  request.expression_attribute_values[0].second = "User";
  update(request);
  EXPECT_NE(violation_.message.find("it sets _type to \"User\""), std::string::npos)
      << violation_.message;
  request = count();
  request.update_expression->replace(4, std::string_view("#type = :type, ").size(), "");
  update(request);
  EXPECT_NE(violation_.message.find("it does not set _type, by which readers know what it creates"),
            std::string::npos)
      << violation_.message;
}

TEST_F(WritesViolation, AnUpsertThatChangesWhatStays) {
  auto request = count();
  const auto at = request.update_expression->find("if_not_exists(since, :since)");
  request.update_expression->replace(at, std::string_view("if_not_exists(since, :since)").size(),
                                     ":since");
  update(request);
  EXPECT_EQ(violation_.kind, ViolationKind::change);
}

TEST_F(WritesViolation, ADeleteOfWhatHasNotExpired) {
  DeleteItemRequest request;
  request.table_name = "writes";
  request.key = count().key;
  request.condition_expression = "gone_at < :now";
  request.expression_attribute_values = {{":now", keywright::testing::kNowSeconds}};
  EXPECT_EQ(remove(request), "count");
  request.expression_attribute_values = {{":now", 9999999999}};
  EXPECT_NE(remove(request), "count");
}

}  // namespace
