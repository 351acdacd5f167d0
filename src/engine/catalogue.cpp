#include "engine/catalogue.hpp"

#include "core/errors.hpp"
#include "engine/table_schema.hpp"

#include <atomic>

namespace keywright::engine {
namespace {

/// Spreads threads over the slots in turn. It only balances load: nothing depends on who gets
/// which.
std::size_t slot_of_this_thread(std::size_t slots) {
  static std::atomic<std::size_t> threads = 0;
  thread_local const std::size_t number = threads.fetch_add(1, std::memory_order_relaxed);
  return number % slots;
}

bool is_gone(const Table& table) {
  return table.phase.status == TableStatus::deleting && table.phase.is_gone(table.clock());
}

}  // namespace

Catalogue::Reader::Reader(const Catalogue& catalogue)
    : catalogue_(&catalogue), lock_(catalogue.slots_[slot_of_this_thread(kSlots)].mutex) {}

Result<Table*> Catalogue::Reader::require(std::string_view name) const {
  const auto found = catalogue_->tables_.find(name);
  if (found == catalogue_->tables_.end() || !found->second->serves_items()) {
    return errors::not_found();
  }
  return found->second.get();
}

Result<Table*> Catalogue::Reader::require_table(std::string_view name) const {
  const auto found = catalogue_->tables_.find(name);
  if (found == catalogue_->tables_.end() || is_gone(*found->second)) return table_not_found(name);
  return found->second.get();
}

Result<Index*> Catalogue::Reader::require_index(const Table& table, std::string_view name) {
  Index* index = table.find_index(name);
  if (index == nullptr) {
    return errors::validation("The table does not have the specified index: " + std::string(name));
  }
  if (index->backfilling || (index->phase.status == IndexStatus::creating &&
                             index->status(table.clock()) == IndexStatus::creating)) {
    return errors::validation("Cannot read from backfilling global secondary index: " +
                              std::string(name));
  }
  return index;
}

Catalogue::Writer::Writer(Catalogue& catalogue) : catalogue_(&catalogue) {
  for (std::size_t i = 0; i < kSlots; ++i) {
    locks_[i] = std::unique_lock(catalogue.slots_[i].mutex);
  }
  sweep();
}

Result<std::shared_ptr<Table>> Catalogue::Writer::require_table(std::string_view name) const {
  const auto found = catalogue_->tables_.find(name);
  if (found == catalogue_->tables_.end()) return table_not_found(name);
  return found->second;
}

void Catalogue::Writer::sweep() {
  std::erase_if(catalogue_->tables_, [this](const auto& entry) {
    if (!is_gone(*entry.second)) return false;
    swept_.push_back(entry.second);
    return true;
  });
}

}  // namespace keywright::engine
