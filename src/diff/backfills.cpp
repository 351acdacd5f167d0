#include "diff/backfills.hpp"

#include "cost/population.hpp"
#include "plan/capacity.hpp"
#include "plan/size.hpp"

#include <cmath>

namespace keywright::diff {
namespace {

constexpr double million = 1e6;

double entry_units(const ModelSide& side, std::size_t entity, const plan::EntityKey& key) {
  if (!key.index) return 0;
  const auto size = plan::entry_size(side.model, side.model.entities[entity], *key.index);
  return plan::write_units(size.avg) * cost::entry_share(side.model.entities[entity], key).share;
}

double class_factor(const model::Table& table, const cost::Prices& prices) {
  return *table.table_class == model::TableClass::infrequent_access ? prices.infrequent_requests
                                                                    : 1;
}

// Null if no item of the entity is in the index.
const plan::EntityKey* key_in(const ModelSide& side, std::size_t entity, std::size_t index) {
  for (const auto& key : side.plan.keys[entity].indexes) {
    if (key.index == index) return &key;
  }
  return nullptr;
}

// One is written, or one put and another deleted.
double writes_of(Pass pass) {
  return pass == Pass::rewrite || pass == Pass::other_sentinels ? 2 : 1;
}

}  // namespace

Backfill Backfills::of(Pass pass, std::size_t entity, double index_units, Share share) const {
  const auto& model = before_.model;
  const auto& size = before_.plan.item_sizes[entity];
  Backfill made;
  made.pass = pass;
  made.entity = model.entities[entity].name;
  // A sentinel is small, and in no index.
  const bool is_of_sentinels = are_sentinels(pass);
  made.item_units = writes_of(pass) * (is_of_sentinels ? 1 : plan::write_units(size.avg));
  made.index_units = is_of_sentinels ? 0 : index_units;
  made.estimated = size.estimated;
  made.at_most = share.at_most;
  const auto* table = model.table_of(model.entities[entity]);
  if (table == nullptr) return made;
  made.table = table->label;
  made.items = cost::items_of(model, before_.plan, before_.traffic, entity);
  if (made.items) made.items = std::ceil(*made.items * share.part);
  made.dollars = made.units() * prices_.on_demand.write / million * class_factor(*table, prices_);
  return made;
}

double Backfills::all_entries(std::size_t old_entity) const {
  double units = 0;
  for (const auto& key : before_.plan.keys[old_entity].indexes) {
    units += entry_units(before_, old_entity, key);
  }
  return units;
}

double Backfills::entries_with(std::size_t new_entity, const model::Field& field) const {
  const auto& keys = after_.plan.keys[new_entity];
  const auto* table = after_.model.table_of(after_.model.entities[new_entity]);
  double units = 0;
  for (const auto& key : keys.indexes) {
    if (table == nullptr || !plan::is_projected(*table, keys, key.index, field)) continue;
    units += entry_units(after_, new_entity, key);
  }
  return units;
}

double Backfills::new_entry(std::size_t new_entity, const plan::EntityKey& key) const {
  return entry_units(after_, new_entity, key);
}

double Backfills::old_entry(std::size_t old_entity, const plan::EntityKey& key) const {
  return entry_units(before_, old_entity, key);
}

std::optional<ScanCost> scan_cost(const ModelSide& side, std::size_t table,
                                  const cost::Prices& prices, std::optional<std::size_t> index) {
  constexpr double block = 4096;
  const auto& definition = side.model.tables[table];
  double bytes = 0;
  for (std::size_t i = 0; i < side.model.entities.size(); ++i) {
    const auto& entity = side.model.entities[i];
    if (entity.table.index != table) continue;
    const auto* key = index ? key_in(side, i, *index) : nullptr;
    if (index && key == nullptr) continue;
    const auto items = cost::items_of(side.model, side.plan, side.traffic, i);
    if (!items) return std::nullopt;
    bytes += key == nullptr ? *items * side.plan.item_sizes[i].avg
                            : *items * cost::entry_share(entity, *key).share *
                                  plan::entry_size(side.model, entity, *index).avg;
  }
  const double units = std::ceil(bytes / block) * 0.5;
  return ScanCost{units, units * prices.on_demand.read / million * class_factor(definition, prices),
                  index ? "index " + definition.indexes[*index].name : definition.name};
}

bool has_all_items(const ModelSide& side, std::size_t entity, std::size_t index, Pass pass) {
  const auto& definition = side.model.entities[entity];
  const auto* key = key_in(side, entity, index);
  const auto* table = side.model.table_of(definition);
  if (key == nullptr || table == nullptr) return false;
  const auto share = cost::entry_share(definition, *key);
  if (share.guessed || share.share < 1) return false;
  // What is written comes from any of the fields; the key that is to be deleted is in every entry.
  return pass == Pass::deletion ||
         table->indexes[index].projection.kind == model::ProjectionKind::all;
}

}  // namespace keywright::diff
