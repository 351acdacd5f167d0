#include "core/hash.hpp"

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace keywright {

std::uint64_t stable_hash(std::string_view bytes) {
  return XXH3_64bits(bytes.data(), bytes.size());
}

}  // namespace keywright
