#pragma once
// What a write is about to change: entries of storage, now or later, and records of streams.

#include "engine/late_tree.hpp"
#include "engine/stream_log.hpp"
#include "storage/storage.hpp"
#include <keywright/clock.hpp>

#include <optional>
#include <utility>
#include <vector>

namespace keywright::engine {

/// Filled by stage() (write.hpp), then applied once while the stripes of the items are held. Not
/// thread-safe.
class Changes {
 public:
  /// The entries of tables and indexes.
  [[nodiscard]] storage::Batch& entries() { return entries_; }
  /// An entry that shows later than the others; nullopt removes it.
  void add_late(LateTree& tree, EntryKey at, std::optional<Item> item) {
    late_.push_back({&tree, std::move(at), std::move(item)});
  }
  void record(StreamLog& stream, StreamChange change) {
    records_.push_back({&stream, std::move(change)});
  }

  /// Makes the changes, all entries but late ones at once, and logs them. Empty afterwards.
  void apply(storage::Store& store, const Clock& clock) {
    if (!entries_.empty()) store.apply(entries_);
    if (!late_.empty()) leave(clock(), store);
    if (!records_.empty()) log(clock());
  }

 private:
  struct Record {
    StreamLog* stream;
    StreamChange change;
  };

  struct Late {
    LateTree* tree;
    EntryKey at;
    std::optional<Item> item;
  };

  void leave(TimePoint now, storage::Store& store) {
    for (Late& change : late_) {
      change.tree->add(now, std::move(change.at), std::move(change.item), store);
    }
    late_.clear();
  }
  void log(TimePoint now) {
    for (Record& record : records_) record.stream->append(std::move(record.change), now);
    records_.clear();
  }

  storage::Batch entries_;
  std::vector<Late> late_;
  std::vector<Record> records_;
};

}  // namespace keywright::engine
