// TransactWriteItems, and transactions in general.

#include "guard/shares.hpp"
#include "guard/transaction_match.hpp"
#include "plan/size.hpp"

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
    if (operation.table == nullptr) return true;
    operation.is_companion = entity_of(*operation.table, check.key) != nullptr;
    operation.look_for_sentinel(check.key);
    return true;
  }

 private:
  template <class Request>
  bool add(const Request& request, WriteKind kind, const Item& item) {
    auto& operation = operations_.emplace_back(kind, item);
    operation.table = rules_.table(request.table_name);
    if (operation.table == nullptr) return true;
    operation.write.look_at_item(*operation.table);
    if (!operation.write.read(request)) return false;
    operation.look_for_sentinel(item);
    return true;
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

namespace {

/// What else than its key it may have is not the model's to say, but it must not show among items
/// of entities.
bool is_among_entities(const TableRules& table, const Item& item) {
  for (const MemberView member : item) {
    if (table.index_with_key(member.name) != nullptr) return true;
  }
  const auto tag = item.find(plan::type_attribute);
  return tag && tag->is(AttributeType::string) &&
         std::any_of(table.entities.begin(), table.entities.end(),
                     [&](const EntityRule& entity) { return entity.name == tag->as_string(); });
}

std::string_view fault_of_sentinel(const TableRules& table, const SentinelRule& rule,
                                   const Write& write) {
  if (write.kind == WriteKind::update) return "a sentinel is put and deleted, and not updated";
  if (write.kind == WriteKind::remove) return {};
  if (is_among_entities(table, *write.item)) {
    return "it puts a sentinel that is found among the items of entities";
  }
  const bool is_absent =
      write.inserts || (write.condition != nullptr &&
                        demands_no_item(*write.condition, table.keys, {rule.ttl, table.clock}));
  return is_absent ? "" : "it puts a sentinel whether there is one or not, and so keeps nothing";
}

}  // namespace

void TransactOperation::look_for_sentinel(const Item& item) {
  const auto found =
      std::find_if(table->sentinels.begin(), table->sentinels.end(), [&](const auto& rule) {
        Captures captures;
        return fits_key(rule.key, item, captures);
      });
  if (found == table->sentinels.end()) return;
  is_companion = true;
  fault = fault_of_sentinel(*table, *found, write.write());
}

Verdict match_transaction(const Rules& rules, const TransactOperations& operations,
                          std::string_view name) {
  for (const auto& operation : operations) {
    if (operation.fault.empty()) continue;
    return Verdict::of(operation.write.violation(rules, *operation.table, name,
                                                 ViolationKind::condition, operation.fault));
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
      return Verdict::of(operation.write.violation(rules, *operation.table, name));
    }
    shares.add(rule->pattern);
  }
  const auto companion = std::find_if(
      operations.begin(), operations.end(),
      [](const auto& operation) { return operation.table != nullptr && operation.is_companion; });
  if (shares.empty() && companion != operations.end()) {
    return Verdict::of(companion->write.violation(
        rules, *companion->table, name, ViolationKind::operation,
        "it goes with the writes of an access pattern, and none is beside it"));
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
