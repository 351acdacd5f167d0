#pragma once
// What TransactWriteItems and TransactGetItems share: their limits, the rule that every item is
// named once, and the reasons for which they are cancelled.

#include "api/constraints.hpp"
#include "engine/keys.hpp"
#include "engine/table_state.hpp"
#include <keywright/error.hpp>
#include <keywright/result.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace keywright::engine {

inline constexpr std::size_t kMaxTransactionActions = 100;
inline constexpr std::size_t kMaxTransactionBytes = 4 * 1024 * 1024;

/// 1 to 100 members of `transactItems`.
void constrain_action_count(api::Constraints& constraints, std::size_t count);
[[nodiscard]] Result<void> check_action_count(std::size_t count);
/// At most 4 MB.
[[nodiscard]] Result<void> check_transaction_size(std::size_t bytes);

/// The items of a transaction. Borrows the entries.
class DistinctEntries {
 public:
  void add(const Table& table, const EntryKey& entry) { entries_.push_back({&table, &entry}); }
  /// ValidationException if an item was added twice. To be called last.
  [[nodiscard]] Result<void> check();

 private:
  std::vector<std::pair<const Table*, const EntryKey*>> entries_;
};

/// What a cancellation reason, or an error of a batch, calls the error.
[[nodiscard]] std::string_view reason_code(const Error& error);

/// A reason per action, by position: "None" until one is added.
class CancellationReasons {
 public:
  explicit CancellationReasons(std::size_t actions) : reasons_(actions, {"None", {}, {}}) {}

  [[nodiscard]] bool has(std::size_t action) const { return reasons_[action].code != "None"; }
  void add(std::size_t action, Error error);
  /// TransactionCanceledException if a reason was added.
  [[nodiscard]] Result<void> result() &&;

 private:
  std::vector<CancellationReason> reasons_;
  bool any_ = false;
};

}  // namespace keywright::engine
