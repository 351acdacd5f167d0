#pragma once

// What the functions of an access pattern send, as the permissions that they need: the action, the
// table or index, and which partition keys they reach. Pure.
//
// Also what the runtime sends beside the request of a pattern: the sentinels that keep values
// unique, and the removal of an expired item that stands in the way of an upsert.

#include "model/ir.hpp"
#include "plan/plan.hpp"

#include <compare>
#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <string_view>

namespace keywright::infrastructure {

struct Grant {
  std::size_t table = 0;             // into Model::tables
  std::optional<std::size_t> index;  // into Table::indexes
  std::string_view action;           // "GetItem"; of a transaction, those of its parts
  // All partition keys it reaches, as a pattern of StringLike: JOB#*. nullopt: nothing is known of
  // them, or they are those of a global index.
  std::optional<std::string> leading_key{};

  friend auto operator<=>(const Grant&, const Grant&) = default;
};

[[nodiscard]] std::set<Grant> grants_of(const model::Model& model, const plan::Plan& plan,
                                        const plan::PatternPlan& pattern);

// Text of a key, of which IAM is to take every character as it is.
[[nodiscard]] std::string like_text(std::string_view text);

}  // namespace keywright::infrastructure
