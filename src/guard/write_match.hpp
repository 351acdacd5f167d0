#pragma once
// A write with its expressions read, held against all rules of its table. Internal to this layer.

#include "expression/legacy.hpp"
#include "expression/parameters.hpp"
#include "guard/item_checks.hpp"
#include "guard/match.hpp"
#include "guard/rules.hpp"
#include <keywright/transaction.hpp>

#include <concepts>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace keywright::guard {

/// Borrows from the request, which outlives it. Does not move: its Write points into it.
class ReadWrite {
 public:
  ReadWrite(WriteKind kind, const Item& item) {
    write_.kind = kind;
    write_.item = &item;
  }
  ReadWrite(const ReadWrite&) = delete;
  ReadWrite& operator=(const ReadWrite&) = delete;

  void in_batch() { write_.batched = true; }
  void insert() { write_.inserts = true; }
  void beside(std::span<const SentinelWrite> sentinels) { write_.sentinels = sentinels; }
  /// Reads the expressions or legacy parameters of a request; false if one is malformed.
  template <class Request>
  [[nodiscard]] bool read(const Request& request);
  /// Expressions that somebody else has read, and keeps.
  void use(const expression::Condition* condition, const expression::Update* update);
  /// Of a put: finds its entity, and what is wrong with the item.
  void look_at_item(const TableRules& table);

  [[nodiscard]] bool fits(const TableRules& table, const WriteRule& rule, Nearest* nearest) const {
    return !fault_ && fits_write(table, rule, write_, entity_, nearest);
  }
  [[nodiscard]] const Write& write() const { return write_; }
  /// The first rule that it fits, of those made alone: in a batch, one of batches before others,
  /// and the reverse. Null if there is none.
  [[nodiscard]] const WriteRule* find(const TableRules& table) const;
  [[nodiscard]] Violation violation(const Rules& rules, const TableRules& table,
                                    std::string_view operation) const;
  /// Of what is nobody's own pattern, for this reason; `pattern`: that of the transaction it is in.
  [[nodiscard]] Violation violation(const Rules& rules, const TableRules& table,
                                    std::string_view operation, ViolationKind kind,
                                    std::string_view why,
                                    std::optional<std::size_t> pattern = std::nullopt) const;

 private:
  template <class Request>
  [[nodiscard]] bool read_condition(const Request& request, expression::Parameters& parameters);
  [[nodiscard]] std::string words(const TableRules& table) const;

  Write write_;
  std::optional<Result<expression::Condition>> condition_;
  std::optional<Result<expression::Update>> update_;
  const EntityRule* entity_ = nullptr;
  std::optional<ItemFault> fault_;
};

template <class Request>
bool ReadWrite::read(const Request& request) {
  expression::Parameters parameters(request.expression_attribute_names,
                                    request.expression_attribute_values);
  if constexpr (requires { request.attribute_updates; }) {
    if (request.attribute_updates) update_ = expression::legacy_update(*request.attribute_updates);
  }
  if constexpr (std::same_as<Request, TransactUpdate>) {
    update_.emplace(expression::parse_update(request.update_expression, parameters));
  } else if constexpr (std::same_as<Request, UpdateItemRequest>) {
    if (request.update_expression) {
      update_.emplace(expression::parse_update(*request.update_expression, parameters));
    }
  }
  if (!read_condition(request, parameters) || (update_ && !*update_)) return false;
  use(condition_ ? &**condition_ : nullptr, update_ ? &**update_ : nullptr);
  return true;
}

template <class Request>
bool ReadWrite::read_condition(const Request& request, expression::Parameters& parameters) {
  if constexpr (requires { request.expected; }) {
    if (request.expected) {
      auto legacy = expression::legacy_condition(&*request.expected, request.conditional_operator);
      if (legacy && *legacy) condition_.emplace(**std::move(legacy));
      return legacy.has_value();
    }
  }
  if (!request.condition_expression) return true;
  condition_.emplace(expression::parse_condition(
      *request.condition_expression, expression::ExpressionKind::condition, parameters));
  return condition_->has_value();
}

}  // namespace keywright::guard
