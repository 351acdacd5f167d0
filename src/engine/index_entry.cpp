#include "engine/index_entry.hpp"

namespace keywright::engine {

Item project(const Index& index, const Item& item) {
  return index.projects_all() ? item : item.with_only(index.projected);
}

std::size_t projected_size(const Index& index, const Item& item) {
  if (index.projects_all()) return item.size_in_bytes();
  std::size_t size = 0;
  for (const auto& name : index.projected) {
    if (const auto value = item.find(name)) size += name.size() + value->size_in_bytes();
  }
  return size;
}

bool same_projection(const Index& index, const Item& a, const Item& b) {
  if (index.projects_all()) return a == b;
  for (const auto& name : index.projected) {
    if (a.find(name) != b.find(name)) return false;
  }
  return true;
}

}  // namespace keywright::engine
