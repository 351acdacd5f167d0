// Scan: every item once, in pages and in segments.

#include "engine_fixture.hpp"

#include <set>

namespace keywright {
namespace {

class ScanTest : public EngineTest {
 protected:
  void SetUp() override { create(table_request("Tab"), {global_index("gsi", "g")}); }

  void fill(int count) {
    for (int i = 0; i < count; ++i) {
      ItemBuilder item;
      item.set("pk", AttributeValue(std::to_string(i)));
      item.set("i", AttributeValue(i));
      if (i % 3 == 0) item.set_string("g", "G");
      put("Tab", item.build());
    }
  }

  /// All keys, page by page. No key may come twice.
  std::set<std::string> all_keys(ScanRequest scan) {
    std::set<std::string> keys;
    while (true) {
      const auto page = db_->scan(scan);
      EXPECT_TRUE(page) << page.error().message;
      if (!page) return keys;
      for (const Item& item : page->items) {
        EXPECT_TRUE(keys.emplace(item.find("pk")->as_string()).second);
      }
      if (!page->last_evaluated_key) return keys;
      scan.exclusive_start_key = page->last_evaluated_key;
    }
  }
};

TEST_F(ScanTest, FindsAllItemsOnceWhateverThePages) {
  fill(100);
  ScanRequest scan;
  scan.table_name = "Tab";
  EXPECT_EQ(all_keys(scan).size(), 100U);
  for (const std::int64_t limit : {1, 7, 50, 100, 101}) {
    scan.limit = limit;
    EXPECT_EQ(all_keys(scan).size(), 100U) << limit;
  }
  scan.index_name = "gsi";
  scan.limit = 4;
  EXPECT_EQ(all_keys(scan).size(), 34U);
}

TEST_F(ScanTest, OrderIsStable) {
  fill(30);
  ScanRequest scan;
  scan.table_name = "Tab";
  const auto before = db_->scan(scan).value().items;
  put("Tab", {{"pk", "new"}});
  ASSERT_TRUE(db_->delete_item({.table_name = "Tab", .key = {{"pk", "new"}}}));
  EXPECT_EQ(db_->scan(scan).value().items, before);
}

TEST_F(ScanTest, SegmentsPartTheItems) {
  fill(200);
  for (const std::int64_t total : {1, 2, 3, 7, 1000}) {
    std::set<std::string> keys;
    std::size_t largest = 0;
    for (std::int64_t segment = 0; segment < total; ++segment) {
      ScanRequest scan;
      scan.table_name = "Tab";
      scan.segment = segment;
      scan.total_segments = total;
      scan.limit = 10;
      const auto part = all_keys(scan);
      largest = std::max(largest, part.size());
      for (const auto& key : part) EXPECT_TRUE(keys.insert(key).second) << key;
    }
    EXPECT_EQ(keys.size(), 200U) << total;
    EXPECT_LT(largest, 400U / static_cast<std::size_t>(total) + 10U) << "about evenly";
  }
}

TEST_F(ScanTest, FiltersCountsAndProjects) {
  fill(9);
  ScanRequest scan;
  scan.table_name = "Tab";
  scan.filter_expression = "i < :n AND pk <> :two";
  scan.projection_expression = "i";
  scan.expression_attribute_values = {{":n", 4}, {":two", "2"}};
  auto page = db_->scan(scan).value();
  std::set<std::string> found;
  for (const Item& item : page.items) {
    EXPECT_EQ(item.count(), 1U);
    found.insert(item.find("i")->as_number().to_string());
  }
  EXPECT_EQ(found, (std::set<std::string>{"0", "1", "3"}));
  EXPECT_EQ(page.count, 3);
  EXPECT_EQ(page.scanned_count, 9);
  EXPECT_EQ(page.last_evaluated_key, std::nullopt);
  scan.projection_expression.reset();
  scan.select = Select::count;
  page = db_->scan(scan).value();
  EXPECT_TRUE(page.items.empty());
  EXPECT_EQ(page.count, 3);
}

TEST_F(ScanTest, AnEmptyTableHasAnEmptyPage) {
  ScanRequest scan;
  scan.table_name = "Tab";
  scan.return_consumed_capacity = ReturnConsumedCapacity::total;
  const auto page = db_->scan(scan).value();
  EXPECT_TRUE(page.items.empty());
  EXPECT_EQ(page.last_evaluated_key, std::nullopt);
  EXPECT_EQ(page.consumed_capacity->capacity_units, 0.5);
}

TEST_F(ScanTest, CostsTheSumOfThePage) {
  fill(3);
  for (const char* pk : {"a", "b", "c"}) {
    put("Tab", {{"pk", pk}, {"x", std::string(4000, 'x')}});
  }
  ScanRequest scan;
  scan.table_name = "Tab";
  scan.consistent_read = true;
  scan.return_consumed_capacity = ReturnConsumedCapacity::indexes;
  const auto cost = *db_->scan(scan).value().consumed_capacity;
  EXPECT_EQ(cost.capacity_units, 3);  // 12,033 bytes
  EXPECT_EQ(cost.table->capacity_units, 3);
}

TEST_F(ScanTest, RefusesWhatDoesNotHoldTogether) {
  const auto segments = [&](std::optional<std::int64_t> segment,
                            std::optional<std::int64_t> total) {
    ScanRequest scan;
    scan.table_name = "Tab";
    scan.segment = segment;
    scan.total_segments = total;
    return db_->scan(scan);
  };
  expect_invalid(segments(1, {}),
                 "The TotalSegments parameter is required but was not present in the request when "
                 "Segment parameter is present");
  expect_invalid(segments({}, 1),
                 "The Segment parameter is required but was not present in the request when "
                 "parameter TotalSegments is present");
  expect_invalid(segments(5, 5),
                 "The Segment parameter is zero-based and must be less than parameter "
                 "TotalSegments: Segment: 5 is not less than TotalSegments: 5");
  expect_invalid(segments(-1, 0),
                 "2 validation errors detected: Value '-1' at 'segment' failed to satisfy "
                 "constraint: Member must have value greater than or equal to 0; Value '0' at "
                 "'totalSegments' failed to satisfy constraint: Member must have value greater "
                 "than or equal to 1");
  expect_invalid(segments(0, 1'000'001),
                 "1 validation error detected: Value '1000001' at 'totalSegments' failed to "
                 "satisfy constraint: Member must have value less than or equal to 1000000");
  ScanRequest scan;
  scan.table_name = "Tab";
  scan.limit = 0;
  expect_invalid(db_->scan(scan),
                 "1 validation error detected: Value '0' at 'limit' failed to satisfy constraint: "
                 "Member must have value greater than or equal to 1");
  scan.limit.reset();
  scan.select = Select::count;
  scan.projection_expression = "x";
  expect_invalid(db_->scan(scan),
                 "Cannot specify the ProjectionExpression when choosing to get only the Count");
  scan = {};
  scan.table_name = "none";
  expect_error(db_->scan(scan), "ResourceNotFoundException", "Requested resource not found");
}

TEST_F(ScanTest, RefusesStartKeysOfElsewhere) {
  fill(20);
  ScanRequest scan;
  scan.table_name = "Tab";
  scan.exclusive_start_key = Key{{"pk", 1}};
  expect_invalid(db_->scan(scan),
                 "The provided starting key is invalid: The provided key element does not match "
                 "the schema");
  scan.exclusive_start_key = Key{{"pk", "1"}, {"x", "1"}};
  expect_invalid(db_->scan(scan),
                 "The provided starting key is invalid: The provided key element does not match "
                 "the schema");
  // A key of one segment starts no other.
  scan.exclusive_start_key.reset();
  scan.total_segments = 2;
  scan.segment = 0;
  scan.limit = 1;
  const auto key = db_->scan(scan).value().last_evaluated_key;
  ASSERT_TRUE(key);
  scan.exclusive_start_key = key;
  EXPECT_TRUE(db_->scan(scan));
  scan.segment = 1;
  expect_invalid(db_->scan(scan),
                 "The provided starting key is invalid: Invalid ExclusiveStartKey. Please use "
                 "ExclusiveStartKey with correct Segment. TotalSegments: 2 Segment: 1");
}

}  // namespace
}  // namespace keywright
