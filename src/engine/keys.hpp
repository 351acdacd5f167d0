#pragma once
// Keys: from the key attributes of an item to the bytes under which storage keeps it.
//
// Every value is a component: its raw bytes (S and B) or its ordered bytes (N), with 00 escaped as
// 00 FF and closed by 00 01, so that components compare as the values do, whatever follows. The
// bytes of an entry are
//     table:  sort components, 00 02, partition components
//     index:  index sort components, the table's partition and sort components, 00 02, index
//             partition components
// and its hash is that of the partition components. The partition stands last because within one
// hash it only serves to tell apart the few partitions that could share it: everything from 00 02
// on is the `suffix` that storage filters by.

#include "storage/storage.hpp"
#include <keywright/item.hpp>
#include <keywright/table.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace keywright::engine {

/// AWS: multi-attribute keys of global indexes.
inline constexpr std::size_t kMaxKeyAttributesPerKind = 4;
/// Room that saves the bytes of most keys from growing step by step.
inline constexpr std::size_t kUsualKeyBytes = 80;

struct KeyAttribute {
  std::string name;
  AttributeType type = AttributeType::string;
};

/// The key of a table or index. Tables have one partition and at most one sort attribute, global
/// indexes up to four of each.
struct KeySchema {
  std::vector<KeyAttribute> partition;
  std::vector<KeyAttribute> sort;

  /// Both, to be walked through.
  [[nodiscard]] std::array<const std::vector<KeyAttribute>*, 2> parts() const {
    return {&partition, &sort};
  }
  [[nodiscard]] bool contains(std::string_view attribute) const;
  [[nodiscard]] std::size_t size() const { return partition.size() + sort.size(); }
};

/// The names of all attributes of some keys, each once, sorted.
[[nodiscard]] std::vector<std::string> key_names(std::initializer_list<const KeySchema*> schemas);

/// Where an entry stands in its tree.
struct EntryKey {
  std::uint64_t hash = 0;
  std::string bytes;
  std::size_t suffix_at = 0;

  [[nodiscard]] storage::Position position() const { return {hash, bytes}; }
  [[nodiscard]] std::string_view suffix() const {
    return std::string_view(bytes).substr(suffix_at);
  }
  friend bool operator==(const EntryKey& a, const EntryKey& b) {
    return a.hash == b.hash && a.bytes == b.bytes;
  }
};

/// nullopt if the item lacks a key attribute or has one of another type than the schema's.
[[nodiscard]] std::optional<EntryKey> table_entry_key(const KeySchema& table, const Item& item);
/// The entry of an item in an index, given its entry in the table. nullopt says that the item is
/// not in the index: an attribute is missing, or its value can be no key (another type, empty, too
/// large), as in items from before the index was made.
[[nodiscard]] std::optional<EntryKey> index_entry_key(const KeySchema& index,
                                                      const EntryKey& table_key, const Item& item);
/// As above, of an item or of the keys of an index entry; nullopt also if it has no table key.
[[nodiscard]] std::optional<EntryKey> index_entry_key(const KeySchema& index,
                                                      const KeySchema& table, const Item& item);

/// A partition without a place in it: the hash and the suffix of all its entries.
struct PartitionKey {
  std::uint64_t hash = 0;
  std::string suffix;
};
/// `values` are the values of KeySchema::partition, in its order.
[[nodiscard]] PartitionKey partition_key(std::span<const ValueView> values);

// To build ranges. All entries whose leading sort components equal some values have the values'
// components as a prefix; those that come after have prefix_end() of it as their lower bound.

/// Appends a whole component.
void append_component(std::string& out, ValueView value);
/// Appends the beginning of a component: what all S or B values that begin with `bytes` share.
void append_component_prefix(std::string& out, std::string_view bytes);
/// The least bytes greater than everything that begins with `prefix`; empty if there are none.
[[nodiscard]] std::string prefix_end(std::string prefix);

/// The first position of hash h + 1; nullopt if h is the greatest.
[[nodiscard]] std::optional<storage::Position> end_of_hash(std::uint64_t hash);

}  // namespace keywright::engine
