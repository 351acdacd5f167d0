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

/// The operations as the steps of one rule.
class StepMatch {
 public:
  StepMatch(const Rules& rules, const TransactionRule& transaction,
            const TransactOperations& operations)
      : rules_(rules), transaction_(transaction), taken_(transaction.steps.size()) {
    for (const auto& operation : operations) {
      if (operation.is_companion || take(operation) || extra_ != nullptr) continue;
      extra_ = &operation;
    }
  }

  /// All operations are steps of the rule, or go with them, and all steps are taken.
  [[nodiscard]] bool fits() const { return extra_ == nullptr && is_complete(); }
  /// All its steps are there.
  [[nodiscard]] bool is_complete() const {
    for (std::size_t i = 0; i < taken_.size(); ++i) {
      // One that writes any number of items may write none.
      if (taken_[i] == nullptr && !transaction_.steps[i].many) return false;
    }
    return true;
  }
  /// The first that is no step; null if there is none.
  [[nodiscard]] const TransactOperation* extra() const { return extra_; }
  /// Two steps whose keys disagree, with the words for it.
  struct Contradiction {
    const TransactOperation* operation = nullptr;
    std::string why;
  };
  [[nodiscard]] std::optional<Contradiction> contradiction() const {
    for (const auto& agreement : transaction_.agreements) {
      const auto& first = *taken_[agreement.step];
      const auto& other = *taken_[agreement.other];
      Captures keys;
      Captures other_keys;
      const auto* is = part_of(key_of(agreement.step), first, agreement.field, keys);
      const auto* says = part_of(key_of(agreement.other), other, agreement.field, other_keys);
      if (is == nullptr || says == nullptr || is_same(*is, *says)) continue;
      return Contradiction{&other, "its " + agreement.field + " is " + words_of(*says) +
                                       ", and that of the item beside it " + words_of(*is)};
    }
    return std::nullopt;
  }

 private:
  bool take(const TransactOperation& operation) {
    for (std::size_t i = 0; i < taken_.size(); ++i) {
      const auto& step = transaction_.steps[i];
      if (operation.table != &rules_.tables[step.table]) continue;
      if (taken_[i] != nullptr && !step.many) continue;
      const auto& writes = operation.table->writes;
      const bool found = std::any_of(step.rules.begin(), step.rules.end(), [&](std::size_t rule) {
        return operation.write.fits(*operation.table, writes[rule], nullptr);
      });
      if (!found) continue;
      taken_[i] = &operation;
      return true;
    }
    return false;
  }

  [[nodiscard]] const std::vector<KeyShape>& key_of(std::size_t position) const {
    const auto& step = transaction_.steps[position];
    const auto& table = rules_.tables[step.table];
    return table.entities[table.writes[step.rules.front()].entity].key;
  }
  static const Capture* part_of(const std::vector<KeyShape>& key,
                                const TransactOperation& operation, const std::string& field,
                                Captures& captures) {
    if (!fits_key(key, *operation.write.write().item, captures)) return nullptr;
    const auto* found = std::find_if(captures.begin(), captures.end(), [&](const auto& capture) {
      return capture.piece->field == field;
    });
    return found == captures.end() ? nullptr : found;
  }

  const Rules& rules_;
  const TransactionRule& transaction_;
  std::vector<const TransactOperation*> taken_;  // the last one of each step
  const TransactOperation* extra_ = nullptr;
};

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
                        demands_no_item(*write.condition, table.keys, {rule.ttl, table.clock},
                                        write.item->find("owner")));
  return is_absent ? "" : "it puts a sentinel whether there is one or not, and so keeps nothing";
}

/// Right in itself, if not by itself.
bool is_step(const TransactOperation& operation) {
  const auto& writes = operation.table->writes;
  return std::any_of(writes.begin(), writes.end(), [&](const WriteRule& rule) {
    return !rule.alone && operation.write.fits(*operation.table, rule, nullptr);
  });
}

/// A write beside all those of a declared transaction.
std::optional<Violation> surplus_of(const Rules& rules, const TransactOperations& operations,
                                    std::string_view name) {
  for (const auto& transaction : rules.transactions) {
    if (transaction.is_read) continue;
    const StepMatch steps(rules, transaction, operations);
    const auto* extra = steps.extra();
    if (extra == nullptr || extra->table == nullptr || !steps.is_complete()) continue;
    return extra->write.violation(
        rules, *extra->table, name, ViolationKind::operation,
        rules.patterns[transaction.pattern].name + " does not make it beside its other writes",
        transaction.pattern);
  }
  return std::nullopt;
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
    if (transaction.is_read) continue;
    const StepMatch steps(rules, transaction, operations);
    if (!steps.fits()) continue;
    if (const auto contradiction = steps.contradiction()) {
      const auto& [operation, why] = *contradiction;
      return Verdict::of(operation->write.violation(
          rules, *operation->table, name, ViolationKind::item_key, why, transaction.pattern));
    }
    shares.add(transaction.pattern, operations.size());
    return std::move(shares).verdict();
  }
  const TransactOperation* incomplete = nullptr;
  for (const auto& operation : operations) {
    if (operation.table == nullptr || operation.is_companion) continue;
    const auto* rule = operation.write.find(*operation.table);
    if (rule == nullptr && !is_step(operation)) {
      return Verdict::of(operation.write.violation(rules, *operation.table, name));
    }
    if (rule == nullptr && incomplete == nullptr) incomplete = &operation;
    if (rule != nullptr) shares.add(rule->pattern);
  }
  if (incomplete != nullptr) {
    if (auto surplus = surplus_of(rules, operations, name)) return Verdict::of(*std::move(surplus));
    return Verdict::of(incomplete->write.violation(rules, *incomplete->table, name));
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
