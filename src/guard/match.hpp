#pragma once
// Which access pattern a request is: by meaning, not by text.
//
// Pure functions of the rules and the request; each may be called from any thread. A request that
// is not well formed is nobody's pattern and no violation either: the database says what is wrong.

#include "core/small_vector.hpp"
#include "guard/rules.hpp"
#include <keywright/database.hpp>
#include <keywright/guard_report.hpp>

#include <cstddef>
#include <optional>
#include <utility>

namespace keywright::guard {

/// A pattern's part in a request.
struct Share {
  std::size_t pattern = 0;  ///< into Rules::patterns
  std::size_t items = 1;    ///< keys or items of a batch or transaction; 1 of anything else
};

using SharesOfPatterns = SmallVector<Share, 2>;

struct Verdict {
  enum class Outcome : std::uint8_t {
    matched,
    violated,
    other_table,  ///< of a table that the model does not have
    malformed,    ///< the database will refuse it
  };
  Outcome outcome = Outcome::matched;
  SharesOfPatterns shares;             ///< of matched
  std::optional<Violation> violation;  ///< of violated

  [[nodiscard]] static Verdict of_pattern(std::size_t pattern) {
    Verdict verdict;
    verdict.shares.push_back({pattern, 1});
    return verdict;
  }
  [[nodiscard]] static Verdict of(Outcome outcome) { return {outcome, {}, std::nullopt}; }
  [[nodiscard]] static Verdict of(Violation violation) {
    return {Outcome::violated, {}, std::move(violation)};
  }
};

[[nodiscard]] Verdict match(const Rules& rules, const GetItemRequest& request);
[[nodiscard]] Verdict match(const Rules& rules, const PutItemRequest& request);
[[nodiscard]] Verdict match(const Rules& rules, const UpdateItemRequest& request);
[[nodiscard]] Verdict match(const Rules& rules, const DeleteItemRequest& request);
[[nodiscard]] Verdict match(const Rules& rules, const QueryRequest& request);
[[nodiscard]] Verdict match(const Rules& rules, const ScanRequest& request);
[[nodiscard]] Verdict match(const Rules& rules, const BatchGetItemRequest& request);
[[nodiscard]] Verdict match(const Rules& rules, const BatchWriteItemRequest& request);
[[nodiscard]] Verdict match(const Rules& rules, const TransactGetItemsRequest& request);
[[nodiscard]] Verdict match(const Rules& rules, const TransactWriteItemsRequest& request);
// Statements are the requests that they stand for.
[[nodiscard]] Verdict match(const Rules& rules, const ExecuteStatementRequest& request);
[[nodiscard]] Verdict match(const Rules& rules, const BatchExecuteStatementRequest& request);
[[nodiscard]] Verdict match(const Rules& rules, const ExecuteTransactionRequest& request);

}  // namespace keywright::guard
