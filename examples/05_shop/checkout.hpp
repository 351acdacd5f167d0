#pragma once

// What a customer does in a shop, on generated repositories: the part of the program that would be
// in a service.

#include "store/customer_repository.hpp"
#include "store/order_repository.hpp"
#include "store/stock_repository.hpp"

#include <optional>
#include <string>
#include <variant>

/// Why something is not in the order.
struct OutOfStock {
  store::Stock left;  ///< as it stands
};
struct NoLongerOpen {
  store::Order order;  ///< as it stands
};
struct LineIsThere {};  ///< an earlier try was made, or two lines have one number
using Refusal = std::variant<OutOfStock, NoLongerOpen, LineIsThere>;

class Checkout {
 public:
  Checkout(const store::CustomerRepository& customers, const store::OrderRepository& orders)
      : customers_(customers), orders_(orders) {}

  /// What is taken from stock is in the order, or neither. nullopt: it was done.
  [[nodiscard]] keywright::Result<std::optional<Refusal>> reserve(
      const store::OrderLine& line) const;
  /// Gives back what the line has reserved; false if it is not there or not as it was read, or the
  /// order is no longer open.
  [[nodiscard]] keywright::Result<bool> give_back(const store::OrderLine& line) const;
  /// False if another customer of the shop has that address.
  [[nodiscard]] keywright::Result<bool> sign_up(const store::Customer& customer) const;

 private:
  const store::CustomerRepository& customers_;
  const store::OrderRepository& orders_;
};
