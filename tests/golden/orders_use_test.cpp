#include "memory_test.hpp"
#include "orders/counter_repository.hpp"
#include "orders/customer_admin.hpp"
#include "orders/customer_repository.hpp"
#include "orders/items.hpp"
#include "orders/table.hpp"

#include <map>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace {

using keywright::ErrorCode;
using keywright::Number;
using orders::Customer;
using orders::CustomerTier;
using orders::Order;
using orders::OrderState;

class OrdersUse : public keywright::testing::MemoryTest {
 protected:
  OrdersUse() { orders::create_table(*database_).value(); }

  [[nodiscard]] Customer customer(char last) const {
    Customer result;
    result.customer_id = id(last);
    result.name = "Ada";
    result.balance = Number(10);
    result.tier = CustomerTier::plus;
    result.seen_at = time("2026-01-01T00:00:00.000Z");
    result.joined_at = time("2025-01-01T00:00:00.000Z");
    return result;
  }

  Order order(std::string_view placed_on, std::int64_t number) {
    Order result;
    result.customer_id = id('A');
    result.placed_on = date(placed_on);
    result.number = number;
    result.warehouse = "oslo";
    result.due = time("2026-02-01T00:00:00.000Z");
    result.total = *Number::parse("12.50");
    return result;
  }

  std::string of_customer(std::string_view attribute) {
    return keywright::testing::stored(
        *behind_, "orders", make_key(orders::kCustomerPk(id('A')), orders::kCustomerSk()).value(),
        attribute);
  }
  std::string of_order(const Order& order, std::string_view attribute) {
    return keywright::testing::stored(*behind_, "orders",
                                      make_key(orders::kOrderPk(order.customer_id),
                                               orders::kOrderSk(order.placed_on, order.number))
                                          .value(),
                                      attribute);
  }

  orders::CustomerRepository customers_{*database_, options()};
};

TEST_F(OrdersUse, AnUpsertCreatesAndThenChangesAllButImmutableFields) {
  auto ada = customer('A');
  ada.address = {.street = "Main", .kind = orders::CustomerAddressKind::work, .lines = {"a", "b"}};
  ada.addresses = {{.street = "Side", .since = date("2020-02-02")}};
  ada.attributes = std::map<std::string, std::string>{{"colour", "red"}};
  ada.tags = {"x", "y"};
  ada.rating = 4.5;
  EXPECT_EQ(customers_.save_customer(ada).value(), ada);
  EXPECT_EQ(customers_.get_customer(ada.customer_id).value(), ada);
  EXPECT_EQ(of_customer("tier_pk"), "TIER#plus#04");  // class -1 of -5..5
  EXPECT_EQ(of_customer("recent_sk"), "2025-01-01T00:00:00.000Z");
  EXPECT_TRUE(of_customer("recent_pk").starts_with("RECENT#"));

  auto later = ada;
  later.joined_at = time("2026-01-01T00:00:00.000Z");
  later.name = "Ada L.";
  later.rating = std::nullopt;
  const auto changed = customers_.save_customer(later).value();
  EXPECT_EQ(changed.joined_at, ada.joined_at);
  EXPECT_EQ(changed.name, "Ada L.");
  EXPECT_EQ(changed.rating, std::nullopt);
  EXPECT_EQ(of_customer("recent_sk"), "2025-01-01T00:00:00.000Z");
}

TEST_F(OrdersUse, AnUpsertOutOfTheIndexRemovesItsKeys) {
  auto ada = customer('A');
  customers_.save_customer(ada).value();
  ada.active = false;
  customers_.save_customer(ada).value();
  EXPECT_EQ(of_customer("tier_pk"), "");
  EXPECT_EQ(of_customer("tier_sk"), "");
}

TEST_F(OrdersUse, APatchChangesWhatItIsGiven) {
  auto ada = customer('A');
  ada.nickname = "A";
  customers_.save_customer(ada).value();
  auto changed = customers_.change_profile(ada.customer_id, {.name = "Grace"}).value();
  EXPECT_EQ(changed.name, "Grace");
  EXPECT_EQ(changed.nickname, "A");
  changed =
      customers_.change_profile(ada.customer_id, {.nickname = keywright::remove_field}).value();
  EXPECT_EQ(changed.nickname, std::nullopt);
  EXPECT_EQ(customers_.rename_customer(id('B'), "none").error().code, ErrorCode::condition_failed);
  EXPECT_EQ(customers_.rename_customer(ada.customer_id, std::string(101, 'x')).error().code,
            ErrorCode::validation);
}

TEST_F(OrdersUse, CountersCount) {
  customers_.save_customer(customer('A')).value();
  EXPECT_EQ(customers_.count_visit(id('A'), 2).value().visits, 2);
  EXPECT_EQ(customers_.count_visit(id('A'), 3).value().visits, 5);
}

TEST_F(OrdersUse, ThePatternsOwnConditionHolds) {
  customers_.save_customer(customer('A')).value();
  EXPECT_EQ(customers_.change_balance(id('A'), 11, {.note = "n"}).error().code,
            ErrorCode::condition_failed);
  EXPECT_EQ(customers_.change_balance(id('A'), 10, {.add_balance = Number(5)}).value().balance, 15);
  EXPECT_EQ(customers_.close_account(id('A')).has_value(), true);
  customers_.save_customer(customer('B')).value();
  customers_.count_visit(id('B'), 1).value();
  EXPECT_EQ(customers_.close_account(id('B')).error().code, ErrorCode::condition_failed);
}

TEST_F(OrdersUse, AKeyIsRewrittenWithWhatTheCallerKnowsAndOnlyIfItIsTrue) {
  const auto seen = customer('A').seen_at;
  customers_.save_customer(customer('A')).value();
  EXPECT_EQ(customers_.set_tier(id('A'), true, 3, seen, CustomerTier::default_).error().code,
            ErrorCode::condition_failed);
  customers_.set_tier(id('A'), true, -1, seen, CustomerTier::default_).value();
  EXPECT_EQ(of_customer("tier_pk"), "TIER#default#04");
  EXPECT_EQ(customers_.list_tier(CustomerTier::default_, -1).value().size(), 1U);
  EXPECT_TRUE(customers_.list_tier(CustomerTier::plus, -1).value().empty());
}

TEST_F(OrdersUse, AnItemWithoutOneHalfOfAKeyIsNotGivenTheOther) {
  auto unseen = customer('A');
  unseen.seen_at.reset();
  customers_.save_customer(unseen).value();
  customers_.set_tier(id('A'), true, -1, std::nullopt, CustomerTier::default_).value();
  EXPECT_EQ(of_customer("tier_pk") + of_customer("tier_sk"), "");
  EXPECT_TRUE(customers_.list_tier(CustomerTier::default_, -1).value().empty());
}

TEST_F(OrdersUse, AnItemEntersAndLeavesAnIndexByAPatch) {
  customers_.save_customer(customer('A')).value();
  const auto now = time("2026-01-09T00:00:00.000Z");
  const auto reactivate = [&](bool active) {
    customers_.reactivate(id('A'), CustomerTier::plus, -1, {.active = active, .seen_at = now})
        .value();
  };
  reactivate(false);
  EXPECT_EQ(of_customer("tier_pk") + of_customer("tier_sk"), "");
  reactivate(true);
  EXPECT_EQ(of_customer("tier_pk"), "TIER#plus#04");
  EXPECT_EQ(of_customer("tier_sk"), "2026-01-09T00:00:00.000Z");
}

TEST_F(OrdersUse, ShardsAreMergedInOrder) {
  const std::string digits = "ABCDEFGHJK";
  for (std::size_t i = 0; i < digits.size(); ++i) {
    auto one = customer(digits[i]);
    one.joined_at += std::chrono::days(i);
    customers_.save_customer(one).value();
  }
  std::vector<keywright::Ulid> listed;
  std::optional<std::string> cursor;
  do {
    const auto page = customers_.recent_customers({.limit = 3, .cursor = cursor}).value();
    for (const auto& row : page) listed.push_back(row.customer_id);
    cursor = page.next_cursor;
  } while (cursor);
  ASSERT_EQ(listed.size(), digits.size());
  for (std::size_t i = 0; i < digits.size(); ++i) {
    EXPECT_EQ(listed[i], id(digits[digits.size() - 1 - i]));
  }
}

TEST_F(OrdersUse, RangesAreExact) {
  for (const auto* day : {"2026-01-01", "2026-01-02", "2026-01-03"}) {
    customers_.place_order(order(day, 1)).value();
    customers_.place_order(order(day, 20)).value();
  }
  const auto numbers = [](const keywright::Page<Order>& page) {
    std::vector<std::string> result;
    for (const auto& order : page) {
      result.push_back(keywright::to_text(order.placed_on).substr(8) + "/" +
                       std::to_string(order.number));
    }
    return result;
  };
  using Days = std::vector<std::string>;
  const auto ada = id('A');
  const auto second = date("2026-01-02");
  EXPECT_EQ(numbers(customers_.orders_between(ada, date("2026-01-01"), second).value()),
            (Days{"02/20", "02/1", "01/20", "01/1"}));
  EXPECT_EQ(numbers(customers_.orders_since(ada, second).value()), (Days{"03/1", "03/20"}));
  EXPECT_EQ(numbers(customers_.orders_before(ada, second).value()), (Days{"01/20", "01/1"}));
  EXPECT_EQ(numbers(customers_.orders_on(ada, second).value()), (Days{"02/1", "02/20"}));
}

TEST_F(OrdersUse, CollectionsAndBatches) {
  customers_.save_customer(customer('A')).value();
  const std::vector all{order("2026-01-01", 1), order("2026-01-02", 2), order("2026-01-03", 3)};
  EXPECT_TRUE(customers_.put_orders(all).value().complete());
  const auto whole = customers_.customer_orders(id('A')).value();
  ASSERT_TRUE(whole);
  EXPECT_EQ(whole->customer.name, "Ada");
  EXPECT_EQ(whole->orders, all);

  const std::vector<orders::OrderKey> keys{{id('A'), date("2026-01-03"), 3},
                                           {id('A'), date("2026-01-09"), 9},
                                           {id('A'), date("2026-01-01"), 1}};
  const auto read = customers_.get_orders(keys).value();
  ASSERT_EQ(read.items.size(), 3U);
  EXPECT_EQ(read.items[0]->number, 3);
  EXPECT_EQ(read.items[1], std::nullopt);
  EXPECT_EQ(read.items[2]->total, *Number::parse("12.5"));
  EXPECT_TRUE(customers_.delete_orders(keys).value().complete());
  EXPECT_EQ(customers_.customer_orders(id('A')).value()->orders.size(), 1U);
}

TEST_F(OrdersUse, MovesKeepTheSparseIndexRight) {
  const auto placed = order("2026-01-01", 1);
  customers_.place_order(placed).value();
  EXPECT_EQ(of_order(placed, "open_pk"), "OPEN#oslo");
  customers_.pay(placed.customer_id, placed.placed_on, placed.number).value();
  EXPECT_EQ(of_order(placed, "open_sk"), "2026-02-01T00:00:00.000Z#000001");
  const auto due = time("2026-03-01T00:00:00.000Z");
  customers_.schedule(placed.customer_id, placed.placed_on, placed.number, "oslo", {.due = due})
      .value();
  EXPECT_EQ(of_order(placed, "open_sk"), "2026-03-01T00:00:00.000Z#000001");
  EXPECT_EQ(customers_.open_orders("oslo").value().size(), 1U);
  customers_.ship(placed.customer_id, placed.placed_on, placed.number).value();
  EXPECT_EQ(of_order(placed, "open_pk") + of_order(placed, "open_sk"), "");
  EXPECT_TRUE(customers_.open_orders("oslo").value().empty());
}

TEST_F(OrdersUse, SchedulingWithoutADateLeavesTheIndex) {
  const auto placed = order("2026-01-01", 1);
  customers_.place_order(placed).value();
  customers_
      .schedule(placed.customer_id, placed.placed_on, placed.number, "oslo", {.due = std::nullopt})
      .value();
  EXPECT_EQ(of_order(placed, "open_pk") + of_order(placed, "open_sk"), "");
  EXPECT_EQ(of_order(placed, "due"), "");
}

TEST_F(OrdersUse, ReplacingIsConditional) {
  auto placed = order("2026-01-01", 1);
  customers_.place_order(placed).value();
  placed.total = Number(1);
  customers_.replace_order(placed).value();
  customers_.pay(placed.customer_id, placed.placed_on, placed.number).value();
  EXPECT_EQ(customers_.replace_order(placed).error().code, ErrorCode::condition_failed);
}

TEST_F(OrdersUse, AdminScansFindOneEntity) {
  customers_.save_customer(customer('A')).value();
  customers_.place_order(order("2026-01-01", 1)).value();
  customers_.place_order(order("2026-01-02", 2)).value();
  customers_.pay(id('A'), date("2026-01-02"), 2).value();
  orders::CustomerAdmin admin(*database_, options());
  const auto paid = admin.export_orders(OrderState::paid).value();
  ASSERT_EQ(paid.size(), 1U);
  EXPECT_EQ(paid.items[0].number, 2);
}

TEST_F(OrdersUse, CountersAreMadeByTheFirstHit) {
  orders::CounterRepository counters(*database_, options());
  orders::Counter counter;
  counter.label = "home";
  counter.hits = 1;
  counter.since = time("2026-01-01T00:00:00.000Z");
  auto read = counters.track(counter).value();
  EXPECT_EQ(read.hits, 1);
  EXPECT_EQ(read.gone_at, time("2026-01-03T15:04:05.000Z"));  // 36 hours from now
  counter.label = "start";
  counter.since = time("2026-09-09T00:00:00.000Z");
  read = counters.track(counter).value();
  EXPECT_EQ(read.hits, 2);
  EXPECT_EQ(read.label, "start");
  EXPECT_EQ(read.since, time("2026-01-01T00:00:00.000Z"));
  clock_.advance(std::chrono::days(3));
  EXPECT_TRUE(counters.get_counter(counter.counter_id).value());  // expired: include
}

}  // namespace
