// An engine behind the wire answers as one that is called directly, whatever is asked of both.

#include "engine_model_driver.hpp"
#include "mirrored_database.hpp"
#include "seeds.hpp"
#include <keywright/clock.hpp>
#include <keywright/engine.hpp>

#include <chrono>
#include <vector>

#include <gtest/gtest.h>

namespace keywright::wire {
namespace {

/// Two engines that cannot be told apart.
struct Twins {
  ManualClock clock{TimePoint(std::chrono::seconds(1700000000))};
  std::unique_ptr<Engine> direct = Engine::in_memory({.clock = clock, .seed = 1});
  std::unique_ptr<Engine> behind = Engine::in_memory({.clock = clock, .seed = 1});
  MirroredDatabase database{*direct, *behind};
};

TEST(WireMirror, RandomOperationsAnswerAlike) {
  constexpr std::size_t kSteps = 150;
  for (const std::uint64_t seed : property::seeds(25)) {
    model_test::Dice dice(seed);
    Twins twins;
    const auto tables = model_test::random_tables(dice);
    for (const model_test::TableSpec& table : tables) {
      ASSERT_TRUE(twins.database.create_table(model_test::create_table_request(table)));
    }
    model_test::Driver driver(twins.database, tables, dice.number(), 0, true);
    for (std::size_t i = 0; i < kSteps && !HasFailure(); ++i) driver.step();
    if (!HasFailure()) driver.check_all();
    ASSERT_FALSE(HasFailure()) << property::repeat(seed) << driver.log();
    EXPECT_GT(twins.database.calls(), kSteps);
    EXPECT_GT(twins.database.errors(), 0U);
  }
}

CreateTableRequest orders() {
  CreateTableRequest request{.table_name = "orders"};
  request.key_schema = {{"pk", KeyType::hash}, {"sk", KeyType::range}};
  request.attribute_definitions = {
      {"pk", AttributeType::string}, {"sk", AttributeType::number}, {"day", AttributeType::string}};
  request.global_secondary_indexes = {
      {"by_day", {{"day", KeyType::hash}}, {ProjectionType::include, {"total"}}, {}, {}, {}}};
  request.billing_mode = BillingMode::pay_per_request;
  request.stream_specification = {true, StreamViewType::new_and_old_images};
  request.tags = {{"team", "till"}};
  return request;
}

TEST(WireMirror, TablesAndResourcesAnswerAlike) {
  Twins twins;
  MirroredDatabase& database = twins.database;
  ASSERT_TRUE(database.create_table(orders()));
  EXPECT_FALSE(database.create_table(orders()));
  const auto described = database.describe_table({"orders"});
  ASSERT_TRUE(described);
  const std::string arn = described->table.table_arn;
  EXPECT_TRUE(database.list_tables({.limit = 1}));
  EXPECT_TRUE(database.update_time_to_live({"orders", "expires"}));
  EXPECT_EQ(database.describe_time_to_live({"orders"}).value().attribute_name, "expires");
  UpdateTableRequest update{.table_name = "orders"};
  update.deletion_protection_enabled = true;
  EXPECT_TRUE(database.update_table(update));
  update.deletion_protection_enabled.reset();
  update.global_secondary_index_updates = {DeleteGlobalSecondaryIndexAction{"by_day"}};
  EXPECT_TRUE(database.update_table(update));
  EXPECT_FALSE(database.delete_table({"orders"}));
  EXPECT_TRUE(database.tag_resource({arn, {{"owner", "ann"}}}));
  EXPECT_TRUE(database.untag_resource({arn, {"team"}}));
  EXPECT_EQ(database.list_tags_of_resource({arn, {}}).value().tags,
            (std::vector<Tag>{{"owner", "ann"}}));
  EXPECT_FALSE(database.get_resource_policy({arn}));
  EXPECT_TRUE(database.put_resource_policy({arn, R"({"Version":"2012-10-17"})", {}}));
  EXPECT_TRUE(database.get_resource_policy({arn}));
  EXPECT_TRUE(database.delete_resource_policy({arn, {}}));
  EXPECT_TRUE(database.describe_limits({}));
  EXPECT_TRUE(database.describe_endpoints({}));
  EXPECT_FALSE(database.describe_table({"none"}));
  EXPECT_FALSE(database.list_tags_of_resource({"arn:none", {}}));
}

TEST(WireMirror, StatementsAndStreamsAnswerAlike) {
  Twins twins;
  MirroredDatabase& database = twins.database;
  ASSERT_TRUE(database.create_table(orders()));
  const std::string insert = R"(INSERT INTO "orders" VALUE {'pk': ?, 'sk': ?, 'day': 'mon'})";
  const std::vector<AttributeValue> key{AttributeValue("a"), AttributeValue(Number(1))};
  EXPECT_TRUE(database.execute_statement({insert, key}));
  const auto twice = database.execute_statement({insert, key});
  ASSERT_FALSE(twice);
  EXPECT_EQ(twice.error().exception, "DuplicateItemException");
  ExecuteStatementRequest read{R"(SELECT * FROM "orders" WHERE pk = 'a')"};
  read.return_consumed_capacity = ReturnConsumedCapacity::indexes;
  EXPECT_EQ(database.execute_statement(read).value().items.size(), 1U);
  EXPECT_TRUE(database.batch_execute_statement(
      {{{R"(SELECT * FROM "orders" WHERE pk = 'a' AND sk = 1)", {}},
        {R"(SELECT * FROM "orders" WHERE pk = 'a' AND sk = 2)", {}},
        {R"(SELECT * FROM "none" WHERE pk = 'a' AND sk = 2)", {}}},
       ReturnConsumedCapacity::total}));
  EXPECT_TRUE(database.execute_transaction(
      {{{R"(UPDATE "orders" SET total = 7 WHERE pk = 'a' AND sk = 1)", {}}}, "token"}));
  EXPECT_FALSE(database.execute_transaction(
      {{{R"(UPDATE "orders" SET total = 7 WHERE pk = 'b' AND sk = 1)", {}}}, {}}));

  const auto streams = database.list_streams({.table_name = "orders"});
  ASSERT_TRUE(streams);
  ASSERT_EQ(streams->streams.size(), 1U);
  const std::string arn = streams->streams[0].stream_arn;
  const auto stream = database.describe_stream({arn});
  ASSERT_TRUE(stream);
  const auto& shards = stream->stream_description.shards;
  ASSERT_FALSE(shards.empty());
  std::size_t records = 0;
  for (const StreamShard& shard : shards) {
    const auto iterator = database.get_shard_iterator({arn, shard.shard_id});
    ASSERT_TRUE(iterator);
    const auto page = database.get_records({iterator->shard_iterator, 10});
    ASSERT_TRUE(page);
    records += page->records.size();
  }
  EXPECT_EQ(records, 2U);
  EXPECT_FALSE(database.get_records({"forged", {}}));
  EXPECT_FALSE(database.describe_stream({"arn:none"}));
}

}  // namespace
}  // namespace keywright::wire
