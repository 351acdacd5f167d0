#pragma once
// Model files by chance, of everything that the language has: keys of text and of their own types,
// indexes that are sparse, sharded, local or of several attributes, states, versions, uniqueness,
// lifetimes, collections, batches and transactions. Pure: equal seeds give equal files.

#include <cstdint>
#include <string>

namespace keywright::random_proof {

/// Most are valid. The checker refuses the others, and says why.
[[nodiscard]] std::string random_model(std::uint64_t seed);

}  // namespace keywright::random_proof
