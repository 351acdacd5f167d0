#include "engine/late_tree.hpp"

#include <algorithm>
#include <utility>

namespace keywright::engine {
namespace {

/// A batch holds the locks of all that it changes.
constexpr std::size_t kChangesPerBatch = 100;

}  // namespace

LateTree::LateTree(const LateTree& other, std::shared_ptr<storage::Tree> tree)
    : tree_(std::move(tree)),
      lag_(other.lag_),
      changes_(other.changes_),
      next_due_(other.next_due_.load()) {}

void LateTree::add(TimePoint now, EntryKey at, std::optional<Item> item, storage::Store& store) {
  const std::lock_guard lock(mutex_);
  show_due(now, store);  // so that they do not pile up where nobody reads
  TimePoint due = now + lag_;
  // A clock that was set back makes changes later, not the queue lose its order.
  if (!changes_.empty()) due = std::max(due, changes_.back().due);
  changes_.push_back({due, std::move(at), std::move(item)});
  next_due_ = changes_.front().due;
}

const storage::Tree& LateTree::at(TimePoint now, storage::Store& store) {
  if (now >= next_due_.load()) {
    const std::lock_guard lock(mutex_);
    show_due(now, store);
  }
  return *tree_;
}

void LateTree::show_due(TimePoint now, storage::Store& store) {
  storage::Batch batch;
  while (!changes_.empty() && changes_.front().due <= now) {
    for (std::size_t i = 0; i < kChangesPerBatch; ++i) {
      if (changes_.empty() || changes_.front().due > now) break;
      Change& change = changes_.front();
      if (change.item) {
        batch.put(*tree_, change.at.position(), *std::move(change.item));
      } else {
        batch.erase(*tree_, change.at.position());
      }
      changes_.pop_front();
    }
    store.apply(batch);
  }
  // Only now: who finds nothing due does not wait for this, and must find it in the tree.
  next_due_ = changes_.empty() ? TimePoint::max() : changes_.front().due;
}

}  // namespace keywright::engine
