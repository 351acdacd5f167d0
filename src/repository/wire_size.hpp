#pragma once
// How many bytes an item takes in a request, which is what AWS limits to 16 MB: text escaped, bytes
// in base64, types named.

#include <keywright/item.hpp>

#include <cstddef>

namespace keywright::repository {

/// Never less than what a plain JSON writer produces for the item.
[[nodiscard]] std::size_t wire_size(const Item& item);

}  // namespace keywright::repository
