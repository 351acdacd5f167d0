#pragma once
// Randomness as a dependency: whatever needs it takes a Random, so tests are repeatable.

#include <cstdint>
#include <functional>

namespace keywright {

/// 64 uniformly distributed bits. Called from any thread.
using Random = std::function<std::uint64_t()>;

/// Bits that nobody can predict, from the system.
[[nodiscard]] Random system_random();

/// The same sequence for the same seed; for tests. Copies share the sequence. Thread-safe.
[[nodiscard]] Random seeded_random(std::uint64_t seed);

}  // namespace keywright
