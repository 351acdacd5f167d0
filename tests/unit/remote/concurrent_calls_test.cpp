// Many calls at once over few connections.

#include "../server/running_server.hpp"
#include <keywright/remote.hpp>

#include <atomic>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace keywright::remote {
namespace {

constexpr std::size_t kThreads = 50;
constexpr std::size_t kCallsEach = 20;

CreateTableRequest counters() {
  CreateTableRequest table;
  table.table_name = "counters";
  table.key_schema = {{"pk", KeyType::hash}};
  table.attribute_definitions = {{"pk", AttributeType::string}};
  table.billing_mode = BillingMode::pay_per_request;
  return table;
}

TEST(ConcurrentCalls, AThousandOverSixteenConnectionsLoseNothing) {
  server::RunningServer server;
  RemoteOptions options;
  options.region = "us-east-1";
  options.credentials = fixed_credentials({.access_key_id = "a", .secret_access_key = "b"});
  options.http.max_connections = 16;
  std::atomic<int> attempts = 0;
  options.observer = [&](const AttemptReport&) { ++attempts; };
  const auto database =
      remote_database(fixed_endpoint({false, "127.0.0.1", server.server().port(), "/"}), options)
          .value();
  ASSERT_TRUE(database->create_table(counters()));
  attempts = 0;

  // Each call takes the next number of one counter: all come out, and each once.
  std::vector<std::atomic<int>> seen(kThreads * kCallsEach + 1);
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < kThreads; ++i) {
    threads.emplace_back([&] {
      for (std::size_t n = 0; n < kCallsEach; ++n) {
        UpdateItemRequest request;
        request.table_name = "counters";
        request.key = {{"pk", "one"}};
        request.update_expression = "ADD n :one";
        request.expression_attribute_values = {{":one", 1}};
        request.return_values = ReturnValues::updated_new;
        const auto response = database->update_item(request);
        ASSERT_TRUE(response) << response.error().message;
        const auto number = response->attributes->find("n")->as_number().to_int64();
        ++seen.at(static_cast<std::size_t>(*number));
      }
    });
  }
  for (auto& thread : threads) thread.join();
  for (std::size_t n = 1; n < seen.size(); ++n) EXPECT_EQ(seen[n], 1) << n;
  EXPECT_EQ(attempts, static_cast<int>(kThreads * kCallsEach)) << "nothing was repeated";
}

}  // namespace
}  // namespace keywright::remote
