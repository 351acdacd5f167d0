// stage: the entries of table and indexes that a write changes, its stream record, sizes and cost.

#include "engine/index_entry.hpp"
#include "engine/write.hpp"

#include <algorithm>
#include <utility>

namespace keywright::engine {
namespace {

std::size_t size_of(const Item* item) {
  return item != nullptr ? item->size_in_bytes() : 0;
}

/// Puts or removes an entry of an index, now, later, or now for strong reads and later for others.
void change_entry(Index& index, const EntryKey& at, std::optional<Item> item, Changes& changes) {
  // Backfilling decides by what the tree holds. Nobody reads it meanwhile.
  const bool only_late = index.late && index.global && !index.backfilling;
  if (index.late && (only_late || !index.global)) changes.add_late(*index.late, at, item);
  if (only_late) return;
  if (item) {
    changes.entries().put(*index.tree, at.position(), *std::move(item));
  } else {
    changes.entries().erase(*index.tree, at.position());
  }
}

/// Changes the entry of one index, where there is something to change.
void stage_index(const EntryKey& key, Index& index, const Item* before, const Item* after,
                 Changes& changes, CapacityMeter& meter) {
  const auto none = std::optional<EntryKey>();
  auto from = before != nullptr ? index_entry_key(index.keys, key, *before) : none;
  // A new index may not have been filled up to this item yet.
  if (from && index.backfilling && !index.tree->get(from->position())) from.reset();
  const auto to = after != nullptr ? index_entry_key(index.keys, key, *after) : none;
  if (!from && !to) return;
  const bool moved = from && to && *from != *to;
  if (from && to && !moved && same_projection(index, *before, *after)) return;

  const std::size_t size_before = from ? projected_size(index, *before) : 0;
  const std::size_t size_after = to ? projected_size(index, *after) : 0;
  if (from && (moved || !to)) change_entry(index, *from, std::nullopt, changes);
  if (to) change_entry(index, *to, project(index, *after), changes);
  index.size.change(size_before, size_after);
  meter.add_index_write(index, index_write_units(size_before, size_after, moved));
}

}  // namespace

void stage(Table& table, const EntryKey& key, const WriteOutcome& outcome, Changes& changes,
           CapacityMeter& meter, double table_factor) {
  const Item* before = outcome.before ? &*outcome.before : nullptr;
  const Item* after = outcome.after ? &*outcome.after : nullptr;
  meter.add_table_write(write_units(size_of(before), size_of(after)) * table_factor);
  if (outcome.changes_nothing()) return;
  storage::Batch& batch = changes.entries();
  if (after != nullptr) {
    batch.put(*table.tree, key.position(), *after);
  } else {
    batch.erase(*table.tree, key.position());
  }
  if (table.late) changes.add_late(*table.late, key, outcome.after);
  table.size.change(size_of(before), size_of(after));
  for (const auto& index : table.indexes) {
    stage_index(key, *index, before, after, changes, meter);
  }
  if (table.stream) {
    changes.record(*table.stream, {key.hash, outcome.before.value_or(Item()),
                                   outcome.after.value_or(Item()), outcome.expired});
  }
}

std::optional<ItemCollectionMetrics> item_collection_metrics(const Table& table,
                                                             const Item& key_or_item,
                                                             ReturnItemCollectionMetrics asked) {
  if (asked == ReturnItemCollectionMetrics::none || !table.has_local_index()) return std::nullopt;
  ItemBuilder key;
  for (const KeyAttribute& attribute : table.keys.partition) {
    if (const auto value = key_or_item.find(attribute.name)) key.set(attribute.name, *value);
  }
  ItemCollectionMetrics metrics;
  metrics.item_collection_key = key.build();
  return metrics;
}

void add_item_collection_metrics(
    std::map<std::string, std::vector<ItemCollectionMetrics>>& by_table, const Table& table,
    const Item& key_or_item, ReturnItemCollectionMetrics asked) {
  auto metrics = item_collection_metrics(table, key_or_item, asked);
  if (!metrics) return;
  auto& known = by_table[table.name];
  if (std::find(known.begin(), known.end(), *metrics) == known.end()) {
    known.push_back(*std::move(metrics));
  }
}

}  // namespace keywright::engine
