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
    operation.is_check = true;
    operation.table = rules_.table(check.table_name);
    if (operation.table == nullptr) return true;
    operation.is_companion = entity_of(*operation.table, check.key) != nullptr;
    expression::Parameters parameters(check.expression_attribute_names,
                                      check.expression_attribute_values);
    const auto condition = expression::parse_condition(
        check.condition_expression, expression::ExpressionKind::condition, parameters);
    if (!condition) return false;
    operation.is_anothers = demands_other(*condition, "owner");
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

using Writes = std::vector<const TransactOperation*>;

/// Writes as the steps of one rule, each step another write.
class StepMatch {
 public:
  /// `agreeing`: only writes whose keys agree are steps of one transaction.
  StepMatch(const Rules& rules, const TransactionRule& transaction, const Writes& writes,
            bool agreeing)
      : rules_(rules), transaction_(transaction), writes_(writes) {
    if (!agreeing || transaction.agreements.empty()) {
      assign(std::nullopt);
      return;
    }
    for (std::size_t i = 0; i < writes.size() && !is_complete(); ++i) {
      if (fits(i, 0)) assign(i);
    }
  }

  /// All writes are steps of the rule, and all steps are taken.
  [[nodiscard]] bool fits_all() const { return is_complete() && rest().empty(); }
  /// All its steps are there.
  [[nodiscard]] bool is_complete() const {
    if (count() == 0) return false;
    for (std::size_t i = 0; i < steps_.size(); ++i) {
      // One that writes any number of items may write none.
      if (!steps_[i] && !transaction_.steps[i].many) return false;
    }
    return !steps_.empty();
  }
  /// How many writes are steps.
  [[nodiscard]] std::size_t count() const {
    return static_cast<std::size_t>(std::count(taken_.begin(), taken_.end(), true));
  }
  /// The others.
  [[nodiscard]] Writes rest() const {
    Writes rest;
    for (std::size_t i = 0; i < writes_.size(); ++i) {
      if (taken_.empty() || !taken_[i]) rest.push_back(writes_[i]);
    }
    return rest;
  }
  /// Two steps whose keys disagree, with the words for it.
  struct Contradiction {
    const TransactOperation* operation = nullptr;
    std::string why;
  };
  [[nodiscard]] std::optional<Contradiction> contradiction() const {
    for (const auto& agreement : transaction_.agreements) {
      const auto first = *steps_[agreement.step];
      const auto other = *steps_[agreement.other];
      auto why = disagreement(agreement, *writes_[first], *writes_[other]);
      if (!why.empty()) return Contradiction{writes_[other], std::move(why)};
    }
    return std::nullopt;
  }

 private:
  /// Each step to a write; with an anchor, that one is the first step, and the others agree with
  /// it.
  void assign(std::optional<std::size_t> anchor) {
    anchor_ = anchor;
    steps_.assign(transaction_.steps.size(), std::nullopt);
    for (std::size_t step = 0; step < steps_.size(); ++step) {
      std::vector<bool> seen(writes_.size());
      if (!transaction_.steps[step].many) find_write(step, seen);
    }
    taken_.assign(writes_.size(), false);
    for (const auto& write : steps_) {
      if (write) taken_[*write] = true;
    }
    for (std::size_t i = 0; i < writes_.size(); ++i) {
      for (std::size_t step = 0; step < steps_.size() && !taken_[i]; ++step) {
        taken_[i] = transaction_.steps[step].many && fits(i, step);
      }
    }
  }
  /// Gives the step a write, if need be one that another step can do without.
  bool find_write(std::size_t step, std::vector<bool>& seen) {
    for (std::size_t i = 0; i < writes_.size(); ++i) {
      if (seen[i] || !may_be(i, step)) continue;
      seen[i] = true;
      const auto holder = std::find(steps_.begin(), steps_.end(), std::optional(i));
      const bool is_free = holder == steps_.end() ||
                           find_write(static_cast<std::size_t>(holder - steps_.begin()), seen);
      if (!is_free) continue;
      steps_[step] = i;
      return true;
    }
    return false;
  }
  [[nodiscard]] bool may_be(std::size_t write, std::size_t step) const {
    if (!fits(write, step)) return false;
    if (!anchor_ || step == 0) return !anchor_ || write == *anchor_;
    return std::all_of(
        transaction_.agreements.begin(), transaction_.agreements.end(),
        [&](const TransactionRule::Agreement& agreement) {
          return agreement.other != step ||
                 disagreement(agreement, *writes_[*anchor_], *writes_[write]).empty();
        });
  }
  [[nodiscard]] bool fits(std::size_t write, std::size_t position) const {
    const auto& step = transaction_.steps[position];
    const auto& operation = *writes_[write];
    if (operation.table != &rules_.tables[step.table]) return false;
    return std::any_of(step.rules.begin(), step.rules.end(), [&](std::size_t rule) {
      return operation.write.fits(*operation.table, operation.table->writes[rule], nullptr);
    });
  }

  /// Empty: they agree.
  [[nodiscard]] std::string disagreement(const TransactionRule::Agreement& agreement,
                                         const TransactOperation& first,
                                         const TransactOperation& other) const {
    Captures keys;
    Captures other_keys;
    const auto* is = part_of(key_of(agreement.step), first, agreement.field, keys);
    const auto* says = part_of(key_of(agreement.other), other, agreement.field, other_keys);
    if (is == nullptr || says == nullptr || is_same(*is, *says)) return {};
    return "its " + agreement.field + " is " + words_of(*says) +
           ", and that of the item beside it " + words_of(*is);
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
  const Writes& writes_;
  std::optional<std::size_t> anchor_;
  std::vector<std::optional<std::size_t>> steps_;  // into writes_
  std::vector<bool> taken_;                        // by write
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
std::optional<Violation> surplus_of(const Rules& rules, const Writes& writes,
                                    std::string_view name) {
  for (const auto& transaction : rules.transactions) {
    if (transaction.is_read) continue;
    const StepMatch steps(rules, transaction, writes, true);
    if (!steps.is_complete()) continue;
    const auto rest = steps.rest();
    const auto extra = std::find_if(rest.begin(), rest.end(), [](const auto* operation) {
      return operation->write.find(*operation->table) == nullptr;
    });
    if (extra == rest.end()) continue;
    return (*extra)->write.violation(
        rules, *(*extra)->table, name, ViolationKind::operation,
        rules.patterns[transaction.pattern].name + " does not make it beside its other writes",
        transaction.pattern);
  }
  return std::nullopt;
}

/// All writes as the steps of declared transactions, one or several, and as what may be made alone;
/// empty if some are neither.
Shares shares_of_transactions(const Rules& rules, const Writes& writes) {
  Shares shares;
  auto left = writes;
  while (!left.empty()) {
    const TransactionRule* found = nullptr;
    std::optional<StepMatch> best;
    for (const auto& transaction : rules.transactions) {
      if (transaction.is_read) continue;
      StepMatch steps(rules, transaction, left, true);
      // One that is made of all that is left goes before others.
      if (!steps.is_complete() || (found != nullptr && !steps.fits_all())) continue;
      const bool is_last = steps.fits_all();
      found = &transaction;
      best.emplace(std::move(steps));
      if (is_last) break;
    }
    if (found == nullptr) break;
    shares.add(found->pattern, best->count());
    auto rest = best->rest();
    best.reset();
    left = std::move(rest);
  }
  if (shares.empty()) return {};
  for (const auto* operation : left) {
    const auto* rule = operation->write.find(*operation->table);
    if (rule == nullptr) return {};
    shares.add(rule->pattern);
  }
  return shares;
}

/// One declared transaction whose items are not those of the same parent.
std::optional<Violation> contradiction_of(const Rules& rules, const Writes& writes,
                                          std::string_view name) {
  for (const auto& transaction : rules.transactions) {
    if (transaction.is_read || transaction.agreements.empty()) continue;
    const StepMatch steps(rules, transaction, writes, false);
    if (!steps.fits_all()) continue;
    if (const auto contradiction = steps.contradiction()) {
      const auto& [operation, why] = *contradiction;
      return operation->write.violation(rules, *operation->table, name, ViolationKind::item_key,
                                        why, transaction.pattern);
    }
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
  is_sentinel = !is_check || is_anothers;
  fault = fault_of_sentinel(*table, *found, write.write());
}

Verdict match_transaction(const Rules& rules, TransactOperations& operations,
                          std::string_view name) {
  Writes writes;  // of the model, but for what goes with them
  std::vector<SentinelWrite> sentinels;
  for (const auto& operation : operations) {
    if (!operation.fault.empty()) {
      return Verdict::of(operation.write.violation(rules, *operation.table, name,
                                                   ViolationKind::condition, operation.fault));
    }
    const auto& write = operation.write.write();
    if (operation.is_sentinel) sentinels.push_back({operation.table, write.kind, write.item});
    if (operation.table != nullptr && !operation.is_companion) writes.push_back(&operation);
  }
  for (auto& operation : operations) operation.write.beside(sentinels);
  auto shares = shares_of_transactions(rules, writes);
  if (!shares.empty()) return std::move(shares).verdict();
  if (auto contradiction = contradiction_of(rules, writes, name)) {
    return Verdict::of(*std::move(contradiction));
  }
  const TransactOperation* incomplete = nullptr;
  for (const auto* operation : writes) {
    const auto* rule = operation->write.find(*operation->table);
    if (rule == nullptr && !is_step(*operation)) {
      return Verdict::of(operation->write.violation(rules, *operation->table, name));
    }
    if (rule == nullptr && incomplete == nullptr) incomplete = operation;
    if (rule != nullptr) shares.add(rule->pattern);
  }
  if (incomplete != nullptr) {
    if (auto surplus = surplus_of(rules, writes, name)) return Verdict::of(*std::move(surplus));
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
