// What writes do to secondary indexes, seen by sizes and cost; and what index keys may be.

#include "engine_fixture.hpp"

namespace keywright {
namespace {

class IndexTest : public EngineTest {
 protected:
  void SetUp() override {
    create(table_request("Tab"),
           {global_index("all", "g", "r"), global_index("keys", "g", "", ProjectionType::keys_only),
            global_index("some", "s", "", ProjectionType::include, {"x"})});
  }

  ConsumedCapacity put_cost(Item item) {
    return *db_->put_item({.table_name = "Tab",
                           .item = std::move(item),
                           .return_consumed_capacity = ReturnConsumedCapacity::indexes})
                .value()
                .consumed_capacity;
  }
  std::int64_t entries(const std::string& index) { return describe_index("Tab", index).item_count; }
  std::int64_t bytes(const std::string& index) {
    return describe_index("Tab", index).index_size_bytes;
  }
};

using Arms = std::map<std::string, Capacity>;

TEST_F(IndexTest, AnItemIsInTheIndexesWhoseKeysItHas) {
  put("Tab", {{"pk", "1"}});
  EXPECT_EQ(entries("all"), 0);
  put("Tab", {{"pk", "2"}, {"g", "G"}});
  EXPECT_EQ(entries("all"), 0) << "its range key is missing";
  EXPECT_EQ(entries("keys"), 1);
  put("Tab", {{"pk", "3"}, {"g", "G"}, {"r", "R"}, {"s", "S"}});
  EXPECT_EQ(entries("all"), 1);
  EXPECT_EQ(entries("keys"), 2);
  EXPECT_EQ(entries("some"), 1);
  put("Tab", {{"pk", "3"}});
  EXPECT_EQ(entries("all"), 0);
  EXPECT_EQ(entries("keys"), 1);
  EXPECT_EQ(entries("some"), 0);
  ASSERT_TRUE(db_->delete_item({.table_name = "Tab", .key = {{"pk", "2"}}}));
  EXPECT_EQ(entries("keys"), 0);
  EXPECT_EQ(bytes("keys"), 0);
}

TEST_F(IndexTest, EntriesHaveTheSizeOfWhatIsProjected) {
  const Item item{{"pk", "1"}, {"g", "G"}, {"r", "R"}, {"s", "S"}, {"x", "xx"}, {"y", "yyy"}};
  put("Tab", item);
  EXPECT_EQ(bytes("all"), static_cast<std::int64_t>(item.size_in_bytes()));
  EXPECT_EQ(bytes("keys"), 3 + 2);
  EXPECT_EQ(bytes("some"), 3 + 2 + 3);
  EXPECT_EQ(describe("Tab").table_size_bytes, static_cast<std::int64_t>(item.size_in_bytes()));
}

TEST_F(IndexTest, OnlyIndexesThatChangeAreCharged) {
  const Item item{{"pk", "1"}, {"g", "G"}, {"r", "R"}, {"s", "S"}, {"x", 1}, {"y", 1}};
  ConsumedCapacity cost = put_cost(item);
  EXPECT_EQ(cost.table_name, "Tab");
  EXPECT_EQ(cost.capacity_units, 4);
  EXPECT_EQ(cost.table, Capacity{1});
  EXPECT_EQ(cost.global_secondary_indexes, (Arms{{"all", {1}}, {"keys", {1}}, {"some", {1}}}));

  cost = put_cost(item);
  EXPECT_EQ(cost.capacity_units, 1) << "the same item again changes no index";
  EXPECT_EQ(cost.global_secondary_indexes, Arms{});

  cost = put_cost({{"pk", "1"}, {"g", "G"}, {"r", "R"}, {"s", "S"}, {"x", 1}, {"y", 2}});
  EXPECT_EQ(cost.global_secondary_indexes, (Arms{{"all", {1}}})) << "only it projects y";

  cost = put_cost({{"pk", "1"}, {"g", "G2"}, {"r", "R"}, {"s", "S"}, {"x", 1}, {"y", 2}});
  EXPECT_EQ(cost.global_secondary_indexes, (Arms{{"all", {2}}, {"keys", {2}}}))
      << "a moved entry is deleted and put";
  EXPECT_EQ(cost.capacity_units, 5);
}

TEST_F(IndexTest, SetsInAnotherOrderAreUnchanged) {
  const auto item = [](std::vector<std::string> members) {
    return Item{{"pk", "1"}, {"g", "G"}, {"r", "R"}, {"v", AttributeValue::string_set(members)}};
  };
  put_cost(item({"a", "b"}));
  EXPECT_EQ(put_cost(item({"b", "a"})).capacity_units, 1);
}

TEST_F(IndexTest, UnitsAreWholeKilobytesOfTheGreaterSize) {
  const std::string big(1500, 'x');
  EXPECT_EQ(put_cost({{"pk", "1"}, {"v", big}}).capacity_units, 2);
  EXPECT_EQ(put_cost({{"pk", "1"}}).capacity_units, 2) << "the old item was larger";
  EXPECT_EQ(put_cost({{"pk", "1"}}).capacity_units, 1);
  put_cost({{"pk", "1"}, {"g", "G"}, {"r", "R"}, {"v", big}});
  const auto cost = put_cost({{"pk", "1"}, {"g", "G2"}, {"r", "R"}});
  EXPECT_EQ(cost.table, Capacity{2});
  EXPECT_EQ(cost.global_secondary_indexes, (Arms{{"all", {2 + 1}}, {"keys", {1 + 1}}}));
}

TEST_F(IndexTest, DeletesCostTheOldSize) {
  put("Tab", {{"pk", "1"}, {"g", "G"}, {"r", "R"}, {"v", std::string(3000, 'x')}});
  const DeleteItemRequest request{.table_name = "Tab",
                                  .key = {{"pk", "1"}},
                                  .return_consumed_capacity = ReturnConsumedCapacity::indexes};
  const auto cost = db_->delete_item(request).value().consumed_capacity;
  EXPECT_EQ(cost->table, Capacity{3});
  EXPECT_EQ(cost->global_secondary_indexes, (Arms{{"all", {3}}, {"keys", {1}}}));
  EXPECT_EQ(db_->delete_item(request).value().consumed_capacity->capacity_units, 1)
      << "a delete of nothing";
}

TEST_F(IndexTest, TotalHasNoArms) {
  const auto cost = db_->put_item({.table_name = "Tab",
                                   .item = {{"pk", "1"}, {"g", "G"}},
                                   .return_consumed_capacity = ReturnConsumedCapacity::total});
  EXPECT_EQ(cost.value().consumed_capacity->capacity_units, 2);
  EXPECT_EQ(cost.value().consumed_capacity->table, std::nullopt);
  EXPECT_EQ(cost.value().consumed_capacity->global_secondary_indexes, Arms{});
  EXPECT_EQ(db_->put_item({.table_name = "Tab", .item = {{"pk", "1"}}}).value().consumed_capacity,
            std::nullopt);
}

TEST_F(IndexTest, ReadsCostByFourKilobytes) {
  put("Tab", {{"pk", "1"}, {"v", std::string(4090, 'x')}});  // 4094 bytes
  put("Tab", {{"pk", "2"}, {"v", std::string(4093, 'x')}});  // 4097 bytes
  const auto cost = [this](const char* key, bool strong) {
    return db_
        ->get_item({.table_name = "Tab",
                    .key = {{"pk", key}},
                    .consistent_read = strong,
                    .return_consumed_capacity = ReturnConsumedCapacity::total})
        .value()
        .consumed_capacity->capacity_units;
  };
  EXPECT_EQ(cost("1", true), 1);
  EXPECT_EQ(cost("1", false), 0.5);
  EXPECT_EQ(cost("2", true), 2);
  EXPECT_EQ(cost("2", false), 1);
  EXPECT_EQ(cost("none", true), 1);
  EXPECT_EQ(cost("none", false), 0.5);
}

TEST_F(IndexTest, PutsWithWrongIndexKeysAreRefused) {
  const auto put_g = [this](const AttributeValue& g) {
    return db_->put_item({.table_name = "Tab", .item = {{"pk", "1"}, {"g", g}}});
  };
  expect_invalid(put_g(5),
                 "One or more parameter values were invalid: Type mismatch for Index Key g "
                 "Expected: S Actual: N IndexName: all");
  expect_invalid(put_g(AttributeValue::null()),
                 "One or more parameter values were invalid: Type mismatch for Index Key g "
                 "Expected: S Actual: NULL IndexName: all");
  expect_invalid(
      put_g(""),
      "One or more parameter values are not valid. A value specified for a secondary "
      "index key is not supported. The AttributeValue for a key attribute cannot contain "
      "an empty string value. IndexName: all, IndexKey: g");
  EXPECT_TRUE(put_g(std::string(2048, 'g')));
  expect_invalid(put_g(std::string(2049, 'g')),
                 "One or more parameter values were invalid: Size of hashkey has exceeded the "
                 "maximum size limit of2048 bytes");
  expect_invalid(
      db_->put_item({.table_name = "Tab", .item = {{"pk", "1"}, {"r", std::string(1025, 'r')}}}),
      "One or more parameter values were invalid: Aggregated size of all range keys has exceeded "
      "the size limit of 1024 bytes");
}

TEST_F(IndexTest, UpdatesWithWrongIndexKeysAreRefusedInTheirWords) {
  put("Tab", {{"pk", "1"}, {"g", "G"}});
  const auto set_g = [this](const AttributeValue& g) {
    return db_->update_item({.table_name = "Tab",
                             .key = {{"pk", "1"}},
                             .update_expression = "SET g = :g",
                             .expression_attribute_values = {{":g", g}}});
  };
  expect_invalid(set_g(5),
                 "The update expression attempted to update the secondary index key to unsupported "
                 "type");
  expect_invalid(
      set_g(""),
      "One or more parameter values are not valid. The update expression attempted to "
      "update a secondary index key to a value that is not supported. The AttributeValue "
      "for a key attribute cannot contain an empty string value.");
  expect_invalid(set_g(std::string(2049, 'g')),
                 "The update expression attempted to update the secondary index key beyond allowed "
                 "size limits");
  EXPECT_EQ(entries("keys"), 1);
  EXPECT_TRUE(set_g("G2"));
  EXPECT_EQ(entries("keys"), 1);
  EXPECT_TRUE(db_->update_item(
      {.table_name = "Tab", .key = {{"pk", "1"}}, .update_expression = "REMOVE g"}));
  EXPECT_EQ(entries("keys"), 0);
}

class LocalIndexTest : public EngineTest {
 protected:
  void SetUp() override {
    auto request = table_request("Local", AttributeType::string);
    request.attribute_definitions.push_back({"by", AttributeType::number});
    request.local_secondary_indexes = {
        {.index_name = "lsi",
         .key_schema = {{"pk", KeyType::hash}, {"by", KeyType::range}},
         .projection = {ProjectionType::keys_only, {}}}};
    create(request);
  }
};

TEST_F(LocalIndexTest, IsKeptAndChargedAsALocalOne) {
  const auto put = db_->put_item({.table_name = "Local",
                                  .item = {{"pk", "a"}, {"sk", "1"}, {"by", 5}, {"v", "x"}},
                                  .return_consumed_capacity = ReturnConsumedCapacity::indexes});
  EXPECT_EQ(put.value().consumed_capacity->capacity_units, 2);
  EXPECT_EQ(put.value().consumed_capacity->local_secondary_indexes, (Arms{{"lsi", {1}}}));
  EXPECT_EQ(describe_index("Local", "lsi").item_count, 1);
  EXPECT_EQ(describe_index("Local", "lsi").index_size_bytes, 3 + 3 + 4);
}

TEST_F(LocalIndexTest, ItsTableHasItemCollections) {
  const auto put =
      db_->put_item({.table_name = "Local",
                     .item = {{"pk", "a"}, {"sk", "1"}},
                     .return_item_collection_metrics = ReturnItemCollectionMetrics::size});
  ASSERT_TRUE(put.value().item_collection_metrics);
  EXPECT_EQ(put.value().item_collection_metrics->item_collection_key, (Item{{"pk", "a"}}));
  EXPECT_EQ(put.value().item_collection_metrics->size_estimate_lower_gb, 0);
  EXPECT_EQ(put.value().item_collection_metrics->size_estimate_upper_gb, 1);
  create(table_request("Tab"));
  const auto other =
      db_->put_item({.table_name = "Tab",
                     .item = {{"pk", "a"}},
                     .return_item_collection_metrics = ReturnItemCollectionMetrics::size});
  EXPECT_EQ(other.value().item_collection_metrics, std::nullopt);
}

TEST_F(EngineTest, AMultiAttributeIndexNeedsAllItsAttributes) {
  auto index = global_index("multi", "a");
  index.key_schema = {
      {"a", KeyType::hash}, {"b", KeyType::hash}, {"c", KeyType::range}, {"d", KeyType::range}};
  create(table_request("Multi"), {index});
  const auto entries = [this] { return describe_index("Multi", "multi").item_count; };
  put("Multi", {{"pk", "1"}, {"a", "x"}, {"b", "x"}, {"c", "x"}});
  EXPECT_EQ(entries(), 0);
  put("Multi", {{"pk", "2"}, {"a", "x"}, {"b", "x"}, {"c", "x"}, {"d", "x"}});
  EXPECT_EQ(entries(), 1);
  expect_invalid(
      db_->put_item(
          {.table_name = "Multi",
           .item = {{"pk", "3"}, {"c", std::string(1000, 'c')}, {"d", std::string(25, 'd')}}}),
      "One or more parameter values were invalid: Aggregated size of all range keys has "
      "exceeded the size limit of 1024 bytes");
}

}  // namespace
}  // namespace keywright
