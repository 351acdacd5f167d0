#pragma once
// The seeds of properties that throw dice of their own; RapidCheck has its RC_PARAMS.

#include <cstdint>
#include <cstdlib>
#include <numeric>
#include <string>
#include <vector>

namespace keywright::property {

[[nodiscard]] inline std::uint64_t from_environment(const char* name, std::uint64_t usual) {
  const char* text = std::getenv(name);
  return text != nullptr ? std::strtoull(text, nullptr, 10) : usual;
}

/// From KEYWRIGHT_SEED on: KEYWRIGHT_RUNS of them to repeat a failure, or KEYWRIGHT_TIMES as many
/// as the property usually takes.
[[nodiscard]] inline std::vector<std::uint64_t> seeds(std::uint64_t usual) {
  const std::uint64_t often = usual * from_environment("KEYWRIGHT_TIMES", 1);
  std::vector<std::uint64_t> all(from_environment("KEYWRIGHT_RUNS", often));
  std::iota(all.begin(), all.end(), from_environment("KEYWRIGHT_SEED", 1));
  return all;
}

/// What a failure says of itself.
[[nodiscard]] inline std::string repeat(std::uint64_t seed) {
  return "KEYWRIGHT_SEED=" + std::to_string(seed) + " KEYWRIGHT_RUNS=1 repeats it; ";
}

}  // namespace keywright::property
