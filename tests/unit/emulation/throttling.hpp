#pragma once
// What the throttling tests share: an engine behind a ThrottledDatabase, by a clock that stands
// still, and short words for tables and expectations.

#include <keywright/engine.hpp>
#include <keywright/throttled_database.hpp>

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace keywright {

using std::chrono::milliseconds;
using std::chrono::seconds;

inline constexpr TimePoint kStart{seconds(1'700'000'000)};
inline const std::string kArn = "arn:aws:dynamodb:us-east-1:000000000000:table/Tab";
inline const std::string kProvisionedException = "ProvisionedThroughputExceededException";
inline const std::string kTableText =
    "The level of configured provisioned throughput for the table was exceeded. Consider "
    "increasing your provisioning level with the UpdateTable API.";
inline const std::string kIndexText =
    "The level of configured provisioned throughput for one or more global secondary indexes of "
    "the table was exceeded. Consider increasing your provisioning level for the "
    "under-provisioned global secondary indexes with the UpdateTable API";

class ThrottlingTest : public testing::Test {
 protected:
  /// pk and sk; provisioned.
  static CreateTableRequest table(std::int64_t read_units, std::int64_t write_units) {
    CreateTableRequest request;
    request.table_name = "Tab";
    request.key_schema = {{"pk", KeyType::hash}, {"sk", KeyType::range}};
    request.attribute_definitions = {{"pk", AttributeType::string}, {"sk", AttributeType::string}};
    request.provisioned_throughput = {read_units, write_units};
    return request;
  }
  static CreateTableRequest on_demand_table() {
    auto request = table(0, 0);
    request.provisioned_throughput.reset();
    request.billing_mode = BillingMode::pay_per_request;
    return request;
  }
  /// Adds a global index "by_g" on g.
  static void add_index(CreateTableRequest& request,
                        std::optional<ProvisionedThroughput> units = std::nullopt) {
    request.attribute_definitions.push_back({"g", AttributeType::string});
    request.global_secondary_indexes.push_back({.index_name = "by_g",
                                                .key_schema = {{"g", KeyType::hash}},
                                                .projection = {ProjectionType::all, {}},
                                                .provisioned_throughput = units});
  }
  void create(CreateTableRequest request) {
    const auto created = db_->create_table(request);
    ASSERT_TRUE(created) << created.error().message;
  }
  void start(ThrottleOptions options) {
    options.clock = clock_;
    db_ = std::make_unique<ThrottledDatabase>(*engine_, std::move(options));
  }

  Result<PutItemResponse> put(const std::string& pk, std::size_t bytes = 0) {
    return db_->put_item({.table_name = "Tab",
                          .item = {{"pk", pk}, {"sk", "1"}, {"filler", std::string(bytes, 'x')}}});
  }
  Result<PutItemResponse> put_indexed(const std::string& pk, const std::string& g) {
    return db_->put_item({.table_name = "Tab", .item = {{"pk", pk}, {"sk", "1"}, {"g", g}}});
  }
  Result<GetItemResponse> get(const std::string& pk, bool consistent = true) {
    return db_->get_item(
        {.table_name = "Tab", .key = {{"pk", pk}, {"sk", "1"}}, .consistent_read = consistent});
  }
  Result<UpdateItemResponse> update(const std::string& pk) {
    return db_->update_item({.table_name = "Tab",
                             .key = {{"pk", pk}, {"sk", "1"}},
                             .update_expression = "SET n = :n",
                             .expression_attribute_values = {{":n", "1"}}});
  }
  /// How many calls go through until one is throttled; at most `limit`.
  template <class Call>
  static int passes(int limit, Call call) {
    for (int i = 0; i < limit; ++i) {
      if (!call(i)) return i;
    }
    return limit;
  }
  int puts_that_pass(int limit) {
    return passes(limit, [&](int i) { return put("p" + std::to_string(next_++ + i)).has_value(); });
  }

  ManualClock clock_{kStart};
  std::unique_ptr<Engine> engine_ = Engine::in_memory({.clock = clock_, .seed = 1});
  std::unique_ptr<ThrottledDatabase> db_ =
      std::make_unique<ThrottledDatabase>(*engine_, ThrottleOptions{.clock = clock_});
  int next_ = 0;
};

template <class T>
void expect_throttled(const Result<T>& result, const std::string& exception,
                      const std::string& message, const std::string& reason,
                      const std::string& resource = kArn) {
  ASSERT_FALSE(result) << "expected: " << message;
  EXPECT_EQ(result.error().exception, exception);
  EXPECT_EQ(result.error().message, message);
  EXPECT_EQ(result.error().code, ErrorCode::throttled);
  EXPECT_TRUE(result.error().retryable);
  ASSERT_FALSE(result.error().throttling_reasons.empty());
  EXPECT_EQ(result.error().throttling_reasons.front().reason, reason);
  EXPECT_EQ(result.error().throttling_reasons.front().resource, resource);
}

}  // namespace keywright
