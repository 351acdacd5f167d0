"""The generated Python of shop.model.yaml, on a server that enforces the model."""

import dataclasses
import unittest

from python_case import ADA, BOB, ULIDS, ServedCase, moment
from shop import Customer, CustomerRepository, Order, OrderLine, OrderStatus
from shop import PlaceOrderPatchCustomer, kw

TENANT = "acme"


def order(number, customer_id=ADA):
    return Order(tenant_id=TENANT, customer_id=customer_id, order_id=ULIDS[number],
                 placed_at=moment(f"2026-01-0{number + 1}T00:00:00"), total_cents=100 * number)


class ShopTest(ServedCase):
    def test_all_of_it(self):
        customers = CustomerRepository(self.client)
        ada = customers.create_customer(
            Customer(tenant_id=TENANT, customer_id=ADA, email="a@x.org", name="Ada"))
        self.assertEqual(ada.version, 1)
        first = order(0)
        count = PlaceOrderPatchCustomer(tenant_id=TENANT, customer_id=ADA, add_order_count=1)
        customers.place_order(create_order=first, patch_customer=count)
        self.assertEqual(customers.get_customer(TENANT, ADA).order_count, 1)
        cancelled = self.refusal(kw.TransactionCancelled, customers.place_order,
                                 create_order=first, patch_customer=count)
        reasons = customers.place_order_reasons(cancelled)
        self.assertTrue(reasons.create_order.condition_failed)
        self.assertEqual(reasons.create_order.stored(), first)
        self.assertFalse(reasons.patch_customer.is_cause)
        nobody = dataclasses.replace(count, customer_id=BOB)
        cancelled = self.refusal(kw.TransactionCancelled, customers.place_order,
                                 create_order=order(1), patch_customer=nobody)
        self.assertIn("there is no item TENANT#acme#CUSTOMER#", str(cancelled))
        self.assertIsNone(customers.place_order_reasons(cancelled).patch_customer.stored())
        self.assertEqual(customers.get_customer(TENANT, ADA).order_count, 1)

        for number in range(1, 6):
            customers.create_order(order(number))
        key = (TENANT, ADA, first.placed_at, first.order_id)
        paid = customers.pay(*key, paid_at=moment("2026-02-01T00:00:00"))
        self.assertIs(paid.status, OrderStatus.PAID)
        self.assertRaises(kw.ConditionFailed, customers.pay, *key, paid_at=paid.paid_at)
        self.assertIs(customers.ship(*key).status, OrderStatus.SHIPPED)
        self.assertIs(customers.cancel(TENANT, ADA, order(1).placed_at, ULIDS[1]).status,
                      OrderStatus.CANCELLED)
        self.assertEqual(customers.get_order(*key).paid_at, paid.paid_at)
        recent = [row.order_id for row in customers.each_recent_order(TENANT)]
        self.assertEqual(recent, ULIDS[5::-1])
        listed = customers.list_orders(TENANT, ADA, moment("2026-01-02T00:00:00"),
                                       moment("2026-01-04T00:00:00"))
        self.assertEqual([each.order_id for each in listed.items], ULIDS[3:0:-1])

        lines = [OrderLine(tenant_id=TENANT, customer_id=ADA, order_id=ULIDS[0], line_no=number,
                           sku="SKU-1", quantity=1) for number in (1, 2, 10)]
        self.assertTrue(customers.put_lines(lines).complete)
        customers.delete_line(TENANT, ADA, ULIDS[0], 2)
        self.assertEqual(customers.list_lines(TENANT, ADA, ULIDS[0]).items, [lines[0], lines[2]])
        changed = customers.change_customer(TENANT, ADA, name="Countess", address=kw.REMOVE)
        self.assertEqual((changed.name, changed.address), ("Countess", None))

        unasked = {name for name, asked in self.counts().items() if asked == 0}
        self.assertEqual(unasked, set())


if __name__ == "__main__":
    unittest.main()
