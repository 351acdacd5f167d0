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

Index* Table::find_index(std::string_view index_name) const {
  for (const auto& index : indexes) {
    if (index->name == index_name) return index.get();
  }
  return nullptr;
}

bool Table::has_local_index() const {
  return !indexes.empty() && !indexes.front()->global;
}

}  // namespace keywright::engine
