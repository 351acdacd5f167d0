#pragma once
// A write with its expressions read, held against all rules of its table. Internal to this layer.

#include "guard/item_checks.hpp"
#include "guard/match.hpp"
#include "guard/rules.hpp"
#include <keywright/expression_attributes.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace keywright::guard {

/// Null if there is no text.
[[nodiscard]] inline const std::string* text_of(const std::optional<std::string>& text) {
  return text ? &*text : nullptr;
}

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
  /// Reads the expressions (null: there is none); false if one is malformed.
  [[nodiscard]] bool read(const std::string* update, const std::string* condition,
                          const ExpressionAttributeNames& names,
                          const ExpressionAttributeValues& values);
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

 private:
  [[nodiscard]] std::string words(const TableRules& table) const;

  Write write_;
  std::optional<expression::Condition> condition_;
  std::optional<expression::Update> update_;
  const EntityRule* entity_ = nullptr;
  std::optional<ItemFault> fault_;
};

}  // namespace keywright::guard
