#pragma once
// A tree in memory: 64 shards by the top bits of the hash, each a btree under its own shared
// mutex. Shard order is hash order, so the tree reads as one ordered map. Copies of a tree share
// whole shards, until one of them writes to a shard.

#include "storage/shared_mutex.hpp"
#include "storage/storage.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

namespace keywright::storage {

class MemoryTree final : public Tree {
 public:
  static constexpr std::size_t kShards = 64;

  explicit MemoryTree(TreeId id);
  ~MemoryTree() override;

  [[nodiscard]] std::optional<Item> get(Position at) const override;
  [[nodiscard]] Page read(const RangeRead& range) const override;
  [[nodiscard]] std::shared_ptr<Tree> copy() override;

  [[nodiscard]] static std::size_t shard_of(std::uint64_t hash) { return hash >> 58; }
  [[nodiscard]] SharedMutex& mutex(std::size_t shard) const;

  // The caller holds the mutex of the key's shard: shared to look, exclusively to exchange.
  [[nodiscard]] const Item* look(Position at) const;
  /// Puts `item` there (nullopt: nothing) and leaves in `item` what was there before, so that
  /// records are freed after the mutex is.
  void exchange(Position at, std::optional<Item>& item);

 private:
  struct Records;
  struct Shard;
  std::unique_ptr<Shard[]> shards_;
};

}  // namespace keywright::storage
