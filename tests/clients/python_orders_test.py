"""The generated Python of orders.model.yaml, on a server that enforces the model."""

import dataclasses
import datetime as dt
import unittest
from concurrent.futures import ThreadPoolExecutor
from decimal import Decimal
from uuid import UUID

import orders
from orders import Customer, CustomerTier, Order, OrderKey, OrderState, kw
from python_case import ADA, BOB, EVE, ULIDS, ServedCase, moment


def customer(customer_id, **more):
    values = {"name": "Ada", "balance": Decimal(10), "tier": CustomerTier.PLUS,
              "seen_at": moment("2026-01-01T00:00:00"), "joined_at": moment("2025-01-01T00:00:00")}
    return Customer(customer_id=customer_id, **{**values, **more})


def order(number, placed_on=dt.date(2026, 3, 1), customer_id=EVE, **more):
    values = {"warehouse": "oslo", "due": moment("2026-02-01T00:00:00"), "total": Decimal("12.5")}
    return Order(customer_id=customer_id, placed_on=placed_on, number=number, **{**values, **more})


class OrdersTest(ServedCase):
    def setUp(self):
        self.customers = orders.CustomerRepository(self.client)

    def stored(self, customer_id):
        key = orders.items.CUSTOMER_PK(customer_id) | orders.items.CUSTOMER_SK()
        return self.client.get_item(TableName="orders", Key=key)["Item"]

    def test_customers(self):
        ada = customer(ADA, tags={"a", "b"}, attributes={"k": "v"}, rating=0.1,
                       address=orders.CustomerAddress(
                           street="Main", kind=orders.CustomerAddressKind.HOME, lines=["x"]))
        self.assertEqual(self.customers.save_customer(ada), ada)
        self.assertEqual(self.customers.get_customer(ADA), ada)
        later = dataclasses.replace(ada, joined_at=moment("2026-05-05T00:00:00"), tags=set())
        self.assertEqual(self.customers.save_customer(later).joined_at, ada.joined_at)
        self.assertNotIn("tags", self.stored(ADA))

        changed = self.customers.change_profile(ADA, name="Countess", nickname="al", tags={"z"})
        self.assertEqual((changed.name, changed.nickname, changed.tags), ("Countess", "al", {"z"}))
        self.assertIsNone(self.customers.change_profile(ADA, nickname=kw.REMOVE).nickname)
        self.assertIsNone(self.customers.change_profile(ADA, nickname=kw.NULL).nickname)
        self.assertEqual(self.stored(ADA)["nickname"], {"NULL": True})
        self.assertEqual(self.customers.rename_customer(ADA, "Ada").name, "Ada")
        self.assertEqual(self.customers.count_visit(ADA, 2).visits, 2)
        self.assertRaises(kw.ConditionFailed, self.customers.rename_customer, BOB, "Bob")
        self.assertEqual(self.customers.change_balance(ADA, Decimal(5), note="n", add_visits=1,
                                                       add_balance=Decimal("0.5")).balance,
                         Decimal("10.5"))
        lost = self.refusal(kw.ConditionFailed, self.customers.change_balance, ADA, Decimal(50),
                            note="n", add_visits=1, add_balance=Decimal(1))
        self.assertEqual(lost.stored(orders.CUSTOMER).balance, Decimal("10.5"))
        lost = self.refusal(kw.ConditionFailed, self.customers.close_account, ADA)
        self.assertEqual(lost.stored(orders.CUSTOMER).visits, 3)

    def test_index_keys_follow_what_they_are_made_of(self):
        bob = customer(BOB, active=False)
        self.customers.save_customer(bob)
        self.assertNotIn("tier_pk", self.stored(BOB))
        seen = moment("2026-06-01T00:00:00")
        self.customers.reactivate(BOB, CustomerTier.PLUS, -1, active=True, seen_at=seen)
        self.assertEqual(self.stored(BOB)["tier_pk"], {"S": "TIER#plus#04"})
        self.assertEqual([each.customer_id for each in self.customers.list_tier(
            CustomerTier.PLUS, -1).items if each.customer_id == BOB], [BOB])
        self.customers.set_tier(BOB, True, -1, seen, CustomerTier.BASIC)
        self.assertEqual(self.stored(BOB)["tier_pk"], {"S": "TIER#basic#04"})
        lost = self.refusal(kw.ConditionFailed, self.customers.set_tier, BOB, True, 3,
                            seen, CustomerTier.PLUS)
        self.assertIn("the class of CUSTOMER#", str(lost))
        self.customers.reactivate(BOB, CustomerTier.BASIC, -1, active=False, seen_at=seen)
        self.assertNotIn("tier_pk", self.stored(BOB))

    def test_a_sharded_list_is_in_order_over_pages(self):
        joined = [moment(f"2024-01-{day:02}T00:00:00") for day in range(1, 25)]
        for number, (day, join) in enumerate(zip(range(24), joined)):
            self.customers.save_customer(customer(
                ULIDS[3][:-2] + "Z" + "0123456789ABCDEFGHJKMNPQRS"[number], joined_at=join))
        with ThreadPoolExecutor(4) as executor:
            parallel = orders.CustomerRepository(self.client, kw.Options(executor=executor))
            seen = [row.joined_at for row in parallel.each_recent_customer()]
            self.assertEqual(seen, sorted(seen, reverse=True))
            self.assertTrue(set(joined) <= set(seen))
            paged, cursor = [], None
            while True:
                page = parallel.recent_customers(limit=5, cursor=cursor)
                paged += [row.joined_at for row in page.items]
                cursor = page.next_cursor
                if cursor is None or not page.items:
                    break
        self.assertEqual(paged, seen)

    def test_orders_and_their_moves(self):
        eve = customer(EVE)
        self.customers.save_customer(eve)
        days = [dt.date(2026, 3, day) for day in range(1, 5)]
        placed = [order(number, day) for number, day in enumerate(days, 1)]
        for each in placed:
            self.customers.place_order(each)
        self.assertRaises(kw.ConditionFailed, self.customers.place_order, placed[0])
        whole = self.customers.customer_orders(EVE)
        self.assertEqual((whole.customer, whole.orders), (eve, placed))
        between = self.customers.orders_between(EVE, days[1], days[2])
        self.assertEqual(between.items, placed[2:0:-1])
        self.assertEqual(self.customers.orders_since(EVE, days[1]).items, placed[2:])
        self.assertEqual(self.customers.orders_before(EVE, days[1]).items, placed[:1])
        self.assertEqual(self.customers.orders_on(EVE, days[0]).items, placed[:1])
        keys = [OrderKey(EVE, days[1], 2), OrderKey(EVE, days[1], 99), OrderKey(EVE, days[1], 2)]
        read = self.customers.get_orders(keys)
        self.assertTrue(read.complete)
        self.assertEqual([row and row.number for row in read.items], [2, None, 2])

        first = (EVE, days[0], 1)
        self.assertEqual(len(self.customers.open_orders("oslo").items), 4)
        self.assertIs(self.customers.pay(*first).state, OrderState.PAID)
        self.assertIs(self.customers.ship(*first).state, OrderState.SHIPPED)
        lost = self.refusal(kw.ConditionFailed, self.customers.cancel, *first)
        self.assertIs(lost.stored(orders.ORDER).state, OrderState.SHIPPED)
        self.assertEqual(len(self.customers.open_orders("oslo").items), 3)
        due = moment("2026-08-01T00:00:00")
        self.customers.schedule(EVE, days[2], 3, "oslo", due=due)
        self.assertEqual(self.customers.open_orders("oslo", limit=1).items[0].due, due)
        self.assertIsNone(self.customers.cancel(EVE, days[1], 2).due)
        self.assertRaises(kw.ConditionFailed, self.customers.replace_order, placed[0])
        self.customers.replace_order(dataclasses.replace(placed[3], total=Decimal(1)))
        self.assertEqual(self.customers.get_order(EVE, days[3], 4).total, Decimal(1))
        self.assertEqual([each.number for each in
                          orders.CustomerAdmin(self.client).export_orders(OrderState.PLACED).items],
                         [4])
        report = self.customers.put_orders(order(number, customer_id=BOB) for number in range(50, 80))
        self.assertEqual(report.written, 30)
        report = self.customers.delete_orders(
            OrderKey(BOB, dt.date(2026, 3, 1), number) for number in range(50, 80))
        self.assertEqual((report.written, report.requests), (30, 2))
        self.assertIsNone(self.customers.get_order(BOB, dt.date(2026, 3, 1), 50))

    def test_counters_begin_anew_when_they_have_expired(self):
        late = moment("2026-01-01T00:00:00")
        counter_id = UUID("0190163d-8694-739b-aea5-966c26f8ad91")
        counter = orders.Counter(counter_id=counter_id, label="a", hits=1, since=late)
        counters = orders.CounterRepository(self.client, kw.Options(clock=lambda: late))
        self.assertEqual(counters.track(counter).gone_at, late + dt.timedelta(hours=36))
        self.assertEqual(counters.track(counter).hits, 2)
        expired = late + dt.timedelta(hours=37)
        counters = orders.CounterRepository(self.client, kw.Options(clock=lambda: expired))
        self.assertEqual(counters.get_counter(counter_id).hits, 2)  # asked for expired ones too
        self.assertEqual(counters.track(counter).hits, 1)

    @classmethod
    def tearDownClass(cls):
        unasked = {name for name, count in cls.counts().items() if count == 0}
        assert not unasked, unasked


if __name__ == "__main__":
    unittest.main()
