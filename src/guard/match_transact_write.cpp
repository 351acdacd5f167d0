// TransactWriteItems, and transactions in general.

#include "guard/shares.hpp"
#include "guard/transaction_match.hpp"

#include <algorithm>
#include <utility>

namespace keywright::guard {
namespace {

class OperationReader {
 public:
  OperationReader(const Rules& rules, TransactOperations& operations)
      : rules_(rules), operations_(operations) {}

  bool operator()(const TransactPut& put) { return add(put, WriteKind::put, put.item); }
  bool operator()(const TransactUpdate& update) {
    return add(update, WriteKind::update, update.key);
  }
  bool operator()(const TransactDelete& remove) {
    return add(remove, WriteKind::remove, remove.key);
  }
  bool operator()(const TransactConditionCheck& check) {
    auto& operation = operations_.emplace_back(WriteKind::remove, check.key);
    operation.table = rules_.table(check.table_name);
    operation.is_companion =
        operation.table != nullptr && (entity_of(*operation.table, check.key) != nullptr ||
                                       is_sentinel(*operation.table, check.key));
    return true;
  }

 private:
  template <class Request>
  bool add(const Request& request, WriteKind kind, const Item& item) {
    auto& operation = operations_.emplace_back(kind, item);
    operation.table = rules_.table(request.table_name);
    if (operation.table == nullptr) return true;
    operation.is_companion = is_sentinel(*operation.table, item);
    operation.write.look_at_item(*operation.table);
    return operation.write.read(request);
  }

  const Rules& rules_;
  TransactOperations& operations_;
};

/// All operations are steps of the rule, or go with them, and all steps are taken.
bool is_transaction(const Rules& rules, const TransactionRule& transaction,
                    const TransactOperations& operations) {
  std::vector<std::size_t> taken(transaction.steps.size());
  for (const auto& operation : operations) {
    if (operation.is_companion) continue;
    bool found = false;
    for (std::size_t i = 0; i < taken.size() && !found; ++i) {
      const auto& step = transaction.steps[i];
      if (operation.table != &rules.tables[step.table] || (taken[i] > 0 && !step.many)) continue;
      found = std::any_of(step.rules.begin(), step.rules.end(), [&](std::size_t position) {
        return operation.write.fits(*operation.table, operation.table->writes[position], nullptr);
      });
      if (found) ++taken[i];
    }
    if (!found) return false;
  }
  return std::find(taken.begin(), taken.end(), std::size_t{0}) == taken.end();
}

}  // namespace

bool is_sentinel(const TableRules& table, const Item& item) {
  return std::any_of(table.sentinels.begin(), table.sentinels.end(), [&](const auto& key) {
    Captures captures;
    return fits_key(key, item, captures);
  });
}

Verdict match_transaction(const Rules& rules, const TransactOperations& operations,
                          std::string_view name) {
  Shares shares;
  for (const auto& transaction : rules.transactions) {
    if (transaction.is_read || !is_transaction(rules, transaction, operations)) continue;
    shares.add(transaction.pattern, operations.size());
    return std::move(shares).verdict();
  }
  for (const auto& operation : operations) {
    if (operation.table == nullptr || operation.is_companion) continue;
    const auto* rule = operation.write.find(*operation.table);
    if (rule == nullptr) {
      return Verdict::of(operation.write.violation(rules, *operation.table, name));
    }
    shares.add(rule->pattern);
  }
  const auto companion = std::find_if(
      operations.begin(), operations.end(),
      [](const auto& operation) { return operation.table != nullptr && operation.is_companion; });
  if (shares.empty() && companion != operations.end()) {
    return Verdict::of(companion->write.unaccompanied(rules, *companion->table, name));
  }
  return std::move(shares).verdict();
}

Verdict match(const Rules& rules, const TransactWriteItemsRequest& request) {
  TransactOperations operations;
  OperationReader reader(rules, operations);
  for (const auto& each : request.transact_items) {
    if (!std::visit(reader, each)) return Verdict::of(Verdict::Outcome::malformed);
  }
  return match_transaction(rules, operations, "TransactWriteItems");
}

}  // namespace keywright::guard
