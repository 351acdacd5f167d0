#include "engine/table_state.hpp"

#include <algorithm>

namespace keywright::engine {

void LiveSize::change(std::size_t bytes_before, std::size_t bytes_after) {
  const auto count = [](std::size_t size) { return static_cast<std::int64_t>(size != 0); };
  if (const std::int64_t more = count(bytes_after) - count(bytes_before); more != 0) {
    items.fetch_add(more, std::memory_order_relaxed);
  }
  if (bytes_after != bytes_before) {
    bytes.fetch_add(
        static_cast<std::int64_t>(bytes_after) - static_cast<std::int64_t>(bytes_before),
        std::memory_order_relaxed);
  }
}

bool Index::projects(std::string_view attribute) const {
  return projects_all() || std::binary_search(projected.begin(), projected.end(), attribute);
}

IndexStatus Index::status(TimePoint now) const {
  return backfilling ? IndexStatus::creating : phase.at(now);
}

Index* Table::find_index(std::string_view index_name) const {
  for (const auto& index : indexes) {
    if (index->name == index_name) return index.get();
  }
  return nullptr;
}

bool Table::has_local_index() const {
  return !indexes.empty() && !indexes.front()->global;
}

bool Table::serves_items() const {
  switch (phase.status) {
    case TableStatus::active:
    case TableStatus::updating:
      return true;
    case TableStatus::creating:
      return clock() >= phase.until;
    case TableStatus::deleting:
    case TableStatus::other:
      return false;
  }
  return false;
}

const Index* Table::busy_index(std::string_view except, TimePoint now) const {
  for (const auto& index : indexes) {
    if (index->name != except && index->status(now) == IndexStatus::creating) return index.get();
  }
  for (const auto& index : deleting) {
    if (!index->phase.is_gone(now)) return index.get();
  }
  return nullptr;
}

namespace {

/// What a copied tree does not show yet goes to the copy. Null: there is nothing late.
std::shared_ptr<LateTree> copy_of(const std::shared_ptr<LateTree>& late,
                                  const std::shared_ptr<storage::Tree>& tree) {
  return late ? std::make_shared<LateTree>(*late, tree) : nullptr;
}

std::shared_ptr<LateTree> copy_with_tree(const std::shared_ptr<LateTree>& late) {
  return late ? copy_of(late, late->tree()->copy()) : nullptr;
}

}  // namespace

// What is a plain member comes along by itself; what stands behind a pointer is copied here.
std::shared_ptr<Table> copy_of(const Table& table) {
  const std::shared_ptr<Table> copy(new Table(table));
  copy->tree = table.tree->copy();
  copy->late = copy_with_tree(table.late);
  for (auto& index : copy->indexes) {
    index = std::make_shared<Index>(*index);
    index->tree = index->tree->copy();
    index->late = index->global ? copy_of(index->late, index->tree) : copy_with_tree(index->late);
  }
  return copy;
}

}  // namespace keywright::engine
