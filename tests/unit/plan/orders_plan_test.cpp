#include "plan/key_language.hpp"
#include "planning.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

// Ranges and every kind of write, on tests/models/orders.model.yaml.

namespace keywright::plan::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

class OrdersPlan : public ::testing::Test {
 protected:
  static void SetUpTestSuite() { planned = new Planned(plan_file("orders.model.yaml")); }
  static void TearDownTestSuite() { delete planned; }
  static const Planned* planned;
};
const Planned* OrdersPlan::planned = nullptr;

TEST_F(OrdersPlan, RangesTakeWholeComponentsAndStayWithinTheEntity) {
  EXPECT_EQ(planned->key_of("orders_between"),
            "pk = CUSTOMER#{customer_id}, sk from ORDER#{placed_on_from} to "
            "ORDER#{placed_on_to}$, descending");
  EXPECT_EQ(planned->key_of("orders_since"),
            "pk = CUSTOMER#{customer_id}, sk from ORDER#{placed_on_after}$ to ORDER$");
  EXPECT_EQ(planned->key_of("orders_before"),
            "pk = CUSTOMER#{customer_id}, sk from ORDER# to ORDER#{placed_on_before}, descending");
  EXPECT_EQ(planned->key_of("orders_on"),
            "pk = CUSTOMER#{customer_id}, sk begins with ORDER#{placed_on}#");
  EXPECT_THAT(planned->read("orders_before").filters, IsEmpty());
}

TEST_F(OrdersPlan, CollectionsSpanTheirEntities) {
  EXPECT_EQ(planned->key_of("customer_orders"),
            "pk = CUSTOMER#{customer_id}, sk from #PROFILE to ORDER$");
}

TEST_F(OrdersPlan, ShardedListsReadEveryShard) {
  const auto& read = planned->read("recent_customers");
  EXPECT_EQ(read.shards, 4);
  EXPECT_EQ(planned->key_of("recent_customers"), "recent_pk = RECENT, descending, 4 shards");
  EXPECT_GE(read.cost.units, 4 * 0.5);
}

TEST_F(OrdersPlan, APartialIndexServesThePatternThatNamesIt) {
  EXPECT_TRUE(planned->read("list_tier").partial);
  EXPECT_TRUE(planned->read("open_orders").partial);
}

TEST(Designs, AMoveIsNamedAlsoWhereItIsTheOnlyOne) {
  const auto writes = plan_file("writes.model.yaml");
  const auto designs = designs_of(writes.model, writes.pattern("work"));
  ASSERT_EQ(designs.size(), 1U);
  EXPECT_EQ(designs[0].pattern, "work.close");
}

TEST_F(OrdersPlan, APatchLeavesEachFieldToTheCaller) {
  const auto& write = planned->write("change_profile");
  EXPECT_EQ(write.precondition, Precondition::present);
  EXPECT_THAT(planned->changes(write), ElementsAre("name?", "nickname?", "address?", "tags?"));
  EXPECT_TRUE(write.changes[1].may_be_removed);
  EXPECT_FALSE(write.changes[0].may_be_removed);
  EXPECT_THAT(planned->index_keys(write), IsEmpty());
}

TEST_F(OrdersPlan, APatchOfOneFieldTakesIt) {
  EXPECT_THAT(planned->changes(planned->write("rename_customer")), ElementsAre("name"));
  EXPECT_THAT(planned->inputs(planned->write("count_visit")),
              ElementsAre("customer_id", "add_visits"));
}

TEST_F(OrdersPlan, AFieldThatIsOnlyRemovedIsAlwaysRemoved) {
  EXPECT_THAT(planned->changes(planned->write("change_balance")),
              ElementsAre("note?", "rating removed", "visits? added", "balance? added"));
}

TEST_F(OrdersPlan, AConditionsParameterIsAnInput) {
  EXPECT_THAT(planned->inputs(planned->write("change_balance")),
              ElementsAre("customer_id", "least", "note?", "add_visits?", "add_balance?"));
}

TEST_F(OrdersPlan, AKeyOfSeveralComponentsNeedsThoseThatStay) {
  const auto& write = planned->write("set_tier");
  EXPECT_THAT(planned->index_keys(write),
              ElementsAre("tier_pk=TIER#{tier}#{class}", "tier_sk={seen_at}"));
  EXPECT_THAT(planned->inputs(write), ElementsAre("customer_id", "tier", "current_active",
                                                  "current_class", "current_seen_at?"));
  EXPECT_THAT(planned->guards(write), ElementsAre("active", "class", "seen_at"));
  EXPECT_THAT(planned->tests(write), ElementsAre("active"));
  EXPECT_EQ(write.indexes[0].entry_writes, 2);
}

TEST_F(OrdersPlan, AnItemEntersAnIndexByAllOfItsKeys) {
  const auto& write = planned->write("reactivate");
  EXPECT_THAT(planned->index_keys(write),
              ElementsAre("tier_pk=TIER#{tier}#{class}", "tier_sk={seen_at}"));
  EXPECT_THAT(planned->guards(write), ElementsAre("tier", "class"));
  EXPECT_THAT(planned->tests(write), ElementsAre("active"));
}

TEST_F(OrdersPlan, AMoveOutOfASparseIndexRemovesAllItsKeys) {
  EXPECT_THAT(planned->index_keys(planned->write("process_order", "ship")),
              ElementsAre("open_pk removed", "open_sk removed"));
  EXPECT_EQ(planned->write("process_order", "ship").indexes[0].entry_writes, 1);
}

TEST_F(OrdersPlan, AMoveWithinASparseIndexTouchesNoKey) {
  EXPECT_THAT(planned->index_keys(planned->write("process_order", "pay")), IsEmpty());
}

TEST_F(OrdersPlan, AMoveThatSetsAnOptionalComponentSetsBothKeys) {
  const auto& write = planned->write("process_order", "schedule");
  EXPECT_THAT(planned->index_keys(write),
              ElementsAre("open_pk=OPEN#{warehouse}", "open_sk={due}#{number}"));
  EXPECT_THAT(planned->guards(write), ElementsAre("warehouse"));  // `number` is in the item's key
  EXPECT_THAT(planned->inputs(write),
              ElementsAre("customer_id", "placed_on", "number", "due?", "current_warehouse"));
}

TEST_F(OrdersPlan, RemovingAComponentRemovesTheEntry) {
  EXPECT_THAT(planned->index_keys(planned->write("process_order", "cancel")),
              ElementsAre("open_pk removed", "open_sk removed"));
}

TEST_F(OrdersPlan, AnUpsertLeavesImmutableFieldsAndTheirKeysAsStored) {
  const auto& write = planned->write("save_customer");
  EXPECT_THAT(planned->index_keys(write),
              ElementsAre("tier_pk=TIER#{tier}#{class}", "tier_sk={seen_at}", "recent_pk=RECENT",
                          "recent_sk?={joined_at}"));
  EXPECT_THAT(planned->changes(write), ::testing::Contains("joined_at if absent"));
  EXPECT_THAT(planned->changes(write), ::testing::Contains("customer_id"));
}

TEST_F(OrdersPlan, AnUpsertChangesOnlyWhatItLists) {
  EXPECT_THAT(planned->changes(planned->write("track")),
              ElementsAre("counter_id", "label", "hits added", "since if absent", "gone_at"));
}

TEST_F(OrdersPlan, AScanFiltersByTypeWhatElseTheTableHolds) {
  const auto& read = planned->read("export_orders");
  EXPECT_EQ(read.access, Access::scan);
  EXPECT_FALSE(read.index.has_value());  // the index is cheaper, but has not all orders
  ASSERT_EQ(read.filters.size(), 2);
  EXPECT_EQ(read.filters[1].kind, Filter::Kind::is_type);
}

TEST_F(OrdersPlan, BatchesAreBilledItemByItem) {
  EXPECT_EQ(planned->read("get_orders").cost.units, 10 * 0.5);
  EXPECT_EQ(planned->write("delete_orders").cost.table_units, 5);
}

TEST(AutomaticShards, AreAsManyAsThePeakNeeds) {
  const auto planned = plan_text(R"(
keywright: 1
name: busy
access_patterns:
  post:   {op: put, entity: Event, rate: {peak: 2400}}
  latest: {op: query, entity: Event, order: at desc, page: 10, rate: {peak: 1}}
entities:
  Event:
    fields: {event_id: {type: ulid}, at: {type: timestamp}}
    key: {pk: "EVENT#{event_id}", sk: EVENT}
    indexes: {all: {pk: ALL, sk: "{at}", shards: auto}}
table: {name: busy, keys: {partition: pk, sort: sk}, indexes: {all: {partition: all_pk, sort: all_sk}}}
)");
  EXPECT_EQ(planned.read("latest").shards, 4);  // 2,400 WRU/s over 700 each
  EXPECT_EQ(planned.plan.keys[0].indexes[0].partition[0].shards, 4);
  EXPECT_TRUE(
      KeyLanguage::of(planned.model.entities[0], planned.plan.keys[0].indexes[0].partition[0])
          .contains("ALL#3"));
}

TEST(NativeKeys, CompareValuesOfTheirOwnType) {
  const auto planned = plan_file("telemetry.model.yaml");
  EXPECT_EQ(planned.describe("readings_since"),
            "Query readings: device_id = {device_id}, at >= {at_from}");
  EXPECT_EQ(planned.describe("site_day"),
            "Query readings.by_site: site_id = {site_id}, day = {day}");
  EXPECT_EQ(planned.describe("list_rooms"),
            "Query chat: pk = OWNER#{owner}, sk begins with ROOM#{room_name_prefix}");
  EXPECT_EQ(planned.read("readings_since").sort.lower.type, model::AttributeType::number);
}

// Writes at their edges, on tests/models/writes.model.yaml.

class WritesPlan : public ::testing::Test {
 protected:
  const Planned planned_ = plan_file("writes.model.yaml");
};

TEST_F(WritesPlan, AnEntryFollowsAFieldThatMayBeLeftOut) {
  const auto& write = planned_.write("edit_user");
  EXPECT_THAT(planned_.changes(write), ElementsAre("title?", "nick?", "due?"));
  ASSERT_TRUE(write.indexes[0].only_with);
  EXPECT_EQ(*write.indexes[0].only_with, 2U);
  EXPECT_THAT(planned_.index_keys(write), ElementsAre("first_pk=TEAM#{team}", "first_sk={due}"));
}

TEST_F(WritesPlan, EachTestKnowsItsPredicate) {
  const auto& tests = planned_.write("triage").indexes[0].tests;
  ASSERT_EQ(tests.size(), 2U);
  EXPECT_EQ(tests[0].position, 0U);
  EXPECT_EQ(tests[1].position, 1U);
  EXPECT_THAT(planned_.tests(planned_.write("triage")), ElementsAre("priority", "votes"));
}

TEST_F(WritesPlan, AMoveDemandsWhatItsStateRequires) {
  EXPECT_THAT(planned_.inputs(planned_.write("work", "close")),
              ElementsAre("ticket_id", "reason", "note?"));
}

TEST_F(WritesPlan, AParameterOfAConditionHasANameOfItsOwn) {
  EXPECT_THAT(planned_.inputs(planned_.write("raise")),
              ElementsAre("team", "user_id", "hits_condition", "hits"));
  EXPECT_THAT(planned_.inputs(planned_.write("replace_if")), ElementsAre("User", "user_condition"));
}

TEST_F(WritesPlan, AnUpsertSetsALifetimeAnew) {
  EXPECT_THAT(planned_.changes(planned_.write("count")),
              ElementsAre("page", "hits added", "since if absent", "gone_at"));
}

TEST_F(WritesPlan, KeysThatAreFieldsNeedNothingOfTheCaller) {
  const auto& write = planned_.write("calibrate");
  EXPECT_THAT(planned_.inputs(write), ElementsAre("device", "at", "value"));
  EXPECT_THAT(planned_.guards(write), IsEmpty());
  EXPECT_THAT(planned_.index_keys(write), IsEmpty());
  EXPECT_EQ(write.indexes[0].entry_writes, 2);
}

}  // namespace
}  // namespace keywright::plan::testing
