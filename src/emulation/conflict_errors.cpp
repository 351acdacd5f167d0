#include "emulation/conflict_errors.hpp"

#include "core/errors.hpp"

#include <utility>
#include <vector>

namespace keywright::emulation {
namespace {

constexpr const char* kOngoing = "Transaction is ongoing for the item";

}  // namespace

Error conflict() {
  return errors::from_exception("TransactionConflictException", kOngoing);
}

Error conflict(std::size_t items, std::size_t at) {
  std::vector<CancellationReason> reasons(items, {"None", {}, {}});
  reasons[at] = {"TransactionConflict", kOngoing, {}};
  return errors::transaction_cancelled(std::move(reasons));
}

}  // namespace keywright::emulation
