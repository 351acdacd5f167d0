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
                                  const cost::Prices& prices) {
  constexpr double block = 4096;
  double bytes = 0;
  for (std::size_t i = 0; i < side.model.entities.size(); ++i) {
    if (side.model.entities[i].table.index != table) continue;
    const auto items = cost::items_of(side.model, side.plan, side.traffic, i);
    if (!items) return std::nullopt;
    bytes += *items * side.plan.item_sizes[i].avg;
  }
  const double units = std::ceil(bytes / block) * 0.5;
  return ScanCost{units, units * prices.on_demand.read / million *
                             class_factor(side.model.tables[table], prices)};
}

}  // namespace keywright::diff
