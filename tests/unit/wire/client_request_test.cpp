// Requests as a client writes them, as the server reads them.

#include "recording_database.hpp"
#include "wire/client_codec.hpp"
#include "wire/dispatcher.hpp"

#include <gtest/gtest.h>

namespace keywright::wire {
namespace {

/// The request that the server's database sees.
template <class Request>
Request over_the_wire(const Request& request) {
  RecordingDatabase database;
  const std::string body = encode(request);
  const Answer answer = Dispatcher().answer(database, kTarget<Request>, body);
  EXPECT_EQ(answer.status, 200U) << body << '\n' << answer.body;
  return database.called() ? database.last<Request>() : Request{};
}

const Item kItem{{"pk", "a\"\n"}, {"n", Number(7)}};

TEST(ClientRequest, LeavesDefaultsOut) {
  EXPECT_EQ(encode(GetItemRequest{.table_name = "tab", .key = Item{{"pk", "a"}}}),
            R"({"TableName":"tab","Key":{"pk":{"S":"a"}}})");
}

TEST(ClientRequest, UpdateItemArrivesWhole) {
  UpdateItemRequest request{.table_name = "tab", .key = kItem};
  request.update_expression = "SET #a = :v";
  request.condition_expression = "attribute_exists(#a)";
  request.expression_attribute_names = {{"#a", "name"}};
  request.expression_attribute_values = {{":v", AttributeValue("text")}};
  request.return_values = ReturnValues::all_new;
  request.return_consumed_capacity = ReturnConsumedCapacity::indexes;
  const UpdateItemRequest seen = over_the_wire(request);
  EXPECT_EQ(seen.table_name, request.table_name);
  EXPECT_EQ(seen.key, request.key);
  EXPECT_EQ(seen.update_expression, request.update_expression);
  EXPECT_EQ(seen.condition_expression, request.condition_expression);
  EXPECT_EQ(seen.expression_attribute_names, request.expression_attribute_names);
  EXPECT_EQ(seen.expression_attribute_values, request.expression_attribute_values);
  EXPECT_EQ(seen.return_values, request.return_values);
  EXPECT_EQ(seen.return_consumed_capacity, request.return_consumed_capacity);
}

TEST(ClientRequest, QueryArrivesWhole) {
  QueryRequest request{.table_name = "tab", .index_name = "gsi1"};
  request.key_condition_expression = "pk = :v";
  request.expression_attribute_values = {{":v", AttributeValue("text")}};
  request.scan_index_forward = false;
  request.limit = 7;
  request.exclusive_start_key = kItem;
  const QueryRequest seen = over_the_wire(request);
  EXPECT_EQ(seen.index_name, request.index_name);
  EXPECT_EQ(seen.key_condition_expression, request.key_condition_expression);
  EXPECT_EQ(seen.expression_attribute_values, request.expression_attribute_values);
  EXPECT_FALSE(seen.scan_index_forward);
  EXPECT_EQ(seen.limit, request.limit);
  EXPECT_EQ(seen.exclusive_start_key, request.exclusive_start_key);
}

}  // namespace
}  // namespace keywright::wire
