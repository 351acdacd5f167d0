// TransactWriteItems: as a whole where a pattern declares one, else write by write.

#include "guard/shares.hpp"
#include "guard/words.hpp"
#include "guard/write_match.hpp"

#include <algorithm>
#include <deque>
#include <utility>

namespace keywright::guard {
namespace {

struct Operation {
  Operation(WriteKind kind, const Item& item) : write(kind, item) {}
  ReadWrite write;
  const TableRules* table = nullptr;  // null: not the model's
  // A condition check, or a sentinel of a uniqueness rule: it goes with the other writes.
  bool is_companion = false;
};

using Operations = std::deque<Operation>;  // which do not move

bool is_sentinel(const TableRules& table, const Item& item) {
  return std::any_of(table.sentinels.begin(), table.sentinels.end(), [&](const auto& key) {
    Captures captures;
    return fits_key(key, item, captures);
  });
}

class OperationReader {
 public:
  OperationReader(const Rules& rules, Operations& operations)
      : rules_(rules), operations_(operations) {}

  bool operator()(const TransactPut& put) {
    return add(put, WriteKind::put, put.item, nullptr, text_of(put.condition_expression));
  }
  bool operator()(const TransactUpdate& update) {
    return add(update, WriteKind::update, update.key, &update.update_expression,
               text_of(update.condition_expression));
  }
  bool operator()(const TransactDelete& remove) {
    return add(remove, WriteKind::remove, remove.key, nullptr,
               text_of(remove.condition_expression));
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
  bool add(const Request& request, WriteKind kind, const Item& item, const std::string* update,
           const std::string* condition) {
    auto& operation = operations_.emplace_back(kind, item);
    operation.table = rules_.table(request.table_name);
    if (operation.table == nullptr) return true;
    operation.is_companion = is_sentinel(*operation.table, item);
    operation.write.look_at_item(*operation.table);
    return operation.write.read(update, condition, request.expression_attribute_names,
                                request.expression_attribute_values);
  }

  const Rules& rules_;
  Operations& operations_;
};

/// All operations are steps of the rule, or go with them, and all steps are taken.
bool is_transaction(const Rules& rules, const TransactionRule& transaction,
                    const Operations& operations) {
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

Verdict match(const Rules& rules, const TransactWriteItemsRequest& request) {
  Operations operations;
  OperationReader reader(rules, operations);
  for (const auto& each : request.transact_items) {
    if (!std::visit(reader, each)) return Verdict::of(Verdict::Outcome::malformed);
  }
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
      return Verdict::of(operation.write.violation(rules, *operation.table, "TransactWriteItems"));
    }
    shares.add(rule->pattern);
  }
  return std::move(shares).verdict();
}

}  // namespace keywright::guard
