#pragma once
// Exclusive use of items for a read-modify-write, by the stripes their partitions belong to.

#include "engine/table_state.hpp"

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <vector>

namespace keywright::engine {

/// The stripes of several items. Add all of them, then lock once: in one order for everybody, so
/// that no two requests wait for each other. Unlocks when it goes. For one item, a lock_guard on
/// its stripe does.
class WriteGuard {
 public:
  WriteGuard() = default;
  WriteGuard(const WriteGuard&) = delete;
  WriteGuard& operator=(const WriteGuard&) = delete;
  ~WriteGuard();

  void add(Table& table, std::uint64_t partition_hash) {
    stripes_.push_back({&table, Table::stripe_of(partition_hash)});
  }
  void lock();

 private:
  struct Stripe {
    Table* table;
    std::size_t index;
  };
  std::vector<Stripe> stripes_;
  bool locked_ = false;
};

}  // namespace keywright::engine
