// Time to live: the setting, and what delete_expired_items deletes and when.

#include "engine_fixture.hpp"

namespace keywright {
namespace {

constexpr std::int64_t kNow = 1'700'000'000;

class TimeToLiveTest : public EngineTest {
 protected:
  void SetUp() override { create(table_request("Tab"), {global_index("gsi", "g")}); }

  Result<UpdateTimeToLiveResponse> set(const std::string& attribute, bool enabled = true) {
    return db_->update_time_to_live(
        {.table_name = "Tab", .attribute_name = attribute, .enabled = enabled});
  }
  void put_expiring(const std::string& key, const AttributeValue& expires) {
    put("Tab", {{"pk", key}, {"g", "G"}, {"expires", expires}});
  }
  bool exists(const std::string& key) { return get("Tab", {{"pk", key}}).has_value(); }
};

TEST_F(TimeToLiveTest, IsDescribed) {
  EXPECT_EQ(db_->describe_time_to_live({"Tab"}).value().attribute_name, std::nullopt);
  EXPECT_EQ(set("expires").value().attribute_name, "expires");
  EXPECT_EQ(db_->describe_time_to_live({"Tab"}).value().attribute_name, "expires");
  expect_error(db_->describe_time_to_live({"None"}), "ResourceNotFoundException",
               "Requested resource not found: Table: None not found");
}

TEST_F(TimeToLiveTest, ChangesToWhatItIsNotAndOnceAnHour) {
  expect_invalid(set("expires", false), "TimeToLive is already disabled");
  expect_invalid(
      set(""),
      "1 validation error detected: Value '' at 'timeToLiveSpecification.attributeName' "
      "failed to satisfy constraint: Member must have length greater than or equal to 1");
  ASSERT_TRUE(set("expires"));
  expect_invalid(set("expires"), "TimeToLive is already enabled");
  expect_invalid(
      set("other"),
      "TimeToLive is active on a different AttributeName: current AttributeName is expires");
  expect_invalid(set("expires", false),
                 "Time to live has been modified multiple times within a fixed interval");
  clock_.advance(std::chrono::hours(1));
  EXPECT_TRUE(set("expires", false));
  EXPECT_EQ(db_->describe_time_to_live({"Tab"}).value().attribute_name, std::nullopt);
}

TEST_F(TimeToLiveTest, DeletesWhatIsStrictlyPastAndNotFiveYearsOld) {
  ASSERT_TRUE(set("expires"));
  put_expiring("past", kNow - 1);
  put_expiring("just past", *Number::parse("1699999999.999"));
  put_expiring("now", kNow);
  put_expiring("future", kNow + 1);
  put_expiring("milliseconds", kNow * 1000);
  put_expiring("ancient", kNow - 6LL * 365 * 24 * 3600);
  put_expiring("zero", 0);
  put_expiring("negative", -5);
  put_expiring("text", "1699999999");
  put_expiring("huge", *Number::parse("1e125"));
  put("Tab", {{"pk", "none"}});
  EXPECT_TRUE(exists("past")) << "expired items stay readable until they are deleted";
  EXPECT_EQ(db_->delete_expired_items().deleted, 2U);
  EXPECT_FALSE(exists("past"));
  EXPECT_FALSE(exists("just past"));
  EXPECT_EQ(describe("Tab").item_count, 9);
  clock_.advance(std::chrono::milliseconds(1));
  EXPECT_EQ(db_->delete_expired_items().deleted, 1U) << "the one of a millisecond ago";
  EXPECT_FALSE(exists("now"));
}

TEST_F(TimeToLiveTest, IndexEntriesGoAlong) {
  ASSERT_TRUE(set("expires"));
  put_expiring("past", kNow - 1);
  put_expiring("future", kNow + 1);
  EXPECT_EQ(describe_index("Tab", "gsi").item_count, 2);
  db_->delete_expired_items();
  EXPECT_EQ(describe_index("Tab", "gsi").item_count, 1);
  EXPECT_EQ(describe_index("Tab", "gsi").index_size_bytes, describe("Tab").table_size_bytes);
}

TEST_F(TimeToLiveTest, NothingExpiresWithoutTheSetting) {
  put_expiring("past", kNow - 1);
  EXPECT_EQ(db_->delete_expired_items().deleted, 0U);
  ASSERT_TRUE(set("other"));
  EXPECT_EQ(db_->delete_expired_items().deleted, 0U);
  EXPECT_TRUE(exists("past"));
}

TEST_F(TimeToLiveTest, ALimitEndsACallAndTheNextGoesOn) {
  ASSERT_TRUE(set("expires"));
  create(table_request("Zet"));
  ASSERT_TRUE(db_->update_time_to_live({.table_name = "Zet", .attribute_name = "expires"}));
  for (int i = 0; i < 2500; ++i) {
    const std::int64_t expires = i % 5 == 0 ? kNow + 100 : kNow - 100;
    put_expiring("p" + std::to_string(i), expires);
    put("Zet", {{"pk", "p" + std::to_string(i)}, {"expires", expires}});
  }
  std::size_t total = 0;
  for (bool more = true; more;) {
    const ExpirySweep sweep = db_->delete_expired_items(300);
    EXPECT_LE(sweep.deleted, 300U);
    total += sweep.deleted;
    more = sweep.more;
  }
  EXPECT_EQ(total, 4000U);
  EXPECT_EQ(describe("Tab").item_count, 500);
  EXPECT_EQ(describe("Zet").item_count, 500);
  EXPECT_EQ(db_->delete_expired_items(0).deleted, 0U);
  EXPECT_EQ(db_->delete_expired_items().deleted, 0U);
}

TEST_F(TimeToLiveTest, TheRoundAfterTheNextEndFindsWhatWasPutBehindTheSweep) {
  ASSERT_TRUE(set("expires"));
  for (int i = 0; i < 50; ++i) put_expiring("p" + std::to_string(i), kNow - 100);
  EXPECT_EQ(db_->delete_expired_items(25).deleted, 25U);
  for (int i = 0; i < 50; ++i) put_expiring("q" + std::to_string(i), kNow - 100);
  const ExpirySweep rest = db_->delete_expired_items();
  EXPECT_FALSE(rest.more);
  EXPECT_GE(rest.deleted, 25U);
  EXPECT_EQ(rest.deleted + db_->delete_expired_items().deleted, 75U);
  EXPECT_EQ(describe("Tab").item_count, 0);
}

TEST_F(TimeToLiveTest, ACallLooksAtABoundedNumberOfItems) {
  ASSERT_TRUE(set("expires"));
  constexpr int kItems = 10'000;
  constexpr int kExpired = 5;
  for (int i = 0; i < kItems; ++i) put_expiring("p" + std::to_string(i), kNow + 100);
  for (int i = 0; i < kExpired; ++i) put_expiring("q" + std::to_string(i), kNow - 100);
  std::size_t deleted = 0;
  std::size_t read = 0;
  int calls = 0;
  for (bool more = true; more; ++calls) {
    const ExpirySweep sweep = db_->delete_expired_items();
    EXPECT_LE(sweep.read, 4000U);
    deleted += sweep.deleted;
    read += sweep.read;
    more = sweep.more;
  }
  EXPECT_EQ(deleted, 5U);
  EXPECT_EQ(read, 10'005U) << "each item once";
  EXPECT_EQ(calls, 3);
  EXPECT_EQ(describe("Tab").item_count, kItems);
}

}  // namespace
}  // namespace keywright
