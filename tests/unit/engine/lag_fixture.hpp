#pragma once
// What the tests of index_lag and read_lag share: a table with a local and a global index, and what
// each way of reading sees of it.

#include "engine_fixture.hpp"

#include <chrono>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace keywright {

using std::chrono::milliseconds;
using Strings = std::vector<std::string>;

inline constexpr milliseconds kLag{1000};

class LagTest : public EngineTest {
 protected:
  void start(EngineOptions options) {
    options.clock = clock_;
    options.seed = 1;
    db_ = Engine::in_memory(std::move(options));
    auto request = table_request("Tab", AttributeType::string);
    request.attribute_definitions.push_back({"l", AttributeType::string});
    request.local_secondary_indexes = {
        {.index_name = "local",
         .key_schema = {{"pk", KeyType::hash}, {"l", KeyType::range}},
         .projection = {ProjectionType::keys_only, {}}}};
    create(std::move(request), {global_index("global", "g", "sk")});
  }
  void put_item(const std::string& sk, const std::string& g, const std::string& value) {
    put("Tab", {{"pk", "p"}, {"sk", sk}, {"g", g}, {"l", "L" + sk}, {"value", value}});
  }
  std::vector<std::string> query(QueryRequest request) {
    request.table_name = "Tab";
    const auto page = db_->query(request);
    EXPECT_TRUE(page) << page.error().message;
    std::vector<std::string> found;
    for (const auto& item : page->items) {
      const auto value = item.find("value");
      found.push_back(std::string(item.find("sk")->as_string()) + "=" +
                      (value ? std::string(value->as_string()) : "?"));
    }
    return found;
  }
  std::vector<std::string> of_global(const std::string& g) {
    return query({.index_name = "global",
                  .key_condition_expression = "g = :g",
                  .expression_attribute_values = {{":g", g}}});
  }
  std::vector<std::string> of_table(bool consistent, std::optional<std::string> index = {}) {
    QueryRequest request{.key_condition_expression = "pk = :p",
                         .expression_attribute_values = {{":p", "p"}},
                         .consistent_read = consistent};
    if (index) {
      request.index_name = index;
      request.select = Select::all_attributes;
    }
    return query(std::move(request));
  }
  std::size_t scanned(std::optional<std::string> index, bool consistent = false) {
    return db_->scan({.table_name = "Tab", .index_name = index, .consistent_read = consistent})
        ->items.size();
  }
};

}  // namespace keywright
