#pragma once
// A tree that shows changes some time after they were made: how global indexes and eventually
// consistent reads lag behind (EngineOptions::index_lag, read_lag).
//
// Owned by its table or index; thread-safe. Changes of one entry are to be added one after the
// other, so under the stripe of their item; they show in that order. Whoever reads catches up
// first: no thread is needed.

#include "engine/keys.hpp"
#include "storage/storage.hpp"
#include <keywright/clock.hpp>
#include <keywright/item.hpp>

#include <atomic>
#include <chrono>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>

namespace keywright::engine {

class LateTree {
 public:
  LateTree(std::shared_ptr<storage::Tree> tree, std::chrono::milliseconds lag)
      : tree_(std::move(tree)), lag_(lag) {}
  /// A copy of what is not shown yet, for a copy of the tree, while nobody changes `other`.
  LateTree(const LateTree& other, std::shared_ptr<storage::Tree> tree);

  /// `item`: nullopt removes the entry.
  void add(TimePoint now, EntryKey at, std::optional<Item> item, storage::Store& store);
  /// The tree with all that is due.
  [[nodiscard]] const storage::Tree& at(TimePoint now, storage::Store& store);
  [[nodiscard]] const std::shared_ptr<storage::Tree>& tree() const { return tree_; }

 private:
  struct Change {
    TimePoint due;
    EntryKey at;
    std::optional<Item> item;
  };
  /// Under mutex_.
  void show_due(TimePoint now, storage::Store& store);

  std::shared_ptr<storage::Tree> tree_;
  std::chrono::milliseconds lag_;
  std::mutex mutex_;            ///< taken after stripes, before the locks of storage
  std::deque<Change> changes_;  ///< under mutex_, by time
  std::atomic<TimePoint> next_due_ = TimePoint::max();
};

/// What a read sees: the newest, or what an eventually consistent one may see of it. `late`: null
/// where nothing lags.
[[nodiscard]] inline const storage::Tree& seen(const std::shared_ptr<storage::Tree>& newest,
                                               const std::shared_ptr<LateTree>& late,
                                               bool consistent_read, const Clock& clock,
                                               storage::Store& store) {
  return late == nullptr || consistent_read ? *newest : late->at(clock(), store);
}

}  // namespace keywright::engine
