#pragma once
// The writes of a transaction, whoever stated them. Internal to this layer.

#include "guard/match.hpp"
#include "guard/write_match.hpp"

#include <deque>
#include <string_view>

namespace keywright::guard {

struct TransactOperation {
  TransactOperation(WriteKind kind, const Item& item) : write(kind, item) {}
  ReadWrite write;
  const TableRules* table = nullptr;  // null: not the model's
  // A condition check, or a sentinel of a uniqueness rule: it goes with the other writes, and not
  // without them.
  bool is_companion = false;
  bool is_check = false;  // a condition check, which writes nothing
  bool is_sentinel = false;
  bool is_anothers = false;  // of a check: that the owner is another item
  std::string_view fault{};  // of a sentinel: what does not keep its rule

  /// Once the write is read.
  void look_for_sentinel(const Item& item);
};

using TransactOperations = std::deque<TransactOperation>;  // which do not move

/// As a whole where a pattern declares one, else write by write.
[[nodiscard]] Verdict match_transaction(const Rules& rules, TransactOperations& operations,
                                        std::string_view name);

}  // namespace keywright::guard
