// Reads of items by their keys: GetItem, BatchGetItem, TransactGetItems.

#include "guard/get_match.hpp"
#include "guard/item_checks.hpp"
#include "guard/read_checks.hpp"
#include "guard/shares.hpp"
#include "guard/words.hpp"
#include "model/word_case.hpp"

#include <algorithm>

namespace keywright::guard {
namespace {

using plan::Access;

bool fits(const TableRules& table, const ReadRule& rule, const Key& key, const ReadOptions& options,
          Nearest* nearest) {
  Captures captures;
  if (!fits_key(rule.equal, key, captures)) {
    if (nearest != nullptr) {
      consider_key(rule.equal, key, rule.pattern, ViolationKind::item_key, *nearest);
    }
    return false;
  }
  return fits_options(rule, table.sources.front(), options, nearest);
}

}  // namespace

const ReadRule* find_get(const TableRules& table, const Key& key, const ReadOptions& options,
                         Access access) {
  const ReadRule* found = nullptr;
  const auto rank = [&](const ReadRule& rule) {
    return (rule.access == access ? 2 : 0) + (rule.lists_fields == options.projects() ? 1 : 0);
  };
  for (const auto& rule : table.gets) {
    if (!rule.alone || (found != nullptr && rank(rule) <= rank(*found))) continue;
    if (fits(table, rule, key, options, nullptr)) found = &rule;
  }
  return found;
}

Violation get_violation(const Rules& rules, const TableRules& table, std::string_view operation,
                        const Key& key, const ReadOptions& options) {
  Nearest nearest;
  for (const auto& rule : table.gets) fits(table, rule, key, options, &nearest);
  const auto* entity = entity_of(table, key);
  if (entity != nullptr && nearest.stage() < Stage::extras) {
    nearest.settle(ViolationKind::operation, pattern_of_entity(rules, entity->entity, true),
                   "no access pattern gets " + model::one_of(entity->name));
  } else if (!nearest.found()) {
    nearest.settle(ViolationKind::operation, std::nullopt,
                   "no access pattern gets items of " + table.name);
  }
  auto request = words_of(key);
  if (options.consistent) request += ", strongly consistent";
  return nearest.violation(rules, operation, table.name, request);
}

Verdict match(const Rules& rules, const GetItemRequest& request) {
  const auto* table = rules.table(request.table_name);
  if (table == nullptr) return Verdict::of(Verdict::Outcome::other_table);
  const auto options = options_of(request, request.consistent_read);
  if (const auto* rule = find_get(*table, request.key, options, Access::get_item)) {
    return Verdict::of_pattern(rule->pattern);
  }
  return Verdict::of(get_violation(rules, *table, "GetItem", request.key, options));
}

Verdict match(const Rules& rules, const BatchGetItemRequest& request) {
  Shares shares;
  for (const auto& [name, wanted] : request.request_items) {
    const auto* table = rules.table(name);
    if (table == nullptr) continue;
    const auto options = options_of(wanted, wanted.consistent_read);
    for (const auto& key : wanted.keys) {
      const auto* rule = find_get(*table, key, options, Access::batch_get_item);
      if (rule == nullptr)
        return Verdict::of(get_violation(rules, *table, "BatchGetItem", key, options));
      shares.add(rule->pattern);
    }
  }
  return std::move(shares).verdict();
}

namespace {

/// All gets of the transaction are steps of the rule, and all steps are taken.
bool is_transaction(const Rules& rules, const TransactionRule& transaction,
                    const TransactGetItemsRequest& request) {
  std::vector<std::size_t> taken(transaction.steps.size());
  for (const auto& get : request.transact_items) {
    const auto* table = rules.table(get.table_name);
    bool found = false;
    for (std::size_t i = 0; i < taken.size() && !found; ++i) {
      const auto& step = transaction.steps[i];
      if (table != &rules.tables[step.table] || (taken[i] > 0 && !step.many)) continue;
      found = std::any_of(step.rules.begin(), step.rules.end(), [&](std::size_t position) {
        const auto& rule = table->gets[position];
        // All transactions read strongly, whatever the pattern would do alone.
        return fits(*table, rule, get.key, options_of(get, rule.consistent), nullptr);
      });
      if (found) ++taken[i];
    }
    if (!found) return false;
  }
  return std::find(taken.begin(), taken.end(), std::size_t{0}) == taken.end();
}

}  // namespace

Verdict match(const Rules& rules, const TransactGetItemsRequest& request) {
  Shares shares;
  for (const auto& transaction : rules.transactions) {
    if (!transaction.is_read || !is_transaction(rules, transaction, request)) continue;
    shares.add(transaction.pattern, request.transact_items.size());
    return std::move(shares).verdict();
  }
  for (const auto& get : request.transact_items) {
    const auto* table = rules.table(get.table_name);
    if (table == nullptr) continue;
    // It reads at least as strongly as any pattern asks.
    const ReadRule* rule = nullptr;
    for (const bool consistent : {true, false}) {
      const auto options = options_of(get, consistent);
      if (rule == nullptr) rule = find_get(*table, get.key, options, Access::get_item);
      if (rule == nullptr && !consistent) {
        return Verdict::of(get_violation(rules, *table, "TransactGetItems", get.key, options));
      }
    }
    shares.add(rule->pattern);
  }
  return std::move(shares).verdict();
}

}  // namespace keywright::guard
