// Filling a new global index from the items that are there already, while the table is in use.

#include "engine/engine_impl.hpp"
#include "engine/index_entry.hpp"

#include <mutex>
#include <string>

namespace keywright {
namespace {

using namespace engine;

constexpr std::size_t kItemsPerRead = 1000;

/// Puts one item into the index as it stands now, unless a writer has done so: writers keep the
/// index from the moment it is in the table's list.
void fill(Table& table, Index& index, const EntryKey& key, storage::Store& store) {
  const std::lock_guard lock(table.stripe(Table::stripe_of(key.hash)));
  const auto item = table.tree->get(key.position());
  if (!item) return;
  const auto entry = index_entry_key(index.keys, key, *item);
  if (!entry || index.tree->get(entry->position())) return;
  storage::Batch batch;
  batch.put(*index.tree, entry->position(), project(index, *item));
  index.size.change(0, projected_size(index, *item));
  store.apply(batch);
}

}  // namespace

void Engine::Impl::backfill(engine::Table& table, engine::Index& index) {
  EntryKey last;
  for (bool more = true; more;) {
    storage::RangeRead range;
    range.lower = last.position();
    range.max_items = kItemsPerRead;
    const storage::Page page = table.tree->read(range);
    for (const Item& item : page.items) {
      // An item of the tree has its key: it was stored under it.
      last = *table_entry_key(table.keys, item);
      fill(table, index, last, *store_);
    }
    last.bytes.push_back('\0');  // the least key after it
    more = !page.exhausted;
  }
  index.backfilling = false;
}

}  // namespace keywright
