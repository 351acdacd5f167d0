#pragma once

// The rows of the catalogue, one file of rows per family.

#include "check/rule.hpp"

#include <span>

namespace keywright::check {

[[nodiscard]] std::span<const Rule> access_pattern_rules();
[[nodiscard]] std::span<const Rule> key_rules();
[[nodiscard]] std::span<const Rule> index_rules();
[[nodiscard]] std::span<const Rule> write_rules();
[[nodiscard]] std::span<const Rule> ttl_rules();
[[nodiscard]] std::span<const Rule> size_rules();
[[nodiscard]] std::span<const Rule> hot_rules();
[[nodiscard]] std::span<const Rule> capacity_rules();
[[nodiscard]] std::span<const Rule> target_rules();
[[nodiscard]] std::span<const Rule> table_rules();
[[nodiscard]] std::span<const Rule> evolution_rules();
[[nodiscard]] std::span<const Rule> name_rules();
[[nodiscard]] std::span<const Rule> generator_rules();
[[nodiscard]] std::span<const Rule> waiver_rules();

}  // namespace keywright::check
