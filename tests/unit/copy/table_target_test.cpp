#include "copy/table_target.hpp"

#include "copying.hpp"

#include <gmock/gmock.h>

namespace keywright::copy {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class TableTargetTest : public testing::Test {
 protected:
  TableTargetTest() { engine_->create_table(table_request("Tab")).value(); }

  TableAccess access(Database& database) {
    return {database, "Tab", keys_, rate_, repetitions_, timing_};
  }
  /// Writes all, and returns the sizes of the batches.
  std::vector<std::size_t> write(Target& target, const std::vector<Item>& items) {
    auto writer = target.open(0, {}).value();
    std::vector<std::size_t> sizes;
    for (std::span<const Item> left(items); !left.empty();) {
      const auto written = writer->write(left, {});
      if (!written) {
        error_ = written.error();
        break;
      }
      EXPECT_TRUE(written->is_safe);
      sizes.push_back(written->items);
      left = left.subspan(written->items);
    }
    return sizes;
  }

  TestTime time_;
  Timing timing_ = time_.timing();
  std::unique_ptr<Engine> engine_ = Engine::in_memory({.clock = time_.clock(), .seed = 1});
  TableKeys keys_ =
      table_keys(table_request("Tab").key_schema, table_request("Tab").attribute_definitions);
  Rate rate_{Rate::kUnlimited, timing_.now};
  Repetitions repetitions_;
  Error error_;
};

TEST_F(TableTargetTest, WritesInBatchesOf25AndCountsUnits) {
  std::vector<Item> items;
  for (int i = 0; i < 60; ++i) items.push_back(item_of(i, i == 0 ? 3000 : 10));
  TableTarget target(access(*engine_));
  EXPECT_THAT(write(target, items), ElementsAre(25, 25, 10));
  EXPECT_EQ(count_of(*engine_, "Tab"), 60);
  EXPECT_EQ(rate_.spent(), 59 + 3);
}

TEST_F(TableTargetTest, CutsABatchBeforeItIsTooLargeForARequest) {
  std::vector<Item> items;
  for (int i = 0; i < 12; ++i) items.push_back(item_of(i, 390 * 1024));
  TableTarget target(access(*engine_));
  EXPECT_THAT(write(target, items), ElementsAre(5, 5, 2));
}

TEST_F(TableTargetTest, PutsNoMoreAtATimeThanASecondMayCost) {
  Rate slow(10, timing_.now);
  std::vector<Item> items;
  for (int i = 0; i < 25; ++i) items.push_back(item_of(i));
  TableTarget target({*engine_, "Tab", keys_, slow, repetitions_, timing_});
  EXPECT_THAT(write(target, items), ElementsAre(10, 10, 5));
  EXPECT_NEAR(time_.elapsed(), 2, 0.2);
}

TEST_F(TableTargetTest, PutsAnItemThatComesTwiceOneAfterTheOther) {
  std::vector<Item> items;
  for (int i = 0; i < 30; ++i) items.push_back({{"pk", "same"}, {"sk", i % 10}, {"turn", i}});
  TableTarget target(access(*engine_));
  EXPECT_THAT(write(target, items), ElementsAre(10, 10, 10));
  EXPECT_EQ(count_of(*engine_, "Tab"), 10);
  const auto kept = engine_->get_item({.table_name = "Tab", .key = {{"pk", "same"}, {"sk", 3}}});
  EXPECT_EQ(kept->item->find("turn")->as_number(), Number(23));
}

TEST_F(TableTargetTest, WritesAgainWhatIsLeftUnprocessed) {
  UnreliableDatabase unreliable(*engine_);
  std::vector<Item> items;
  for (int i = 0; i < 1000; ++i) items.push_back(item_of(i));
  TableTarget target(access(unreliable));
  EXPECT_EQ(write(target, items).size(), 40u);
  EXPECT_EQ(count_of(*engine_, "Tab"), 1000);
  EXPECT_GT(unreliable.calls(), 60);
  EXPECT_GT(repetitions_.throttled(), 20);
  EXPECT_LT(rate_.per_second(), Rate::kUnlimited);
  EXPECT_NEAR(rate_.spent(), 1000, 1e-6);  // no unit of what was refused
}

TEST_F(TableTargetTest, GivesUpAfterFiveMinutesInWhichNothingMoved) {
  class Stuck final : public ForwardingDatabase {
   public:
    using ForwardingDatabase::ForwardingDatabase;
    Result<BatchWriteItemResponse> batch_write_item(const BatchWriteItemRequest& request) override {
      return BatchWriteItemResponse{.unprocessed_items = request.request_items};
    }
  } stuck(*engine_);
  TableTarget target(access(stuck));
  EXPECT_TRUE(write(target, {item_of(1)}).empty());
  EXPECT_THAT(error_.message, HasSubstr("Tab has left 1 items unprocessed for 5 minutes"));
  EXPECT_GT(time_.elapsed(), 300);
  EXPECT_LT(time_.elapsed(), 400);
}

TEST_F(TableTargetTest, SaysWhatTheTableRefuses) {
  TableTarget target(access(*engine_));
  EXPECT_TRUE(write(target, {Item{{"pk", "a"}, {"sk", "text"}}}).empty());
  EXPECT_THAT(error_.message, HasSubstr("writing to table Tab: "));
  EXPECT_EQ(error_.exception, "ValidationException");
}

TEST_F(TableTargetTest, EndsWhenItIsStopped) {
  std::stop_source stop;
  stop.request_stop();
  rate_.throttled();
  (void)rate_.spend(1000);
  TableTarget target(access(*engine_));
  const std::vector<Item> items{item_of(1)};
  const auto written = target.open(0, {}).value()->write(items, stop.get_token());
  ASSERT_FALSE(written);
  EXPECT_EQ(written.error().code, ErrorCode::timeout);
}

TEST_F(TableTargetTest, ComparesEachItemWithThatInTheTable) {
  for (int i = 0; i < 250; ++i) {
    if (i != 100) engine_->put_item({.table_name = "Tab", .item = item_of(i)}).value();
  }
  engine_->put_item({.table_name = "Tab", .item = item_of(200, 99)}).value();
  std::vector<Item> items;
  for (int i = 0; i < 250; ++i) items.push_back(item_of(i));
  ComparingTarget target(access(*engine_));
  EXPECT_THAT(write(target, items), ElementsAre(100, 100, 50));
  EXPECT_EQ(target.differences(), 2);
  EXPECT_THAT(target.examples(), ElementsAre(R"(missing: {"pk":{"S":"p26"},"sk":{"N":"100"}})",
                                             R"(different: {"pk":{"S":"p15"},"sk":{"N":"200"}})"));
}

}  // namespace
}  // namespace keywright::copy
