// PartiQL: a statement is the request that it stands for.

#include "expression/partiql.hpp"
#include "guard/get_match.hpp"
#include "guard/page_match.hpp"
#include "guard/shares.hpp"
#include "guard/transaction_match.hpp"

#include <algorithm>
#include <optional>
#include <string>

namespace keywright::guard {
namespace {

using expression::KeyAttributeCondition;
using expression::KeyOperator;
using expression::Statement;
using expression::StatementKind;

using Parameters = std::optional<std::vector<AttributeValue>>;

Result<Statement> read(const std::string& text, const Parameters& parameters) {
  return expression::parse_statement(text, parameters ? std::span<const AttributeValue>(*parameters)
                                                      : std::span<const AttributeValue>());
}

/// The key that UPDATE and DELETE give by equality; what is missing is the database's to say.
Key key_of(const Statement& statement, const TableRules& table) {
  ItemBuilder key;
  if (!statement.where) return key.build();
  for (const auto& term : terms_of(*statement.where)) {
    const auto condition = key_condition_of(term);
    if (!condition || condition->op != KeyOperator::equal) continue;
    const auto& names = table.keys;
    if (std::find(names.begin(), names.end(), condition->attribute) == names.end()) continue;
    key.set(condition->attribute, condition->value);
  }
  return key.build();
}

/// A SELECT: of one item, of a range, or of everything.
class Selection {
 public:
  Selection(const TableRules& table, const Statement& statement, const SourceRules& source,
            bool consistent)
      : source_(source) {
    page_.clock = &table.clock;
    page_.options.consistent = consistent;
    if (statement.projection) page_.options.parsed = &*statement.projection;
    if (statement.where) {
      page_.condition = &*statement.where;
      page_.filter = terms_of(*statement.where);
    }
    take_keys();
    page_.forward = !is_descending(statement);
  }

  /// Several partitions, or a condition on the key that is no range: what DynamoDB does then is not
  /// in the words of access patterns.
  [[nodiscard]] bool is_simple() const { return is_simple_; }
  [[nodiscard]] bool is_item() const {
    return source_.index.empty() && page_.is_query && range_.size() == source_.range.size() &&
           std::all_of(range_.begin(), range_.end(),
                       [](const auto& condition) { return condition.op == KeyOperator::equal; });
  }
  [[nodiscard]] const Page& page() const { return page_; }
  [[nodiscard]] Key key() const {
    ItemBuilder key;
    for (const auto* conditions : {&hash_, &range_}) {
      for (const auto& condition : *conditions) key.set(condition.attribute, condition.value);
    }
    return key.build();
  }

 private:
  void take_keys() {
    for (const auto& key : source_.hash) {
      const auto condition = take(key.name, true);
      if (condition) hash_.push_back(*condition);
    }
    if (hash_.size() < source_.hash.size()) {
      // Of a scan, conditions on keys are a filter like others.
      is_simple_ = hash_.empty() && !mentions(source_.hash.front().name);
      return;
    }
    for (const auto& key : source_.range) {
      const auto condition = take(key.name, false);
      if (!condition) break;
      range_.push_back(*condition);
    }
    is_simple_ = std::none_of(source_.range.begin(), source_.range.end(),
                              [&](const auto& key) { return mentions(key.name); });
    page_.is_query = true;
    page_.hash = hash_;
    page_.range = range_;
  }

  /// By the sort key: the order of one partition key says nothing.
  [[nodiscard]] bool is_descending(const Statement& statement) const {
    const auto& order = statement.order_by;
    return std::any_of(order.begin(), order.end(), [&](const auto& term) {
      return term.descending &&
             std::any_of(source_.range.begin(), source_.range.end(),
                         [&](const auto& key) { return key.name == term.attribute; });
    });
  }

  [[nodiscard]] bool mentions(std::string_view attribute) const {
    return std::any_of(page_.filter.begin(), page_.filter.end(), [&](const Term& term) {
      const auto names = attributes_of(*page_.condition, *term.node);
      return std::find(names.begin(), names.end(), attribute) != names.end();
    });
  }

  /// The condition on a key attribute, which then is no part of the filter.
  std::optional<KeyAttributeCondition> take(std::string_view attribute, bool only_equal) {
    for (auto at = page_.filter.begin(); at != page_.filter.end(); ++at) {
      const auto condition = key_condition_of(*at);
      if (!condition || condition->attribute != attribute) continue;
      if (only_equal && condition->op != KeyOperator::equal) continue;
      page_.filter.erase(at);
      return condition;
    }
    return std::nullopt;
  }

  const SourceRules& source_;
  std::vector<KeyAttributeCondition> hash_;
  std::vector<KeyAttributeCondition> range_;
  Page page_;
  bool is_simple_ = true;
};

Violation not_simple(const Rules& rules, const TableRules& table, const SourceRules& source,
                     const Page& page, std::string_view operation) {
  auto violation = page_violation(rules, table, source, page, operation);
  violation.kind = ViolationKind::statement;
  return violation;
}

Verdict match_select(const Rules& rules, const Statement& statement, const TableRules& table,
                     bool consistent, std::string_view operation) {
  const auto* source = table.source(statement.index);
  if (source == nullptr) return unknown_index(rules, table, *statement.index, operation);
  const Selection selection(table, statement, *source, consistent);
  const auto& page = selection.page();
  if (!selection.is_simple()) {
    return Verdict::of(not_simple(rules, table, *source, page, operation));
  }
  if (selection.is_item() && page.filter.empty()) {
    const auto key = selection.key();
    if (const auto* rule = find_get(table, key, page.options, plan::Access::get_item)) {
      return Verdict::of_pattern(rule->pattern);
    }
    if (find_page(*source, page) == nullptr) {
      return Verdict::of(get_violation(rules, table, operation, key, page.options));
    }
  }
  return match_page(rules, table, *source, page, operation);
}

WriteKind kind_of(const Statement& statement) {
  switch (statement.kind) {
    case StatementKind::update:
      return WriteKind::update;
    case StatementKind::insert:
      return WriteKind::put;
    default:  // EXISTS is a condition check, which like a delete has a key alone
      return WriteKind::remove;
  }
}

/// The item that INSERT makes, or the key of the one that is written.
Item item_of(const Statement& statement, const TableRules& table) {
  return statement.kind == StatementKind::insert ? statement.item : key_of(statement, table);
}

void prepare(const Statement& statement, const TableRules& table, ReadWrite& write) {
  write.use(statement.where ? &*statement.where : nullptr,
            statement.update ? &*statement.update : nullptr);
  if (statement.kind == StatementKind::insert) write.insert();
  write.look_at_item(table);
}

Verdict match_statement(const Rules& rules, const std::string& text, const Parameters& parameters,
                        bool consistent, std::string_view operation) {
  const auto statement = read(text, parameters);
  if (!statement) return Verdict::of(Verdict::Outcome::malformed);
  const auto* table = rules.table(statement->table);
  if (table == nullptr) return Verdict::of(Verdict::Outcome::other_table);
  if (statement->is_read()) {
    return match_select(rules, *statement, *table, consistent, operation);
  }
  const auto item = item_of(*statement, *table);
  ReadWrite write(kind_of(*statement), item);
  prepare(*statement, *table, write);
  if (const auto* rule = write.find(*table)) return Verdict::of_pattern(rule->pattern);
  return Verdict::of(write.violation(rules, *table, operation));
}

}  // namespace

Verdict match(const Rules& rules, const ExecuteStatementRequest& request) {
  return match_statement(rules, request.statement, request.parameters, request.consistent_read,
                         "ExecuteStatement");
}

Verdict match(const Rules& rules, const BatchExecuteStatementRequest& request) {
  using Outcome = Verdict::Outcome;
  Shares shares;
  bool all_malformed = true;
  for (const auto& each : request.statements) {
    auto verdict = match_statement(rules, each.statement, each.parameters, each.consistent_read,
                                   "BatchExecuteStatement");
    // The database refuses that one alone, and runs the others.
    if (verdict.outcome == Outcome::malformed) continue;
    all_malformed = false;
    if (verdict.outcome == Outcome::violated) return verdict;
    for (const auto& share : verdict.shares) shares.add(share.pattern, share.items);
  }
  if (all_malformed) return Verdict::of(Outcome::malformed);
  return std::move(shares).verdict();
}

namespace {

/// All of the statements read: each as a pattern of its own.
Verdict match_reads(const Rules& rules, const std::vector<Result<Statement>>& statements) {
  Shares shares;
  for (const auto& statement : statements) {
    const auto* table = rules.table(statement->table);
    if (table == nullptr) continue;
    // As in TransactGetItems, it reads at least as strongly as any pattern asks.
    auto verdict = match_select(rules, *statement, *table, true, "ExecuteTransaction");
    if (verdict.outcome == Verdict::Outcome::violated) {
      verdict = match_select(rules, *statement, *table, false, "ExecuteTransaction");
    }
    if (verdict.outcome != Verdict::Outcome::matched) return verdict;
    for (const auto& share : verdict.shares) shares.add(share.pattern, share.items);
  }
  return std::move(shares).verdict();
}

}  // namespace

Verdict match(const Rules& rules, const ExecuteTransactionRequest& request) {
  std::vector<Result<Statement>> statements;
  bool only_reads = true;
  for (const auto& each : request.transact_statements) {
    statements.push_back(read(each.statement, each.parameters));
    if (!statements.back()) return Verdict::of(Verdict::Outcome::malformed);
    only_reads = only_reads && statements.back()->is_read() && !statements.back()->is_exists;
  }
  if (only_reads) return match_reads(rules, statements);
  TransactOperations operations;
  std::deque<Item> items;
  for (const auto& statement : statements) {
    const auto* table = rules.table(statement->table);
    if (table == nullptr) continue;
    const auto& item = items.emplace_back(item_of(*statement, *table));
    auto& operation = operations.emplace_back(kind_of(*statement), item);
    operation.table = table;
    prepare(*statement, *table, operation.write);
    operation.is_check = statement->is_exists;
    operation.is_companion = statement->is_exists && entity_of(*table, item) != nullptr;
    operation.look_for_sentinel(item);
  }
  return match_transaction(rules, operations, "ExecuteTransaction");
}

}  // namespace keywright::guard
