#pragma once
// The constant part of an access pattern: its name, where it reads, and its expressions.
//
// In an expression, `#name` stands for the attribute `name`: it needs no entry in a table of names,
// and a reserved word needs no care. An attribute whose name does not fit (letters, digits and `_`)
// is listed in `aliases`. Constants of the program: the views must outlive every call.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace keywright {

/// `#alias` stands for `attribute`.
struct NameAlias {
  std::string_view alias;  ///< with the leading '#'
  std::string_view attribute;
};

/// How an access pattern is served: a row of the generated `kAccessPatterns`, for logs, metrics and
/// pages about the service.
struct AccessPatternDesign {
  std::string_view name;       ///< as CallReport::pattern has it
  std::string_view operation;  ///< of the model: "query", "transition"
  std::string_view served_by;  ///< request, key or index, and its key expressions
};

/// GetItem and BatchGetItem.
struct GetPattern {
  std::string_view name;
  bool consistent_read = false;
  std::string_view projection = {};     ///< empty: the whole item
  std::string_view ttl_attribute = {};  ///< an item past this time reads as absent
  std::span<const NameAlias> aliases = {};
};

/// The key attributes of the table or index that a sharded query reads, so that shards can be
/// merged and a page can end within one.
struct ShardKeys {
  std::string_view partition;
  std::string_view sort = {};
};

/// Query; without a key condition, Scan.
struct QueryPattern {
  std::string_view name;
  std::string_view index_name = {};     ///< empty: the table
  std::string_view key_condition = {};  ///< "#pk = :pk AND #sk BETWEEN :from AND :to"
  std::string_view filter = {};         ///< reads and pays for what it drops
  std::string_view projection = {};     ///< empty: everything the source has
  std::string_view ttl_attribute = {};  ///< items past this time are left out
  bool scan_index_forward = true;
  bool consistent_read = false;
  std::size_t page_size = 100;  ///< items per page of a list that asks for no other
  std::size_t max_items = 0;    ///< bound of a collection read in one call; 0: none
  std::size_t shards = 1;       ///< over how many suffixes the partition is spread
  ShardKeys shard_keys = {};    ///< with shards > 1
  std::span<const NameAlias> aliases = {};
};

/// What a write asks of the item as it stands.
enum class Precondition : std::uint8_t {
  none,
  absent,   ///< create: there is none, or it has expired
  present,  ///< patch, transition, delete: there is one, and it has not expired
};

/// PutItem, UpdateItem, DeleteItem, and the writes of batches and transactions.
struct WritePattern {
  std::string_view name;
  Precondition precondition = Precondition::none;
  /// An item past this time counts as absent. An update that may create it then begins anew.
  std::string_view ttl_attribute = {};
  std::span<const NameAlias> aliases = {};
};

}  // namespace keywright
