#pragma once
// NextToken: where a SELECT goes on. It belongs to a statement with its parameters, and to nothing
// else; of what is in it a client knows nothing.

#include <keywright/item.hpp>
#include <keywright/result.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace keywright::engine {

struct StatementPlace {
  std::size_t place = 0;     ///< of SelectPlaces
  std::optional<Key> after;  ///< the last key that was looked at there; nullopt: none
};

/// `content`: content_hash() of the request.
[[nodiscard]] std::string encode_token(const StatementPlace& place, std::uint64_t content);
/// `Invalid NextToken`, or `NextToken does not match request`.
[[nodiscard]] Result<StatementPlace> decode_token(std::string_view token, std::uint64_t content);

}  // namespace keywright::engine
