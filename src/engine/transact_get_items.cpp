#include "core/errors.hpp"
#include "engine/capacity_meter.hpp"
#include "engine/engine_impl.hpp"
#include "engine/plan_projection.hpp"
#include "engine/transaction.hpp"
#include "engine/validation.hpp"

#include <utility>
#include <vector>

namespace keywright {
namespace {

using namespace engine;

struct Get {
  std::string_view table_name;
  const Key* key = nullptr;
  std::optional<expression::Projection> projection;
  Table* table = nullptr;
  std::optional<EntryKey> entry;
};

Result<std::vector<Get>> plan_gets(const TransactGetItemsRequest& request) {
  if (auto checked = check_action_count(request.transact_items.size()); !checked) {
    return std::move(checked).error();
  }
  std::vector<Get> gets;
  gets.reserve(request.transact_items.size());
  for (const TransactGet& get : request.transact_items) {
    const auto name = table_name_of(get.table_name);
    if (!name) return name.error();
    auto projection = plan_projection(get.projection_expression, get.expression_attribute_names);
    if (!projection) return std::move(projection).error();
    gets.push_back({*name, &get.key, *std::move(projection), nullptr, {}});
  }
  return gets;
}

Result<EntryKey> locate_get(const Get& get) {
  if (auto checked = check_values(*get.key); !checked) return std::move(checked).error();
  return key_of_request(*get.table, *get.key);
}

Result<void> find_entries(const Catalogue::Reader& reader, std::vector<Get>& gets) {
  for (Get& get : gets) {
    const auto table = reader.require(get.table_name);
    if (!table) return table.error();
    get.table = *table;
  }
  CancellationReasons reasons(gets.size());
  DistinctEntries entries;
  for (std::size_t i = 0; i < gets.size(); ++i) {
    auto entry = locate_get(gets[i]);
    if (!entry) {
      reasons.add(i, std::move(entry).error());
      continue;
    }
    gets[i].entry = *std::move(entry);
    entries.add(*gets[i].table, *gets[i].entry);
  }
  if (auto distinct = entries.check(); !distinct) return distinct;
  return std::move(reasons).result();
}

std::vector<std::optional<Item>> read_together(const storage::Store& store,
                                               const std::vector<Get>& gets) {
  std::vector<storage::Location> locations;
  locations.reserve(gets.size());
  for (const Get& get : gets) locations.push_back({get.table->tree.get(), get.entry->position()});
  return store.get_together(locations);
}

}  // namespace

Result<TransactGetItemsResponse> Engine::Impl::transact_get_items(
    const TransactGetItemsRequest& request) {
  auto gets = plan_gets(request);
  if (!gets) return std::move(gets).error();
  const auto reader = catalogue_.read();
  if (auto found = find_entries(reader, *gets); !found) return std::move(found).error();

  TransactGetItemsResponse response;
  response.responses = read_together(*store_, *gets);
  CapacityMeters meters;
  std::size_t total = 0;
  for (std::size_t i = 0; i < gets->size(); ++i) {
    const Get& get = (*gets)[i];
    auto& item = response.responses[i];
    const std::size_t size = item ? item->size_in_bytes() : 0;
    total += size;
    meters.of(*get.table).add_table_read(read_units(size, ReadKind::transactional));
    if (!item || !get.projection) continue;
    item = get.projection->apply(*item);
    if (item->empty()) item.reset();  // AWS leaves out what nothing was selected of
  }
  if (auto checked = check_transaction_size(total); !checked) return std::move(checked).error();
  response.consumed_capacity = meters.report(request.return_consumed_capacity, true);
  return response;
}

}  // namespace keywright
