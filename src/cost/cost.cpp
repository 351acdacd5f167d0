#include "cost/cost.hpp"

#include "cost/population.hpp"
#include "cost/tables.hpp"
#include "plan/size.hpp"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

namespace keywright::cost {
namespace {

// DynamoDB: for its own use, with each item and each entry of an index.
constexpr double overhead = 100;

PatternCost pattern_cost(const model::Model& model, Traffic traffic, const Prices& prices) {
  PatternCost cost;
  const auto& table = model.tables[traffic.table];
  const bool infrequent = *table.table_class == model::TableClass::infrequent_access;
  const auto month = prices.month_on_demand();
  const double calls = traffic.calls.avg * (infrequent ? prices.infrequent_requests : 1);
  cost.reads = calls * traffic.read_units * month.read;
  cost.writes = calls * traffic.table_units * month.write;
  cost.indexes = calls * traffic.index_units() * month.write;
  cost.estimated = traffic.estimated;
  cost.operation = model::to_text(*model.access_patterns[traffic.pattern].operation);
  cost.traffic = std::move(traffic);
  return cost;
}

// The steps of a transaction in one table as one row, of the transaction.
std::vector<Traffic> by_pattern(const model::Model& model, const std::vector<Traffic>& traffic) {
  std::vector<Traffic> rows;
  for (const auto& each : traffic) {
    if (!each.step) {
      rows.push_back(each);
      continue;
    }
    const auto is_same = [&](const Traffic& row) {
      return row.step && row.pattern == each.pattern && row.table == each.table;
    };
    auto row = std::find_if(rows.begin(), rows.end(), is_same);
    if (row == rows.end()) {
      row = rows.insert(row, each);
      row->name = model.access_patterns[each.pattern].name;
      row->write.reset();
      row->among = 1;
      row->calls = {each.calls.avg * each.among, each.calls.peak * each.among};
      row->read_units = row->table_units = 0;
      row->indexes.clear();
    }
    row->read_units += each.read_units / each.among;
    row->table_units += each.table_units / each.among;
    row->estimated = row->estimated || each.estimated;
    for (auto index : each.indexes) {
      index.units /= each.among;
      row->indexes.push_back(index);
    }
  }
  return rows;
}

double storage_price(const model::Table& table, const Prices& prices) {
  const bool infrequent = *table.table_class == model::TableClass::infrequent_access;
  return prices.storage * (infrequent ? prices.infrequent_storage : 1) / prices.gigabyte;
}

// The item that keeps a value unique: its own key, and that of the owner in a list.
plan::Size sentinel_size(const model::Entity& entity, const plan::EntityKey& key,
                         const model::UniqueRule& rule) {
  constexpr std::string_view sort = "UNIQUE";
  constexpr std::string_view owner = "owner";
  constexpr double list_of_key = 3;
  const auto bytes = [](std::string_view text) { return static_cast<double>(text.size()); };
  plan::KeyAttribute sentinel;
  sentinel.name = key.partition.front().name;
  sentinel.parts.emplace_back().literal = "UNIQUE#" + entity.name + "#" + rule.name;
  for (const auto& field : rule.fields) {
    sentinel.parts.emplace_back().literal = "#";
    sentinel.parts.emplace_back().field = field.index;
  }
  auto size = plan::key_size(entity, sentinel);
  if (!key.sort.empty()) size.avg += bytes(key.sort.front().name) + bytes(sort);
  size.avg += bytes(owner) + list_of_key;
  for (const auto* attributes : {&key.partition, &key.sort}) {
    for (const auto& attribute : *attributes) {
      const auto value = plan::key_size(entity, attribute);
      size.avg += value.avg - bytes(attribute.name) + 1;  // as an element of the list
      size.estimated = size.estimated || value.estimated;
    }
  }
  if (entity.ttl && entity.ttl->field.resolved()) {
    size.avg += plan::field_size(entity.fields[entity.ttl->field.index]).avg;
  }
  return size;
}

void add_sentinels(const model::Entity& entity, const plan::EntityKey& key, double price,
                   const StorageCost& items, Report& report) {
  for (const auto& rule : entity.unique) {
    const auto is_resolved = [](const auto& field) { return field.resolved(); };
    if (!std::all_of(rule.fields.begin(), rule.fields.end(), is_resolved)) continue;
    const auto size = sentinel_size(entity, key, rule);
    auto kept = items;
    kept.unique = rule.name;
    kept.bytes = size.avg + overhead;
    kept.estimated = size.estimated;
    for (const auto& field : rule.fields) {
      if (!entity.fields[field.index].optional) continue;
      *kept.items /= 2;  // who has a value has a sentinel
      kept.estimated = true;
    }
    kept.dollars = kept.all_bytes() * price;
    report.storage.push_back(std::move(kept));
  }
}

void add_entity(const model::Model& model, const plan::Plan& plan,
                const std::vector<Traffic>& traffic, std::size_t position, Report& report) {
  const auto& entity = model.entities[position];
  const auto* table = model.table_of(entity);
  if (table == nullptr) return;
  const auto price = storage_price(*table, report.prices);
  const auto items = items_of(model, plan, traffic, position);
  const auto& size = plan.item_sizes[position];
  StorageCost stored;
  stored.entity = entity.name;
  stored.table = entity.table.index;
  stored.items = items;
  stored.bytes = size.avg + overhead;
  stored.estimated = size.estimated;
  stored.dollars = stored.all_bytes() * price;
  report.storage.push_back(stored);
  const auto& keys = plan.keys[position];
  if (items && keys.table) add_sentinels(entity, *keys.table, price, stored, report);
  for (const auto& key : keys.indexes) {
    const auto entry = plan::entry_size(model, entity, *key.index);
    const auto share = entry_share(entity, key);
    auto indexed = stored;
    indexed.index = table->indexes[*key.index].name;
    if (items) indexed.items = *items * share.share;
    indexed.bytes = entry.avg + overhead;
    indexed.estimated = entry.estimated || share.guessed;
    indexed.dollars = indexed.all_bytes() * price;
    report.storage.push_back(std::move(indexed));
  }
}

void add_notes(const model::Model& model, Report& report) {
  std::vector<std::string> without_average;
  std::vector<std::string> without_rate;
  for (const auto& pattern : model.access_patterns) {
    if (!pattern.rate.avg && !pattern.rate.peak) {
      without_rate.push_back(pattern.name);
    } else if (!pattern.rate.avg) {
      without_average.push_back(pattern.name);
    }
  }
  const auto all = model.access_patterns.size();
  if (!without_average.empty()) {
    report.notes.push_back(fmt::format(
        "{} of {} patterns have no average rate, and are counted at their peak: give rate: "
        "{{peak: .., avg: ..}}",
        without_average.size(), all));
  }
  for (const auto& name : without_rate) {
    report.notes.push_back(fmt::format("{} has no rate, and is left out", name));
  }
  for (const auto& stored : report.storage) {
    if (stored.items || !stored.index.empty() || !stored.unique.empty()) continue;
    report.notes.push_back(fmt::format(
        "nobody says how many {} there are, so its storage is left out: give it a count",
        stored.entity));
  }
  const auto guesses = [](const auto& row) { return row.estimated; };
  if (std::any_of(report.patterns.begin(), report.patterns.end(), guesses) ||
      std::any_of(report.storage.begin(), report.storage.end(), guesses)) {
    report.notes.emplace_back("~ marks what is computed from a size or number that is guessed");
  }
}

}  // namespace

double Report::total() const {
  double sum = 0;
  for (const auto& table : tables) sum += table.total();
  return sum;
}

Report cost_of(const model::Model& model, const plan::Plan& plan, const Prices& prices) {
  Report report;
  report.prices = prices;
  if (model.tables.empty()) return report;
  const auto traffic = traffic_of(model, plan);
  for (auto& row : by_pattern(model, traffic)) {
    report.patterns.push_back(pattern_cost(model, std::move(row), prices));
  }
  for (std::size_t i = 0; i < model.entities.size(); ++i) {
    add_entity(model, plan, traffic, i, report);
  }
  for (std::size_t i = 0; i < model.tables.size(); ++i) {
    double bytes = 0;
    double in_table = 0;
    for (const auto& stored : report.storage) {
      if (stored.table != i) continue;
      bytes += stored.all_bytes();
      if (stored.index.empty()) in_table += stored.all_bytes();
    }
    auto table = table_requests(model, traffic, i, prices);
    add_storage(model.tables[i], prices, bytes, in_table, table);
    report.tables.push_back(std::move(table));
  }
  add_notes(model, report);
  return report;
}

}  // namespace keywright::cost
