#pragma once

// How many items of each entity a table holds once it has run for a while.

#include "cost/traffic.hpp"
#include "model/ir.hpp"
#include "plan/plan.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace keywright::cost {

// From `count`, from `per_parent` and its parent, or from how often items are written and how long
// they live. Nullopt: the model does not say.
[[nodiscard]] std::optional<double> items_of(const model::Model& model, const plan::Plan& plan,
                                             const std::vector<Traffic>& traffic,
                                             std::size_t entity);

// Which part of an entity's items is in an index: those with all components, and of which `when`
// holds. Where the model does not say, optional fields count half, and the values of an enum alike.
struct EntryShare {
  double share = 1;
  bool guessed = false;
};
[[nodiscard]] EntryShare entry_share(const model::Entity& entity, const plan::EntityKey& key);

}  // namespace keywright::cost
