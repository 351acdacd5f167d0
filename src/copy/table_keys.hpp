#pragma once
// The key of a table, and what of an item belongs to it.

#include <keywright/item.hpp>
#include <keywright/table.hpp>

#include <optional>
#include <string>
#include <vector>

namespace keywright::copy {

struct KeyAttribute {
  std::string name{};
  AttributeType type = AttributeType::string;
  friend bool operator==(const KeyAttribute&, const KeyAttribute&) = default;
};

/// The partition key, then the sort key, if there is one.
struct TableKeys {
  std::vector<KeyAttribute> attributes{};
  friend bool operator==(const TableKeys&, const TableKeys&) = default;

  [[nodiscard]] Key key_of(const Item& item) const;
  /// Whether both are the same item of a table.
  [[nodiscard]] bool same_item(const Item& a, const Item& b) const;
  /// Why no table with these keys takes the item, or nullopt.
  [[nodiscard]] std::optional<std::string> fault_of(const Item& item) const;
  /// "pk (S), sk (N)".
  [[nodiscard]] std::string text() const;
};

[[nodiscard]] TableKeys table_keys(const std::vector<KeySchemaElement>& schema,
                                   const std::vector<AttributeDefinition>& definitions);

}  // namespace keywright::copy
