#pragma once
// What DynamoDB says to a request that meets a transaction under way.

#include <keywright/error.hpp>

#include <cstddef>

namespace keywright::emulation {

/// To a write of one item.
[[nodiscard]] Error conflict();
/// To a transaction of `items`, for the one at `at`.
[[nodiscard]] Error conflict(std::size_t items, std::size_t at);

}  // namespace keywright::emulation
