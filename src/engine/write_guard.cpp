#include "engine/write_guard.hpp"

#include <algorithm>
#include <tuple>

namespace keywright::engine {

WriteGuard::~WriteGuard() {
  if (!locked_) return;
  for (const Stripe& stripe : stripes_) stripe.table->stripe(stripe.index).unlock();
}

void WriteGuard::lock() {
  const auto order = [](const Stripe& stripe) {
    return std::tuple(stripe.table->number, stripe.index);
  };
  std::sort(stripes_.begin(), stripes_.end(),
            [&](const Stripe& a, const Stripe& b) { return order(a) < order(b); });
  stripes_.erase(
      std::unique(stripes_.begin(), stripes_.end(),
                  [&](const Stripe& a, const Stripe& b) { return order(a) == order(b); }),
      stripes_.end());
  for (const Stripe& stripe : stripes_) stripe.table->stripe(stripe.index).lock();
  locked_ = true;
}

}  // namespace keywright::engine
