#include "guarding.hpp"

// One pattern in many writings: what boto3, the AWS CLI or a careful person would send.

namespace {

using namespace keywright;
using keywright::testing::finding;
using keywright::testing::Guarding;
using keywright::testing::kJob;
using keywright::testing::kJobId;
using keywright::testing::kNow;
using keywright::testing::read_model;

class SameMeaning : public Guarding {};

TEST_F(SameMeaning, KeyConditions) {
  QueryRequest request;
  request.table_name = "app-table";
  request.expression_attribute_values = {{":p", kJob}, {":a", "FINDING#"}, {":z", "REPORT"}};
  request.expression_attribute_names = {{"#n0", "pk"}, {"#n1", "sk"}};
  for (const char* text :
       {"pk = :p AND sk BETWEEN :a AND :z", "#n0 = :p AND #n1 BETWEEN :a AND :z",
        "(#n0 = :p) AND (sk BETWEEN :a AND :z)", "sk between :a and :z and :p = pk"}) {
    request.key_condition_expression = text;
    EXPECT_EQ(query(request), "get_job_with_findings") << text;
  }
}

TEST_F(SameMeaning, ATableByItsArn) {
  QueryRequest request;
  request.table_name = "arn:aws:dynamodb:eu-west-1:123456789012:table/app-table";
  request.index_name = "gsi1";
  request.key_condition_expression = "gsi1pk = :p";
  request.expression_attribute_values = {{":p", "STATUS#queued"}};
  request.scan_index_forward = false;
  request.limit = 3;
  request.select = Select::count;
  EXPECT_EQ(query(request), "list_jobs_by_status");
}

TEST_F(SameMeaning, ProjectionsOfListedFieldsOrLess) {
  QueryRequest request;
  request.table_name = "app-table";
  request.index_name = "gsi1";
  request.key_condition_expression = "gsi1pk = :p";
  request.expression_attribute_values = {{":p", "STATUS#queued"}};
  request.scan_index_forward = false;
  request.projection_expression = "job_id, topic, pk";
  EXPECT_EQ(query(request), "list_jobs_by_status");
}

TEST_F(SameMeaning, ACreateByAnyKeyAttribute) {
  PutItemRequest request;
  request.table_name = "app-table";
  request.item = {{"pk", kJob},       {"sk", "METADATA"},          {"_type", "Job"},
                  {"job_id", kJobId}, {"status", "queued"},        {"created_at", kNow},
                  {"topic", "tea"},   {"gsi1pk", "STATUS#queued"}, {"gsi1sk", kNow}};
  for (const char* text :
       {"attribute_not_exists(pk)", "attribute_not_exists(sk)",
        "(attribute_not_exists(pk)) AND topic <> :x", "NOT attribute_exists(pk)"}) {
    request.condition_expression = text;
    request.expression_attribute_values.clear();
    if (std::string_view(text).ends_with(":x")) {
      request.expression_attribute_values = {{":x", "coffee"}};
    }
    EXPECT_EQ(put(request), "create_job") << text;
  }
}

TEST_F(SameMeaning, Moves) {
  UpdateItemRequest request;
  request.table_name = "app-table";
  request.key = {{"pk", kJob}, {"sk", "METADATA"}};
  request.expression_attribute_names = {{"#s", "status"}};
  request.expression_attribute_values = {
      {":to", "running"}, {":from", "queued"}, {":k", "STATUS#running"}};
  for (const auto& [update_text, condition] :
       {std::pair{"SET #s = :to, gsi1pk = :k", "#s = :from"},
        std::pair{"set gsi1pk = :k, #s = :to", ":from = #s AND attribute_exists(pk)"},
        std::pair{"SET #s = :to, gsi1pk = :k", "#s IN (:from)"},
        std::pair{"SET #s = :to, gsi1pk = :k", "NOT #s <> :from"},
        std::pair{"SET #s = :to, gsi1pk = :k", "NOT (#s <> :from OR attribute_not_exists(pk))"}}) {
    request.update_expression = update_text;
    request.condition_expression = condition;
    EXPECT_EQ(update(request), "transition_status.start") << condition;
  }
}

TEST_F(SameMeaning, BatchesOfWhatIsDeclaredSingly) {
  BatchWriteItemRequest request;
  request.request_items["app-table"] = {PutRequest{{{"pk", kJob},
                                                    {"sk", "REPORT"},
                                                    {"_type", "Report"},
                                                    {"job_id", kJobId},
                                                    {"text", "well"}}},
                                        PutRequest{finding("0123456789abcdef")},
                                        PutRequest{finding("0123456789abcde0")}};
  EXPECT_EQ(outcome(guard_.batch_write_item(request)), "put_report put_findings");
  const auto report = guard_.report();
  EXPECT_EQ(report.matched, 1U);
  for (const auto& pattern : report.patterns) {
    const std::uint64_t items = pattern.name == "put_findings" ? 2 : pattern.name == "put_report";
    EXPECT_EQ(pattern.items, items) << pattern.name;
  }
}

TEST_F(SameMeaning, GetsInABatchAndInATransaction) {
  const Key key{{"pk", kJob}, {"sk", "FINDING#0123456789abcdef"}};
  BatchGetItemRequest batch;
  batch.request_items["app-table"].keys = {key};
  EXPECT_EQ(outcome(guard_.batch_get_item(batch)), "get_finding");
  TransactGetItemsRequest transaction;
  transaction.transact_items = {{"app-table", key, {}, {}},
                                {"app-table", {{"pk", kJob}, {"sk", "METADATA"}}, {}, {}}};
  EXPECT_EQ(outcome(guard_.transact_get_items(transaction)), "get_finding get_job");
}

class CreateOfWhatExpires : public Guarding {
 protected:
  CreateOfWhatExpires()
      : Guarding(read_model("research", "put_raw_fetch:       {op: put",
                            "put_raw_fetch:       {op: create")) {
    const std::string hash(64, 'a');
    request_.table_name = "app-table";
    request_.item = {{"pk", "FETCH#" + hash},    {"sk", "RAW"},
                     {"_type", "RawFetch"},      {"url_hash", hash},
                     {"expires_at", 1800000000}, {"body", AttributeValue::binary("b")}};
  }
  std::string put_if(const char* condition, std::int64_t now = keywright::testing::kNowSeconds) {
    request_.condition_expression = condition;
    request_.expression_attribute_values = {{":now", now}};
    if (std::string_view(condition).find(":zero") != std::string_view::npos) {
      request_.expression_attribute_values.emplace_back(":zero", 0);
    }
    return put(request_);
  }

  PutItemRequest request_;
};

TEST_F(CreateOfWhatExpires, AbsentOrExpired) {
  for (const char* text :
       {"attribute_not_exists(pk) OR expires_at < :now",
        "attribute_not_exists(pk) OR NOT expires_at >= :now",
        "NOT (attribute_exists(pk) AND :now <= expires_at)",
        "attribute_not_exists(pk) OR (expires_at < :now AND expires_at >= :zero)",
        "NOT (attribute_exists(pk) AND NOT expires_at BETWEEN :zero AND :now)",
        "attribute_not_exists(pk) OR expires_at BETWEEN :zero AND :now"}) {
    EXPECT_EQ(put_if(text), "put_raw_fetch") << text;
  }
}

TEST_F(CreateOfWhatExpires, AndNothingThatIsAlive) {
  const std::string lacks = "it lacks the condition attribute_not_exists(pk)";
  for (const char* text : {"attribute_not_exists(pk) OR expires_at > :now",
                           "attribute_not_exists(pk) OR NOT expires_at < :now",
                           "attribute_not_exists(pk) OR NOT expires_at BETWEEN :zero AND :now",
                           "attribute_exists(pk) AND NOT expires_at < :now"}) {
    EXPECT_NE(put_if(text).find(lacks), std::string::npos) << text;
  }
  const auto in_a_week = keywright::testing::kNowSeconds + 7 * 86400;
  EXPECT_NE(
      put_if("attribute_not_exists(pk) OR expires_at < :now", in_a_week)
          .find("what its condition calls now, 1767927845, is yet to come: it would overwrite "
                "what is alive"),
      std::string::npos);
}

class SameMeaningInOrders : public Guarding {
 protected:
  SameMeaningInOrders() : Guarding("orders") {}
  static constexpr const char* kCustomer = "CUSTOMER#01ARZ3NDEKTSV4RRFFQ69G5FAV";
};

TEST_F(SameMeaningInOrders, CountersAddOrAreSetToTheirSum) {
  UpdateItemRequest request;
  request.table_name = "orders";
  request.key = {{"pk", kCustomer}, {"sk", "#PROFILE"}};
  request.condition_expression = "attribute_exists(pk)";
  request.expression_attribute_values = {{":one", 1}};
  request.update_expression = "ADD visits :one";
  EXPECT_EQ(update(request), "count_visit");
  request.update_expression = "SET visits = visits + :one";
  EXPECT_EQ(update(request), "count_visit");
  request.expression_attribute_values.emplace_back(":zero", 0);
  request.update_expression = "SET visits = if_not_exists(visits, :zero) + :one";
  EXPECT_EQ(update(request), "count_visit");
}

TEST_F(SameMeaningInOrders, RangesFencedOneWayOrAnother) {
  QueryRequest request;
  request.table_name = "orders";
  request.key_condition_expression = "pk = :p AND sk BETWEEN :a AND :b";
  request.scan_index_forward = false;
  for (const char* upper : {"ORDER#2026-01-31$", "ORDER#2026-01-31#999999", "ORDER#2026-01-31~"}) {
    request.expression_attribute_values = {
        {":p", kCustomer}, {":a", "ORDER#2026-01-01"}, {":b", upper}};
    EXPECT_EQ(query(request), "orders_between") << upper;
  }
  request.expression_attribute_values[2].second = "ORDER#2026-01-31";
  EXPECT_NE(query(request), "orders_between");  // it lacks the orders of the last day
}

TEST_F(SameMeaningInOrders, EachShardOfAList) {
  QueryRequest request;
  request.table_name = "orders";
  request.index_name = "recent";
  request.key_condition_expression = "recent_pk = :p";
  request.scan_index_forward = false;
  request.expression_attribute_values = {{":p", "RECENT#3"}};
  EXPECT_EQ(query(request), "recent_customers");
  request.expression_attribute_values = {{":p", "RECENT#4"}};
  EXPECT_EQ(query(request),
            "AccessPatternViolation: Query orders.recent (recent_pk = \"RECENT#4\", descending): "
            "\"RECENT#4\" does not fit recent_pk = RECENT: it ends in no shard, #0 to #3. Nearest: "
            "recent_customers = Query orders.recent: recent_pk = RECENT, descending, 4 shards");
}

TEST_F(SameMeaningInOrders, AFilterThatDropsWhatHasExpired) {
  ScanRequest request;
  request.table_name = "orders";
  request.filter_expression = "#type = :order AND #state = :state";
  request.expression_attribute_names = {{"#type", "_type"}, {"#state", "state"}};
  request.expression_attribute_values = {{":order", "Order"}, {":state", "paid"}};
  EXPECT_EQ(scan(request), "export_orders");
  request.filter_expression = "#state = :state";
  request.expression_attribute_names = {{"#state", "state"}};
  request.expression_attribute_values = {{":state", "paid"}};
  EXPECT_EQ(scan(request),
            "AccessPatternViolation: Scan orders (filter on state): it lacks the filter by "
            "_type. Nearest: export_orders = Scan orders: with a filter");
}

}  // namespace
