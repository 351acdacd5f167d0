#pragma once
// The stable 64-bit hash (XXH3) of bytes: the same in every process and on every machine, so it may
// be stored in keys and page cursors.

#include <cstdint>
#include <string_view>

namespace keywright {

[[nodiscard]] std::uint64_t stable_hash(std::string_view bytes);

}  // namespace keywright
