#pragma once
// A request that no access pattern makes: what is wrong with it, and the pattern it comes nearest
// to.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace keywright::guard {

enum class ViolationKind : std::uint8_t {
  operation,      ///< no pattern does such a thing to such an item or source
  scan,           ///< a Scan, and no pattern scans here
  key_condition,  ///< a Query by other keys, or another range of them
  direction,      ///< a Query in the other order
  filter,         ///< a filter that no pattern has: it reads and pays for what it drops
  consistency,    ///< strong where the pattern is eventual, or the reverse
  projection,     ///< asks for what the pattern does not
  item_key,       ///< the key of an item fits no entity
  fields,         ///< attributes that are missing, unknown, or of values that their fields forbid
  index_keys,     ///< keys of an index that are missing, stale or wrong
  condition,      ///< a write without the condition that its pattern has
  change,         ///< an update of other attributes
  statement,      ///< PartiQL that matches no pattern
};
inline constexpr std::size_t kViolationKinds = 13;

/// "key_condition", ...
[[nodiscard]] std::string_view to_string(ViolationKind kind);

struct Violation {
  ViolationKind kind = ViolationKind::operation;
  std::string operation;  ///< "Query"
  std::string source;     ///< "app-table.gsi1"
  std::string nearest;    ///< the pattern's name; empty if there is none
  std::string message;    ///< the whole of it, as a client reads it
};

}  // namespace keywright::guard
