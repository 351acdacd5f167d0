#pragma once

// What it takes to write the items that are there, from the numbers of the old model. Pure.

#include "cost/prices.hpp"
#include "diff/change.hpp"
#include "diff/model_side.hpp"
#include "plan/key.hpp"

#include <cstddef>
#include <optional>
#include <string>

namespace keywright::diff {

// Of an entity's items, those that are concerned.
struct Share {
  double part = 1;
  bool at_most = false;  // it cannot be told; `part` is a guess
};

class Backfills {
 public:
  Backfills(const ModelSide& before, const ModelSide& after, const cost::Prices& prices)
      : before_(before), after_(after), prices_(prices) {}

  // Of an entity of the old model; `index_units` are those per item.
  [[nodiscard]] Backfill of(Pass pass, std::size_t entity, double index_units,
                            Share share = {}) const;

  // Per item: of its entries in all indexes; of those that have the attribute of a field; of one.
  [[nodiscard]] double all_entries(std::size_t old_entity) const;
  [[nodiscard]] double entries_with(std::size_t new_entity, const model::Field& field) const;
  [[nodiscard]] double new_entry(std::size_t new_entity, const plan::EntityKey& key) const;
  [[nodiscard]] double old_entry(std::size_t old_entity, const plan::EntityKey& key) const;

 private:
  const ModelSide& before_;
  const ModelSide& after_;
  const cost::Prices& prices_;
};

// What a Scan of the table or of one of its indexes reads, and what that costs: eventually
// consistent. Absent if the model does not say how many items there are of each entity in it.
struct ScanCost {
  double units = 0;
  double dollars = 0;
  std::string of;  // "app-table", "index gsi1"
};
[[nodiscard]] std::optional<ScanCost> scan_cost(const ModelSide& side, std::size_t table,
                                                const cost::Prices& prices,
                                                std::optional<std::size_t> index = {});
// Whether a Scan of the index meets every item of the entity, with all that the pass needs of it.
[[nodiscard]] bool has_all_items(const ModelSide& side, std::size_t entity, std::size_t index,
                                 Pass pass);

}  // namespace keywright::diff
