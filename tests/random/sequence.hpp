#pragma once
// Calls in a row, on an engine with faults before it and on the oracle; and what they differ in.

#include "proven_model.hpp"
#include "totals.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace keywright::random_proof {

/// The first difference, told for people; nullopt: there is none.
[[nodiscard]] std::optional<std::string> run_sequence(const ProvenModel& model, std::uint64_t seed,
                                                      std::size_t calls, Totals& totals);

}  // namespace keywright::random_proof
