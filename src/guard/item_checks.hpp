#pragma once
// Single items: the key of a read or write against the keys of entities, a write against a rule.
// Internal to this layer.

#include "expression/condition.hpp"
#include "expression/update.hpp"
#include "guard/nearest.hpp"
#include "guard/rules.hpp"
#include <keywright/item.hpp>

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace keywright::guard {

/// A sentinel that is written in the same transaction. One that is checked to be another item's
/// counts as deleted: it is not this item's to give back.
struct SentinelWrite {
  const TableRules* table = nullptr;
  WriteKind kind = WriteKind::put;
  const Item* item = nullptr;  // or its key
};

/// One put, update or delete, alone or in a batch or transaction.
struct Write {
  WriteKind kind = WriteKind::put;
  const Item* item = nullptr;  // or its key
  const expression::Condition* condition = nullptr;
  const expression::Update* update = nullptr;  // of an update that has an expression
  bool batched = false;
  bool inserts = false;  // an INSERT, which replaces nothing
  std::span<const SentinelWrite> sentinels{};
};

/// Whether the attributes of the item fit the shapes of a key, each under its name.
[[nodiscard]] bool fits_key(std::span<const KeyShape> shapes, const Item& item, Captures& captures);
/// Notes how near the key comes to one that does not fit. Of those that come equally near, that
/// counts whose sort key begins alike, and before it the one of the entity that the item is tagged
/// as.
void consider_key(std::span<const KeyShape> shapes, const Item& item, std::size_t pattern,
                  ViolationKind kind, Nearest& nearest, bool is_tagged = false);

/// The entity whose key this is; null if it is none's. What the key says stands in `captures`.
[[nodiscard]] const EntityRule* entity_of(const TableRules& table, const Item& item,
                                          Captures& captures);
[[nodiscard]] const EntityRule* entity_of(const TableRules& table, const Item& item);

/// Whether a put item is one of the entity: it has all of its fields and no others, their values
/// are such as the fields can hold, and tag, fields and index keys say what its key says. The text
/// says what is wrong; nullopt: all is well. `key` is what the item's key says.
struct ItemFault {
  ViolationKind kind = ViolationKind::item_key;
  std::string why;
};
[[nodiscard]] std::optional<ItemFault> fault_of(const TableRules& table, const EntityRule& entity,
                                                const Item& item, const Captures& key);

/// Whether the write is what the rule says. `entity`: of a put, whose item it is.
[[nodiscard]] bool fits_write(const TableRules& table, const WriteRule& rule, const Write& write,
                              const EntityRule* entity, Nearest* nearest);
/// The changes of an update, and the index keys that follow from them.
[[nodiscard]] bool fits_update(const TableRules& table, const WriteRule& rule, const Write& write,
                               Captures& captures, Nearest* nearest);
/// The condition of any write.
[[nodiscard]] bool fits_condition(const TableRules& table, const WriteRule& rule,
                                  const Write& write, Nearest* nearest);

}  // namespace keywright::guard
