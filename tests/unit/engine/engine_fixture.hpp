#pragma once
// What the engine's tests share: an engine with a clock that stands still, and short words for
// making tables, items and expectations.

#include <keywright/engine.hpp>

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace keywright {

inline constexpr TimePoint kStart{std::chrono::seconds(1'700'000'000)};

/// pk (S), and sk of the given type if there is one; on demand.
inline CreateTableRequest table_request(std::string name,
                                        std::optional<AttributeType> sort = std::nullopt) {
  CreateTableRequest request;
  request.table_name = std::move(name);
  request.key_schema = {{"pk", KeyType::hash}};
  request.attribute_definitions = {{"pk", AttributeType::string}};
  if (sort) {
    request.key_schema.push_back({"sk", KeyType::range});
    request.attribute_definitions.push_back({"sk", *sort});
  }
  request.billing_mode = BillingMode::pay_per_request;
  return request;
}

/// An index over string attributes: one HASH, and a RANGE unless `range` is empty.
inline GlobalSecondaryIndex global_index(std::string name, std::string hash, std::string range = "",
                                         ProjectionType type = ProjectionType::all,
                                         std::vector<std::string> include = {}) {
  GlobalSecondaryIndex index;
  index.index_name = std::move(name);
  index.key_schema = {{std::move(hash), KeyType::hash}};
  if (!range.empty()) index.key_schema.push_back({std::move(range), KeyType::range});
  index.projection = {type, std::move(include)};
  return index;
}

/// Defines, as strings, the key attributes that are not defined yet.
inline void define_strings(std::vector<AttributeDefinition>& definitions,
                           const std::vector<KeySchemaElement>& keys) {
  for (const auto& key : keys) {
    bool defined = false;
    for (const auto& definition : definitions) {
      defined = defined || definition.attribute_name == key.attribute_name;
    }
    if (!defined) definitions.push_back({key.attribute_name, AttributeType::string});
  }
}

class EngineTest : public testing::Test {
 protected:
  void create(CreateTableRequest request) {
    const auto created = db_->create_table(request);
    ASSERT_TRUE(created) << created.error().message;
  }
  void create(CreateTableRequest request, const std::vector<GlobalSecondaryIndex>& indexes) {
    for (const auto& index : indexes) {
      define_strings(request.attribute_definitions, index.key_schema);
      request.global_secondary_indexes.push_back(index);
    }
    create(std::move(request));
  }

  void put(const std::string& table, Item item) {
    const auto done = db_->put_item({.table_name = table, .item = std::move(item)});
    ASSERT_TRUE(done) << done.error().message;
  }
  std::optional<Item> get(const std::string& table, Key key) {
    auto got = db_->get_item({.table_name = table, .key = std::move(key), .consistent_read = true});
    EXPECT_TRUE(got) << got.error().message;
    return got ? got->item : std::nullopt;
  }
  TableDescription describe(const std::string& table) {
    return db_->describe_table({table}).value().table;
  }
  SecondaryIndexDescription describe_index(const std::string& table, const std::string& name) {
    const auto description = describe(table);
    for (const auto& index : description.global_secondary_indexes) {
      if (index.index_name == name) return index;
    }
    for (const auto& index : description.local_secondary_indexes) {
      if (index.index_name == name) return index;
    }
    ADD_FAILURE() << "no index " << name;
    return {};
  }

  ManualClock clock_{kStart};
  std::unique_ptr<Engine> db_ = Engine::in_memory({.clock = clock_, .seed = 1});
};

template <class T>
void expect_error(const Result<T>& result, const std::string& exception,
                  const std::string& message) {
  ASSERT_FALSE(result) << "expected: " << message;
  EXPECT_EQ(result.error().exception, exception);
  EXPECT_EQ(result.error().message, message);
}

template <class T>
void expect_invalid(const Result<T>& result, const std::string& message) {
  expect_error(result, "ValidationException", message);
}

}  // namespace keywright
