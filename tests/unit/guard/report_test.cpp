#include "guarding.hpp"
#include <keywright/engine.hpp>

#include <algorithm>

// Coverage, on an engine that consumes capacity.

namespace {

using namespace keywright;
using keywright::testing::kJob;
using keywright::testing::kJobId;

class Coverage : public ::testing::Test {
 protected:
  Coverage() {
    CreateTableRequest request;
    request.table_name = "app-table";
    request.attribute_definitions = {{"pk", AttributeType::string}, {"sk", AttributeType::string}};
    request.key_schema = {{"pk", KeyType::hash}, {"sk", KeyType::range}};
    request.billing_mode = BillingMode::pay_per_request;
    engine_->create_table(request).value();
  }
  static PutItemRequest report_of(std::string text) {
    PutItemRequest request;
    request.table_name = "app-table";
    request.item = {{"pk", kJob},
                    {"sk", "REPORT"},
                    {"_type", "Report"},
                    {"job_id", kJobId},
                    {"text", AttributeValue(text)}};
    return request;
  }
  [[nodiscard]] PatternCoverage of(std::string_view name) const {
    const auto report = guard_.report();
    return *std::find_if(report.patterns.begin(), report.patterns.end(),
                         [&](const auto& pattern) { return pattern.name == name; });
  }
  GuardOptions options() {
    GuardOptions result;
    result.monotonic_clock = [this] { return now_ += std::chrono::microseconds(40); };
    return result;
  }

  std::chrono::nanoseconds now_{};
  std::unique_ptr<Database> engine_ = Engine::in_memory();
  Guard guard_{*engine_, keywright::testing::read_model("research"), options()};
};

TEST_F(Coverage, CountsRequestsLatencyAndCapacity) {
  const auto answer = guard_.put_item(report_of(std::string(2900, 'x'))).value();
  EXPECT_FALSE(answer.consumed_capacity);  // nobody asked for it
  auto asking = report_of("short");
  asking.return_consumed_capacity = ReturnConsumedCapacity::indexes;
  EXPECT_TRUE(guard_.put_item(asking).value().consumed_capacity->table);
  const auto put_report = of("put_report");
  EXPECT_EQ(put_report.requests, 2U);
  EXPECT_EQ(put_report.errors, 0U);
  EXPECT_EQ(put_report.write_units, 6);  // 3 KB, and 3 KB replaced
  EXPECT_EQ(put_report.read_units, 0);
  EXPECT_NEAR(static_cast<double>(put_report.p50.count()), 40000, 5000);
  EXPECT_EQ(of("get_job").requests, 0U);
}

TEST_F(Coverage, CountsTheItemsThatAStatementSelects) {
  for (const auto* id : {"0123456789abcdef", "fedcba9876543210"}) {
    ASSERT_TRUE(
        engine_->put_item({.table_name = "app-table", .item = keywright::testing::finding(id)}));
  }
  ExecuteStatementRequest request;
  request.statement =
      "SELECT * FROM \"app-table\" WHERE pk = ? AND sk BETWEEN 'FINDING#' AND 'REPORT'";
  request.parameters = std::vector<AttributeValue>{kJob};
  EXPECT_EQ(guard_.execute_statement(request).value().items.size(), 2U);
  EXPECT_EQ(of("get_job_with_findings").items, 2U);
  request.statement = "SELECT * FROM \"app-table\" WHERE pk = ? AND sk = 'DEBUG'";
  ASSERT_TRUE(guard_.execute_statement(request));
  EXPECT_EQ(of("get_debug").items, 1U) << "a key that was asked for";
}

TEST_F(Coverage, IsCountersForPrometheus) {
  ASSERT_TRUE(guard_.put_item(report_of("short")));
  ScanRequest scan;
  scan.table_name = "app-table";
  ASSERT_TRUE(guard_.scan(scan));
  const auto text = to_metrics(guard_.report());
  for (const auto* line : {"# TYPE keywright_guard_requests_total counter\n",
                           "keywright_guard_requests_total{outcome=\"matched\"} 1\n",
                           "keywright_guard_requests_total{outcome=\"violated\"} 1\n",
                           "keywright_guard_requests_total{outcome=\"refused\"} 0\n",
                           "keywright_pattern_requests_total{pattern=\"put_report\"} 1\n",
                           "keywright_pattern_requests_total{pattern=\"get_job\"} 0\n",
                           "keywright_pattern_items_total{pattern=\"put_report\"} 1\n",
                           "keywright_pattern_errors_total{pattern=\"put_report\"} 0\n",
                           "keywright_pattern_read_units_total{pattern=\"put_report\"} 0\n",
                           "keywright_pattern_write_units_total{pattern=\"put_report\"} 1\n",
                           "keywright_guard_violations_total{kind=\"scan\"} 1\n",
                           "keywright_guard_violations_total{kind=\"filter\"} 0\n"}) {
    EXPECT_NE(text.find(line), std::string::npos) << line << text;
  }
}

TEST_F(Coverage, CountsTheItemsOfAPage) {
  QueryRequest request;
  request.table_name = "app-table";
  request.key_condition_expression = "pk = :p AND sk BETWEEN :a AND :z";
  request.expression_attribute_values = {{":p", kJob}, {":a", "FINDING#"}, {":z", "REPORT"}};
  const auto items_of_page = [&] {
    const auto before = guard_.report();
    const auto answer = guard_.query(request).value();
    const auto after = guard_.report();
    std::uint64_t items = 0;
    for (std::size_t i = 0; i < after.patterns.size(); ++i) {
      items += after.patterns[i].items - before.patterns[i].items;
    }
    EXPECT_EQ(after.matched, before.matched + 1);
    EXPECT_EQ(items, answer.items.size());
    return items;
  };
  EXPECT_EQ(items_of_page(), 0U);
  for (const char* id : {"0123456789abcdef", "0123456789abcdee"}) {
    PutItemRequest put;
    put.table_name = "app-table";
    put.item = keywright::testing::finding(id);
    engine_->put_item(put).value();
  }
  EXPECT_EQ(items_of_page(), 2U);
}

TEST_F(Coverage, CountsErrors) {
  GetItemRequest request;
  request.table_name = "app-table";
  request.key = {{"pk", kJob}, {"sk", "METADATA"}, {"extra", 1}};
  request.consistent_read = true;
  EXPECT_FALSE(guard_.get_item(request));
  EXPECT_EQ(of("get_job").errors, 1U);
}

TEST_F(Coverage, SharesTheCapacityOfABatch) {
  BatchGetItemRequest request;
  auto& wanted = request.request_items["app-table"];
  wanted.keys = {{{"pk", kJob}, {"sk", "FINDING#0123456789abcdef"}},
                 {{"pk", kJob}, {"sk", "FINDING#0123456789abcde0"}},
                 {{"pk", "FETCH#" + std::string(64, 'a')}, {"sk", "RAW"}}};
  EXPECT_TRUE(guard_.batch_get_item(request).value().consumed_capacity.empty());
  EXPECT_EQ(of("get_finding").read_units, 1);
  EXPECT_EQ(of("get_finding").items, 2U);
  EXPECT_EQ(of("get_raw_fetch").read_units, 0.5);
}

TEST_F(Coverage, IsPrintedAsTextAndJson) {
  guard_.put_item(report_of("well")).value();
  ScanRequest scan;
  scan.table_name = "app-table";
  guard_.scan(scan).value();
  guard_.scan(scan).value();
  const auto text = to_text(guard_.report());
  EXPECT_NE(
      text.find("requests that match a pattern: 1\n"
                "requests that match none: 2\n"
                "  scan: 2\n"
                "AccessPatternViolation: Scan app-table: no access pattern scans app-table\n"),
      std::string::npos)
      << text;
  EXPECT_EQ(text.substr(0, text.find(' ')), "pattern");
  const auto json = to_json(guard_.report());
  EXPECT_EQ(json.substr(0, json.find('[')),
            R"({"mode":"warn","matched":1,"violations":2,"refused":0,"other_tables":0,)"
            R"("malformed":0,"patterns":)");
  EXPECT_NE(json.find(R"({"pattern":"put_report","op":"put","served_by":"PutItem Report",)"
                      R"("requests":1,"items":1,"errors":0,"read_units":0,"write_units":1,)"
                      R"("p50_us":)"),
            std::string::npos)
      << json;
  EXPECT_NE(json.find(R"("violations_by_kind":{"scan":2},"recent_violations":["AccessPattern)"),
            std::string::npos)
      << json;
  guard_.reset();
  EXPECT_EQ(guard_.report().matched, 0U);
  EXPECT_TRUE(guard_.report().recent_violations.empty());
}

}  // namespace
