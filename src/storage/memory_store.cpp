// The store in memory: trees by id, and batches that hold the mutexes of all shards they touch.

#include "storage/memory_tree.hpp"
#include "storage/storage.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <tuple>
#include <utility>
#include <vector>

namespace keywright::storage {
namespace {

const MemoryTree& memory(const Tree& tree) {
  return static_cast<const MemoryTree&>(tree);
}
MemoryTree& memory(Tree& tree) {
  return static_cast<MemoryTree&>(tree);
}

/// The mutexes of several shards of several trees, taken in one order for everybody: by tree id,
/// then by shard.
template <class Lock>
class ShardLocks {
 public:
  explicit ShardLocks(std::size_t expected) { shards_.reserve(expected); }

  void add(const Tree& tree, std::uint64_t hash) {
    shards_.push_back({&memory(tree), MemoryTree::shard_of(hash)});
  }
  void lock() {
    std::sort(shards_.begin(), shards_.end());
    shards_.erase(std::unique(shards_.begin(), shards_.end()), shards_.end());
    locks_.reserve(shards_.size());
    for (const Shard& shard : shards_) locks_.emplace_back(shard.tree->mutex(shard.index));
  }

 private:
  struct Shard {
    const MemoryTree* tree;
    std::size_t index;
    friend bool operator==(const Shard&, const Shard&) = default;
    friend bool operator<(const Shard& a, const Shard& b) {
      return std::tuple(a.tree->id(), a.tree, a.index) < std::tuple(b.tree->id(), b.tree, b.index);
    }
  };
  std::vector<Shard> shards_;
  std::vector<Lock> locks_;
};

class MemoryStore final : public Store {
 public:
  std::shared_ptr<Tree> open_tree(TreeId id) override {
    const std::lock_guard lock(mutex_);
    auto& tree = trees_[id];
    if (!tree) tree = std::make_shared<MemoryTree>(id);
    return tree;
  }

  void drop_tree(TreeId id) override {
    std::shared_ptr<MemoryTree> tree;  // freed after the mutex is
    const std::lock_guard lock(mutex_);
    if (auto node = trees_.extract(id)) tree = std::move(node.mapped());
  }

  void apply(Batch& batch) override {
    auto& changes = batch.changes();
    if (changes.size() == 1) {
      Batch::Change& change = changes.front();
      const std::unique_lock lock(memory(*change.tree).mutex(MemoryTree::shard_of(change.hash)));
      make(batch, change);
    } else {
      ShardLocks<std::unique_lock<SharedMutex>> locks(changes.size());
      for (const auto& change : changes) locks.add(*change.tree, change.hash);
      locks.lock();
      for (auto& change : changes) make(batch, change);
    }
    batch.clear();
  }

  std::vector<std::optional<Item>> get_together(
      std::span<const Location> locations) const override {
    ShardLocks<std::shared_lock<SharedMutex>> locks(locations.size());
    for (const Location& location : locations) locks.add(*location.tree, location.at.hash);
    locks.lock();
    std::vector<std::optional<Item>> items;
    items.reserve(locations.size());
    for (const Location& location : locations) {
      const Item* item = memory(*location.tree).look(location.at);
      items.push_back(item != nullptr ? std::optional<Item>(*item) : std::nullopt);
    }
    return items;
  }

 private:
  static void make(Batch& batch, Batch::Change& change) {
    memory(*change.tree).exchange({change.hash, batch.bytes(change)}, change.item);
  }

  std::mutex mutex_;
  std::map<TreeId, std::shared_ptr<MemoryTree>> trees_;
};

}  // namespace

std::unique_ptr<Store> make_memory_store() {
  return std::make_unique<MemoryStore>();
}

}  // namespace keywright::storage
