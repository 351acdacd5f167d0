#pragma once
// A batch of which a part is left for later.

#include <keywright/batch.hpp>

#include <cstddef>
#include <functional>

namespace keywright::doubles {

/// Takes a random part out of the request, at least one key or write, and gives it as a request of
/// its own. `leaves` is asked for each of them in turn; `forced` is left in any case, counted
/// from 0.
using Leaves = std::function<bool()>;
[[nodiscard]] BatchGetItemRequest take_rest(BatchGetItemRequest& request, std::size_t forced,
                                            const Leaves& leaves);
[[nodiscard]] BatchWriteItemRequest take_rest(BatchWriteItemRequest& request, std::size_t forced,
                                              const Leaves& leaves);

[[nodiscard]] std::size_t size_of(const BatchGetItemRequest& request);
[[nodiscard]] std::size_t size_of(const BatchWriteItemRequest& request);

}  // namespace keywright::doubles
