#pragma once
// An item: its attributes in one flat, immutable, reference-counted record.
//
// Copying an Item copies a pointer; the engine hands out the very record it stores. Attributes are
// read in place, so views from an Item live as long as some copy of it. To change an item, build a
// new one with ItemBuilder. An Item may be shared between threads.

#include <keywright/attribute_value.hpp>

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace keywright {

class Item {
 public:
  /// No attributes (no allocation).
  Item() = default;
  /// A name given twice keeps its last value.
  Item(std::initializer_list<std::pair<std::string_view, AttributeValue>> attributes);
  Item(const Item& other) noexcept;
  Item(Item&& other) noexcept : record_(std::exchange(other.record_, nullptr)) {}
  Item& operator=(Item other) noexcept {
    std::swap(record_, other.record_);
    return *this;
  }
  ~Item();

  /// The attribute of that name, or nullopt. Names are at the top level: a dot is part of a name.
  [[nodiscard]] std::optional<ValueView> find(std::string_view name) const;
  [[nodiscard]] bool contains(std::string_view name) const { return find(name).has_value(); }
  /// Sorted by name.
  [[nodiscard]] MemberRange attributes() const;
  [[nodiscard]] MemberRange::iterator begin() const { return attributes().begin(); }
  [[nodiscard]] MemberRange::iterator end() const { return attributes().end(); }
  [[nodiscard]] std::size_t count() const;
  [[nodiscard]] bool empty() const { return count() == 0; }

  /// The size DynamoDB accounts: UTF-8 bytes of the names plus the sizes of the values (known,
  /// not computed).
  [[nodiscard]] std::size_t size_in_bytes() const;
  /// A copy with only those of the attributes that are among `names`, which are sorted.
  [[nodiscard]] Item with_only(std::span<const std::string> names) const;
  /// The encoded attributes with their count and size: what a durable store writes.
  [[nodiscard]] std::string_view encoded() const;
  /// The item with these bytes, which are copied. They must be what encoded() gave, unchanged: they
  /// are not looked at, so any others are undefined behaviour.
  [[nodiscard]] static Item from_encoded(std::string_view bytes);

  /// Deep equality; false is cheap, true costs one memcmp.
  friend bool operator==(const Item& a, const Item& b) {
    return a.record_ == b.record_ || a.encoded() == b.encoded();
  }

 private:
  friend class ItemBuilder;
  struct Record;
  explicit Item(const Record* record) noexcept : record_(record) {}
  const Record* record_ = nullptr;
};

/// DynamoDB's word for the attributes that identify an item.
using Key = Item;

// DynamoDB's limits, in bytes (AWS: "Quotas in Amazon DynamoDB").
inline constexpr std::size_t kMaxItemSize = 400 * 1024;
inline constexpr std::size_t kMaxPartitionKeySize = 2048;
inline constexpr std::size_t kMaxSortKeySize = 1024;

/// DynamoDB JSON of the attributes, for messages and tests.
[[nodiscard]] std::string to_json(const Item& item);

/// Builds an Item, from nothing or as a changed copy of another. Keeps references to neither names
/// nor values. Not for use by two threads at once.
class ItemBuilder {
 public:
  ItemBuilder() = default;
  explicit ItemBuilder(Item base) : base_(std::move(base)) {}

  /// Sets an attribute; the last call for a name wins.
  ItemBuilder& set(std::string_view name, ValueView value);
  ItemBuilder& set(std::string_view name, const AttributeValue& value) {
    return set(name, value.view());
  }
  // The common scalars without an AttributeValue in between.
  ItemBuilder& set_string(std::string_view name, std::string_view text);
  ItemBuilder& set_binary(std::string_view name, std::string_view bytes);
  ItemBuilder& set_number(std::string_view name, const Number& number);
  ItemBuilder& set_bool(std::string_view name, bool value);
  ItemBuilder& remove(std::string_view name);

  /// The item; the builder is empty afterwards.
  [[nodiscard]] Item build();

 private:
  struct Change {
    std::uint32_t offset;       // in bytes_: the name, then the value
    std::uint32_t size;         // of both; 0: removed
    std::uint32_t base_offset;  // where it goes among the attributes of base_
    std::uint32_t base_size;    // of the attribute it replaces; 0: none
  };
  std::string& begin_change(std::string_view name);
  ItemBuilder& end_change();
  [[nodiscard]] std::string_view name_of(const Change& change) const;
  void sort_changes();

  Item base_;
  std::string bytes_;  // the changes, in the order of the calls
  std::vector<Change> changes_;
};

}  // namespace keywright
