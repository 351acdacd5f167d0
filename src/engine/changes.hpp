#pragma once
// What a write is about to change: entries of storage, and records of streams.

#include "engine/stream_log.hpp"
#include "storage/storage.hpp"
#include <keywright/clock.hpp>

#include <utility>
#include <vector>

namespace keywright::engine {

/// Filled by stage() (write.hpp), then applied once while the stripes of the items are held. Not
/// thread-safe.
class Changes {
 public:
  /// The entries of tables and indexes.
  [[nodiscard]] storage::Batch& entries() { return entries_; }
  void record(StreamLog& stream, StreamChange change) {
    records_.push_back({&stream, std::move(change)});
  }

  /// Makes the changes, all entries at once, and logs them. Empty afterwards.
  void apply(storage::Store& store, const Clock& clock) {
    if (!entries_.empty()) store.apply(entries_);
    if (!records_.empty()) log(clock());
  }

 private:
  struct Record {
    StreamLog* stream;
    StreamChange change;
  };

  void log(TimePoint now) {
    for (Record& record : records_) record.stream->append(std::move(record.change), now);
    records_.clear();
  }

  storage::Batch entries_;
  std::vector<Record> records_;
};

}  // namespace keywright::engine
