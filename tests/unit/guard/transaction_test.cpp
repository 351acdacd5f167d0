#include "guarding.hpp"

// Transactions: as a whole where a pattern declares one, else write by write.

namespace {

using namespace keywright;
using keywright::ViolationKind;
using keywright::testing::Guarding;
using keywright::testing::kJob;
using keywright::testing::kJobId;
using keywright::testing::kNow;

class ResearchTransaction : public Guarding {
 protected:
  static TransactUpdate fail() {
    TransactUpdate update;
    update.table_name = "app-table";
    update.key = {{"pk", kJob}, {"sk", "METADATA"}};
    update.update_expression = "SET #s = :to, gsi1pk = :k, #e = :e";
    update.condition_expression = "#s = :from";
    update.expression_attribute_names = {{"#s", "status"}, {"#e", "error"}};
    update.expression_attribute_values = {
        {":to", "failed"}, {":from", "running"}, {":k", "STATUS#failed"}, {":e", "timeout"}};
    return update;
  }
  static TransactPut debug() {
    TransactPut put;
    put.table_name = "app-table";
    put.item = {{"pk", kJob},       {"sk", "DEBUG"},      {"_type", "JobDebug"},
                {"job_id", kJobId}, {"payload", "trace"}, {"expires_at", 1800000000}};
    return put;
  }
  std::string transact(std::vector<TransactWriteItem> items) {
    TransactWriteItemsRequest request;
    request.transact_items = std::move(items);
    return outcome(guard_.transact_write_items(request));
  }
};

TEST_F(ResearchTransaction, AMoveWithWhatIsPutBesideItIsOnePattern) {
  EXPECT_EQ(transact({fail(), debug()}), "transition_status.fail");
  EXPECT_EQ(transact({debug(), fail()}), "transition_status.fail");
}

TEST_F(ResearchTransaction, WhatIsPutBesideAMoveIsOfTheSameJob) {
  auto other = debug();
  const std::string id = "01ARZ3NDEKTSV4RRFFQ69G5FAW";
  other.item = ItemBuilder(other.item).set("pk", "JOB#" + id).set("job_id", id).build();
  EXPECT_EQ(transact({fail(), other}),
            "AccessPatternViolation: TransactWriteItems app-table (pk "
            "\"JOB#01ARZ3NDEKTSV4RRFFQ69G5FAW\", sk \"DEBUG\"): its job_id is "
            "\"01ARZ3NDEKTSV4RRFFQ69G5FAW\", and that of the item beside it "
            "\"01ARZ3NDEKTSV4RRFFQ69G5FAV\". Nearest: transition_status.fail = TransactWriteItems "
            "Job: pk = JOB#{job_id}, sk = METADATA, queued|running -> failed, sets gsi1pk");
  EXPECT_EQ(violation_.kind, ViolationKind::item_key);
}

TEST_F(ResearchTransaction, WhatIsWrongBesideAMoveIsNamed) {
  auto late = debug();
  late.item = ItemBuilder(late.item).set("expires_at", 1800000000000).build();
  EXPECT_NE(transact({fail(), late}).find("JobDebug.expires_at"), std::string::npos);
  EXPECT_EQ(violation_.kind, ViolationKind::fields);
}

// As writes of several patterns are that stand alone.
TEST_F(ResearchTransaction, AMoveGoesWithAWriteThatIsAPatternByItself) {
  TransactPut more = debug();
  more.item = keywright::testing::finding("0123456789abcdef");
  transact({fail(), more, debug()});
  EXPECT_EQ(guard_.report().matched, 1U);
  EXPECT_EQ(guard_.report().violations, 0U);
  // A step of another is none.
  TransactUpdate alone = fail();
  alone.key = {{"pk", "JOB#01ARZ3NDEKTSV4RRFFQ69G5FAW"}, {"sk", "METADATA"}};
  EXPECT_NE(transact({fail(), debug(), more, alone})
                .find("transition_status.fail does not make it beside its other writes"),
            std::string::npos);
}

TEST_F(ResearchTransaction, AMoveMayLeaveAnOptionalFieldAlone) {
  auto update = fail();
  update.update_expression = "SET #s = :to, gsi1pk = :k";
  update.expression_attribute_names = {{"#s", "status"}};
  update.expression_attribute_values = {
      {":to", "failed"}, {":from", "running"}, {":k", "STATUS#failed"}};
  EXPECT_EQ(transact({update, debug()}), "transition_status.fail");
  update.update_expression += " REMOVE #e";
  update.expression_attribute_names.emplace_back("#e", "error");
  EXPECT_EQ(transact({update, debug()}), "transition_status.fail");
}

TEST_F(ResearchTransaction, AMoveIsNearestToTheOneIntoItsState) {
  auto update = fail();
  update.update_expression = "SET #s = :to, gsi1pk = :k, topic = :e";
  update.expression_attribute_names = {{"#s", "status"}};
  EXPECT_NE(transact({update, debug()}).find("no access pattern changes topic so"),
            std::string::npos);
  EXPECT_EQ(violation_.nearest, "transition_status.fail");
}

TEST_F(ResearchTransaction, ConditionChecksGoWithIt) {
  TransactConditionCheck check;
  check.table_name = "app-table";
  check.key = {{"pk", kJob}, {"sk", "REPORT"}};
  check.condition_expression = "attribute_not_exists(pk)";
  EXPECT_EQ(transact({fail(), debug(), check}), "transition_status.fail");
}

TEST_F(ResearchTransaction, WhatGoesWithWritesIsNoneWithoutThem) {
  TransactConditionCheck check;
  check.table_name = "app-table";
  check.key = {{"pk", kJob}, {"sk", "REPORT"}};
  check.condition_expression = "attribute_not_exists(pk)";
  EXPECT_NE(transact({check}).find("it goes with the writes of an access pattern, and none is "
                                   "beside it"),
            std::string::npos);
  TransactPut other;
  other.table_name = "another-table";
  other.item = {{"pk", "1"}};
  EXPECT_EQ(transact({other}), "");
  EXPECT_NE(transact({other, check}), "");
}

TEST_F(ResearchTransaction, HalfOfItIsNone) {
  EXPECT_EQ(transact({debug()}),
            "AccessPatternViolation: TransactWriteItems app-table (pk "
            "\"JOB#01ARZ3NDEKTSV4RRFFQ69G5FAV\", sk \"DEBUG\"): it is made in one transaction with "
            "other writes. Nearest: transition_status.fail = TransactWriteItems Job: pk = "
            "JOB#{job_id}, sk = METADATA, queued|running -> failed, sets gsi1pk");
  transact({fail(), debug(), debug()});
  EXPECT_EQ(violation_.kind, ViolationKind::operation);
}

TEST_F(ResearchTransaction, OtherwiseEachWriteIsAPatternOfItsOwn) {
  TransactPut report;
  report.table_name = "app-table";
  report.item = {
      {"pk", kJob}, {"sk", "REPORT"}, {"_type", "Report"}, {"job_id", kJobId}, {"text", "well"}};
  TransactPut finding = report;
  finding.item = keywright::testing::finding("0123456789abcdef");
  EXPECT_EQ(transact({report, finding}), "put_report put_findings");
}

class ShopTransaction : public Guarding {
 protected:
  ShopTransaction() : Guarding("shop") {}
  static constexpr const char* kCustomer = "TENANT#acme#CUSTOMER#01ARZ3NDEKTSV4RRFFQ69G5FAV";

  static TransactPut order() {
    TransactPut put;
    put.table_name = "shop";
    const auto sort = std::string("ORDER#") + kNow + "#" + kJobId;
    put.item = {{"pk", kCustomer},       {"sk", sort},
                {"_type", "Order"},      {"tenant_id", "acme"},
                {"customer_id", kJobId}, {"order_id", kJobId},
                {"placed_at", kNow},     {"status", "placed"},
                {"total_cents", 1},      {"gsi1pk", "RECENT#acme#2"},
                {"gsi1sk", kNow}};
    put.condition_expression = "attribute_not_exists(pk)";
    return put;
  }
  static TransactUpdate count() {
    TransactUpdate update;
    update.table_name = "shop";
    update.key = {{"pk", kCustomer}, {"sk", "PROFILE"}};
    update.update_expression = "ADD order_count :one, version :one";
    update.condition_expression = "attribute_exists(pk)";
    update.expression_attribute_values = {{":one", 1}};
    return update;
  }
};

TEST_F(ShopTransaction, ADeclaredTransactionIsItsSteps) {
  TransactWriteItemsRequest request;
  request.transact_items = {order(), count()};
  EXPECT_EQ(outcome(guard_.transact_write_items(request)), "place_order");
  request.transact_items = {order()};
  EXPECT_EQ(outcome(guard_.transact_write_items(request)), "create_order");
}

TEST_F(ShopTransaction, EveryUpdateCountsTheVersion) {
  UpdateItemRequest request;
  request.table_name = "shop";
  request.key = count().key;
  request.expression_attribute_names = {{"#n", "name"}};
  const auto changed = [&](std::string_view version, std::string_view condition) {
    request.update_expression = "SET #n = :n" + std::string(version);
    request.condition_expression = "attribute_exists(pk)" + std::string(condition);
    request.expression_attribute_values = {{":n", "Ada"}};
    if (version.find(":one") != std::string_view::npos) {
      request.expression_attribute_values.emplace_back(":one", 1);
    }
    for (const auto& [name, value] : {std::pair(":v", 6), std::pair(":w", 7)}) {
      const bool is_used = version.find(name) != std::string_view::npos ||
                           condition.find(name) != std::string_view::npos;
      if (is_used) request.expression_attribute_values.emplace_back(name, value);
    }
    return update(request);
  };
  EXPECT_EQ(changed(" ADD version :one", ""), "change_customer");
  EXPECT_EQ(changed(", version = version + :one", ""), "change_customer");
  EXPECT_EQ(changed(", version = :w", " AND version = :v"), "change_customer");
  for (const auto& [version, condition] :
       {std::pair("", ""), std::pair("", " AND version = :v"), std::pair(", version = :w", ""),
        std::pair(", version = :v", " AND version = :w"),
        std::pair(", version = version - :one", "")}) {
    EXPECT_NE(changed(version, condition).find("it does not count version up, as every write does"),
              std::string::npos)
        << version << condition;
    EXPECT_EQ(violation_.kind, ViolationKind::change);
  }
}

TEST_F(ShopTransaction, AStepIsNoPatternOfItsOwn) {
  TransactWriteItemsRequest request;
  request.transact_items = {count()};
  EXPECT_EQ(outcome(guard_.transact_write_items(request)),
            "AccessPatternViolation: TransactWriteItems shop (pk "
            "\"TENANT#acme#CUSTOMER#01ARZ3NDEKTSV4RRFFQ69G5FAV\", sk \"PROFILE\", changes "
            "order_count and version): it is made in one transaction with other writes. Nearest: "
            "place_order = TransactWriteItems of: create_order; UpdateItem Customer: pk = "
            "TENANT#{tenant_id}#CUSTOMER#{customer_id}, sk = PROFILE, if present, counts version");
}

TEST_F(ShopTransaction, ASentinelGoesWithTheItemItKeepsUnique) {
  TransactPut customer;
  customer.table_name = "shop";
  customer.item = {{"pk", kCustomer},     {"sk", "PROFILE"},       {"_type", "Customer"},
                   {"tenant_id", "acme"}, {"customer_id", kJobId}, {"email", "a@b.example"},
                   {"name", "Ada"},       {"version", 1}};
  customer.condition_expression = "attribute_not_exists(pk)";
  TransactPut sentinel;
  sentinel.table_name = "shop";
  sentinel.item = {{"pk", "UNIQUE#Customer#email#acme#a@b.example"}, {"sk", "UNIQUE"}};
  sentinel.condition_expression = "attribute_not_exists(pk)";
  TransactWriteItemsRequest request;
  request.transact_items = {customer, sentinel};
  EXPECT_EQ(outcome(guard_.transact_write_items(request)), "create_customer");
  request.transact_items = {sentinel};
  EXPECT_NE(outcome(guard_.transact_write_items(request)).find("none is beside it"),
            std::string::npos);
}

TEST_F(ShopTransaction, ASentinelThatKeepsNothing) {
  TransactPut sentinel;
  sentinel.table_name = "shop";
  sentinel.item = {{"pk", "UNIQUE#Customer#email#acme#a@b.example"}, {"sk", "UNIQUE"}};
  TransactWriteItemsRequest request;
  request.transact_items = {order(), sentinel};
  EXPECT_EQ(outcome(guard_.transact_write_items(request)),
            "AccessPatternViolation: TransactWriteItems shop (pk "
            "\"UNIQUE#Customer#email#acme#a@b.example\", sk \"UNIQUE\"): it puts a sentinel "
            "whether there is one or not, and so keeps nothing");
  EXPECT_EQ(violation_.kind, ViolationKind::condition);
  sentinel.condition_expression = "attribute_not_exists(pk)";
  sentinel.item = ItemBuilder(sentinel.item).set("owner", AttributeValue(kJobId)).build();
  request.transact_items = {order(), sentinel};
  EXPECT_EQ(outcome(guard_.transact_write_items(request)), "create_order");
  for (const auto& [name, value] : {std::pair("_type", "Order"), std::pair("gsi1pk", "RECENT#a")}) {
    auto other = sentinel;
    other.item = ItemBuilder(sentinel.item).set(name, AttributeValue(value)).build();
    request.transact_items = {order(), other};
    EXPECT_NE(outcome(guard_.transact_write_items(request))
                  .find("it puts a sentinel that is found among the items of entities"),
              std::string::npos)
        << name;
  }
  TransactUpdate change;
  change.table_name = "shop";
  change.key = {{"pk", "UNIQUE#Customer#email#acme#a@b.example"}, {"sk", "UNIQUE"}};
  change.update_expression = "REMOVE keeper";
  request.transact_items = {order(), change};
  EXPECT_NE(
      outcome(guard_.transact_write_items(request)).find("is put and deleted, and not updated"),
      std::string::npos);
  TransactDelete freed;
  freed.table_name = "shop";
  freed.key = change.key;
  request.transact_items = {order(), freed};
  EXPECT_EQ(outcome(guard_.transact_write_items(request)), "create_order");
}

}  // namespace
