#pragma once
// Page cursors: where each shard of a query is to go on, signed, as URL-safe text.
//
//   base64url( u8 version, binding, u32 count, per shard: u8 state [, u32 length, key]
//              [, u32 length, passed: in version 2], MAC )
//
// A query without shards writes version 1. So did those with shards before they noted what the list
// as a whole had passed: such a cursor still serves, for what it says.
//
// The binding is a digest of the query (pattern, table, index, condition, values, direction), so a
// cursor serves the query it came from and no other. Binding and MAC are HMAC-SHA-256, cut to 16
// bytes.

#include <keywright/item.hpp>
#include <keywright/query.hpp>
#include <keywright/result.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace keywright::repository {

/// How far one shard has been read.
struct ShardPosition {
  std::optional<Key> after;  // nullopt: from the start
  bool exhausted = false;
};

/// How far a query has been read.
struct QueryPosition {
  std::vector<ShardPosition> shards;  ///< a query without shards has one
  /// The sort key of the last item given, of whatever shard. nullopt: not noted; one shard knows.
  std::optional<Key> passed = std::nullopt;
};

/// The digest of all that must be the same for a cursor to make sense.
[[nodiscard]] std::string binding_of(std::string_view secret, std::string_view pattern,
                                     const QueryRequest& request);

[[nodiscard]] std::string write_cursor(std::string_view secret, std::string_view binding,
                                       const QueryPosition& position);

/// `bad_cursor` for anything but what write_cursor wrote for this secret, binding and shard count.
[[nodiscard]] Result<QueryPosition> read_cursor(std::string_view secret, std::string_view binding,
                                                std::size_t shards, std::string_view cursor);

/// 32 random bytes, the same during the life of the process.
[[nodiscard]] const std::string& process_secret();

}  // namespace keywright::repository
