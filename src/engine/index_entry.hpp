#pragma once
// What an index holds of an item: the item itself if it projects all, else a smaller copy.

#include "engine/table_state.hpp"
#include <keywright/item.hpp>

#include <cstddef>

namespace keywright::engine {

/// The record of an index entry.
[[nodiscard]] Item project(const Index& index, const Item& item);
/// Its accounted size, without making it.
[[nodiscard]] std::size_t projected_size(const Index& index, const Item& item);
/// True if two items look alike in the index.
[[nodiscard]] bool same_projection(const Index& index, const Item& a, const Item& b);

}  // namespace keywright::engine
