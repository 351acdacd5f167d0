#include "core/errors.hpp"
#include "engine/engine_impl.hpp"
#include "engine/write.hpp"

#include <algorithm>
#include <mutex>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace keywright {
namespace {

using namespace engine;

// 25 items of 400 KB stay below 16 MB, so that nothing is ever left unprocessed.
constexpr std::size_t kMaxWrites = 25;

struct Write {
  WritePlan plan;
  Table* table = nullptr;
  EntryKey key;
};

Result<void> check_counts(const BatchWriteItemRequest& request) {
  if (request.request_items.empty()) {
    return errors::validation(
        "1 validation error detected: Value '{}' at 'requestItems' failed to satisfy constraint: "
        "Member must have length greater than or equal to 1");
  }
  std::size_t total = 0;
  for (const auto& [name, writes] : request.request_items) {
    if (writes.empty() || writes.size() > kMaxWrites) {
      return errors::validation("1 validation error detected: Value '{" + name +
                                (writes.empty() ? "=[]" : "=[...]") +
                                "}' at 'requestItems' failed to satisfy constraint: Map value must "
                                "satisfy constraint: [Member must have length less than or equal "
                                "to 25, Member must have length greater than or equal to 1]");
    }
    total += writes.size();
  }
  if (total <= kMaxWrites) return {};
  return errors::validation("Too many items requested for the BatchWriteItem call");
}

Result<std::vector<Write>> plan_writes(const BatchWriteItemRequest& request) {
  if (auto checked = check_counts(request); !checked) return std::move(checked).error();
  std::vector<Write> writes;
  writes.reserve(kMaxWrites);
  for (const auto& [name, requests] : request.request_items) {
    for (const WriteRequest& write : requests) {
      const auto* put = std::get_if<PutRequest>(&write);
      auto plan = put != nullptr
                      ? plan_batch_write(name, WriteKind::put, put->item)
                      : plan_batch_write(name, WriteKind::remove, std::get<1>(write).key);
      if (!plan) return std::move(plan).error();
      writes.push_back({*std::move(plan), nullptr, {}});
    }
  }
  return writes;
}

Result<void> check_distinct(const std::vector<Write>& writes) {
  std::vector<const Write*> sorted;
  for (const Write& write : writes) sorted.push_back(&write);
  const auto place = [](const Write* write) {
    return std::tie(write->table->number, write->key.hash, write->key.bytes);
  };
  std::sort(sorted.begin(), sorted.end(),
            [&](const Write* a, const Write* b) { return place(a) < place(b); });
  const auto twice =
      std::adjacent_find(sorted.begin(), sorted.end(),
                         [&](const Write* a, const Write* b) { return place(a) == place(b); });
  if (twice == sorted.end()) return {};
  return errors::validation("Provided list of item keys contains duplicates");
}

Result<void> find_places(const Catalogue::Reader& reader, std::vector<Write>& writes) {
  for (Write& write : writes) {
    const auto table = reader.require(write.plan.table_name);
    if (!table) return table.error();
    write.table = *table;
  }
  for (Write& write : writes) {
    auto key = locate(*write.table, write.plan);
    if (!key) return std::move(key).error();
    write.key = *std::move(key);
  }
  return check_distinct(writes);
}

}  // namespace

Result<BatchWriteItemResponse> Engine::Impl::batch_write_item(
    const BatchWriteItemRequest& request) {
  auto writes = plan_writes(request);
  if (!writes) return std::move(writes).error();
  const auto reader = catalogue_.read();
  if (auto found = find_places(reader, *writes); !found) return std::move(found).error();

  BatchWriteItemResponse response;
  CapacityMeters meters;
  Changes changes;
  // All that could be wrong is known by now: one write after the other, each by itself.
  for (const auto& [plan, table, key] : *writes) {
    const std::lock_guard lock(table->stripe(Table::stripe_of(key.hash)));
    const auto outcome = evaluate(*table, plan, table->tree->get(key.position()));
    if (!outcome) return outcome.error();
    stage(*table, key, *outcome, changes, meters.of(*table));
    changes.apply(*store_, options_.clock);
    add_item_collection_metrics(response.item_collection_metrics, *table, *plan.item,
                                request.return_item_collection_metrics);
  }
  response.consumed_capacity = meters.report(request.return_consumed_capacity);
  return response;
}

}  // namespace keywright
