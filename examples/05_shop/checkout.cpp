#include "checkout.hpp"

#include <keywright/write_transaction.hpp>

#include <utility>

keywright::Result<bool> Checkout::sign_up(const store::Customer& customer) const {
  const auto created = customers_.create_customer(customer);
  if (created) return true;
  if (keywright::taken(created.error()) == "email") return false;
  return created.error();
}

keywright::Result<std::optional<Refusal>> Checkout::reserve(const store::OrderLine& line) const {
  const auto reserved = orders_.reserve_line({
      .create_order_line = line,
      .patch_stock = {.tenant_id = line.tenant_id,
                      .sku = line.sku,
                      .wanted = line.quantity,
                      .add_free = -line.quantity},
      .patch_order = {.tenant_id = line.tenant_id,
                      .order_id = line.order_id,
                      .add_total_cents = line.quantity * line.cents},
  });
  if (reserved) return std::nullopt;

  // Each step has its own reason, with the item that stood in the way as it is stored.
  const auto why = store::OrderRepository::reserve_line_reasons(reserved.error());
  if (why.create_order_line.condition_failed()) return LineIsThere{};
  if (why.patch_stock.condition_failed()) {
    auto left = why.patch_stock.stored();
    if (!left) return left.error();
    const store::Stock nothing{.tenant_id = line.tenant_id, .sku = line.sku};
    return OutOfStock{left->value_or(nothing)};
  }
  if (why.patch_order.condition_failed()) {
    auto order = why.patch_order.stored();
    if (!order) return order.error();
    return NoLongerOpen{order->value_or(store::Order{})};
  }
  return reserved.error();
}

keywright::Result<bool> Checkout::give_back(const store::OrderLine& line) const {
  const auto released = orders_.release_line({
      .delete_order_line = {.tenant_id = line.tenant_id,
                            .order_id = line.order_id,
                            .line_no = line.line_no,
                            .quantity = line.quantity},
      .patch_stock = {.tenant_id = line.tenant_id, .sku = line.sku, .add_free = line.quantity},
      .patch_order = {.tenant_id = line.tenant_id,
                      .order_id = line.order_id,
                      .add_total_cents = -line.quantity * line.cents},
  });
  if (released) return true;
  const auto why = store::OrderRepository::release_line_reasons(released.error());
  if (why.delete_order_line.condition_failed() || why.patch_order.condition_failed()) return false;
  return released.error();
}
