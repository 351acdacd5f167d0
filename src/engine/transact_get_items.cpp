#include "core/errors.hpp"
#include "engine/capacity_meter.hpp"
#include "engine/engine_impl.hpp"
#include "engine/plan_projection.hpp"
#include "engine/transact.hpp"
#include "engine/transaction.hpp"
#include "engine/validation.hpp"

#include <utility>
#include <vector>

namespace keywright {
namespace {

using namespace engine;

Result<std::vector<TransactRead>> plan_gets(const TransactGetItemsRequest& request) {
  if (auto checked = check_action_count(request.transact_items.size()); !checked) {
    return std::move(checked).error();
  }
  std::vector<TransactRead> gets;
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

Result<EntryKey> locate_get(const TransactRead& get) {
  if (auto checked = check_values(*get.key); !checked) return std::move(checked).error();
  return key_of_request(*get.table, *get.key);
}

Result<void> find_entries(const Catalogue::Reader& reader, std::vector<TransactRead>& gets) {
  for (TransactRead& get : gets) {
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

std::vector<std::optional<Item>> items_of(const storage::Store& store,
                                          const std::vector<TransactRead>& gets) {
  std::vector<storage::Location> locations;
  locations.reserve(gets.size());
  for (const TransactRead& get : gets)
    locations.push_back({get.table->tree.get(), get.entry->position()});
  return store.get_together(locations);
}

}  // namespace

Result<TransactGetItemsResponse> engine::read_together(std::vector<TransactRead>& reads,
                                                       const Catalogue::Reader& reader,
                                                       const storage::Store& store,
                                                       ReturnConsumedCapacity asked) {
  if (auto found = find_entries(reader, reads); !found) return std::move(found).error();
  TransactGetItemsResponse response;
  response.responses = items_of(store, reads);
  CapacityMeters meters;
  std::size_t total = 0;
  for (std::size_t i = 0; i < reads.size(); ++i) {
    const TransactRead& get = reads[i];
    auto& item = response.responses[i];
    const std::size_t size = item ? item->size_in_bytes() : 0;
    total += size;
    meters.of(*get.table).add_table_read(read_units(size, ReadKind::transactional));
    if (!item || !get.projection) continue;
    item = get.projection->apply(*item);
    if (item->empty()) item.reset();  // AWS leaves out what nothing was selected of
  }
  if (auto checked = check_transaction_size(total); !checked) return std::move(checked).error();
  response.consumed_capacity = meters.report(asked, true);
  return response;
}

Result<TransactGetItemsResponse> Engine::Impl::transact_get_items(
    const TransactGetItemsRequest& request) {
  auto reads = plan_gets(request);
  if (!reads) return std::move(reads).error();
  return read_together(*reads, catalogue_.read(), *store_, request.return_consumed_capacity);
}

}  // namespace keywright
