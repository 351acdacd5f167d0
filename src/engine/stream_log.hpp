#pragma once
// The log of one stream: every change of a table's items for 24 hours, in a few shards.
//
// A partition key belongs to one lane, and a lane has one open shard that is followed by a child
// every four hours, so that clients meet parents and children here as on AWS. Writers append while
// they hold the stripe of the item, and a record gets its number under the lane's mutex: the
// records of one item have the order of its writes, and a reader never sees a number appear behind
// the place it has read to. Writers of different lanes do not wait for each other. The log holds
// the items themselves, which are immutable, never copies. Thread-safe.

#include "core/copy_on_write.hpp"
#include "engine/keys.hpp"
#include <keywright/clock.hpp>
#include <keywright/item.hpp>
#include <keywright/result.hpp>
#include <keywright/stream.hpp>

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace keywright::engine {

inline constexpr auto kStreamRetention = std::chrono::hours(24);

using SequenceNumber = std::uint64_t;

/// As AWS writes it: at least 21 digits.
[[nodiscard]] std::string to_text(SequenceNumber number);
/// nullopt: no number that to_text gives.
[[nodiscard]] std::optional<SequenceNumber> parse_sequence_number(std::string_view text);

/// What becomes of an item. Empty items stand for none.
struct StreamChange {
  std::uint64_t partition_hash = 0;
  Item before;
  Item after;
  bool expired = false;  ///< deleted by time to live
};

/// A change as it is kept: no more than the view type needs.
struct StreamEntry {
  SequenceNumber number = 0;
  TimePoint time;
  StreamEventName event = StreamEventName::insert;
  bool expired = false;
  Item keys;  ///< where no image is kept
  Item old_image;
  Item new_image;
};

/// A shard of a log, for as long as the log lives.
struct ShardPlace {
  std::size_t lane = 0;
  SequenceNumber first = 0;  ///< the shard's starting number
};

class StreamLog {
 public:
  struct Definition {
    std::string arn;
    std::string label;
    std::string table_name;
    StreamViewType view_type = StreamViewType::keys_only;
    std::vector<KeySchemaElement> key_schema;
    KeySchema keys;
    TimePoint created;
    TimePoint ready_at;  ///< ENABLING until then
  };

  explicit StreamLog(Definition definition);

  [[nodiscard]] const Definition& definition() const { return definition_; }
  [[nodiscard]] StreamStatus status(TimePoint now) const;
  /// Closes all shards: nothing is appended any more. DISABLING until `disabled_at`.
  void close(TimePoint now, TimePoint disabled_at);
  /// True 24 hours after it was closed: nothing is left of it.
  [[nodiscard]] bool is_gone(TimePoint now) const;

  /// To be called under the stripe of the item, after the change was made.
  void append(StreamChange change, TimePoint now);
  /// Forgets what is older than 24 hours.
  void trim(TimePoint now);

  /// A log of its own with what this one holds; nothing is copied per record.
  [[nodiscard]] std::shared_ptr<StreamLog> copy();
  /// Numbers from now on beyond all that `other` has numbered: whoever has read that far misses
  /// nothing of what follows here.
  void number_beyond(const StreamLog& other);

  /// Sorted by id.
  [[nodiscard]] std::vector<StreamShard> shards(TimePoint now);
  [[nodiscard]] std::optional<ShardPlace> find_shard(std::string_view id, TimePoint now);

  /// The number from which an iterator of that type reads. ResourceNotFoundException if the shard
  /// has gone, ValidationException if it cannot have that number, TrimmedDataAccessException if
  /// the number is older than 24 hours.
  [[nodiscard]] Result<SequenceNumber> start(ShardPlace shard, ShardIteratorType type,
                                             std::optional<SequenceNumber> number, TimePoint now);

  struct Page {
    std::vector<StreamEntry> entries;
    bool at_end = false;  ///< nothing will follow the last of them: the shard is closed
  };
  /// Up to `limit` entries from a number on. Errors as start() has them.
  [[nodiscard]] Result<Page> read(ShardPlace shard, SequenceNumber from, std::size_t limit,
                                  TimePoint now);

  /// An entry as GetRecords has it.
  [[nodiscard]] StreamRecord record_of(const StreamEntry& entry, std::string_view region) const;

 private:
  struct Shard {
    std::string id;
    std::string parent_id;  ///< empty: none
    SequenceNumber first = 0;
    SequenceNumber last = 0;     ///< 0: open
    SequenceNumber trimmed = 0;  ///< the last number that was forgotten
    TimePoint opened;
    TimePoint closed;
    CopyOnWrite<std::deque<StreamEntry>> entries;
  };
  struct alignas(64) Lane {
    std::mutex mutex;
    std::deque<Shard> shards;  ///< in their order; all but the last are closed
  };
  static constexpr std::size_t kLanes = 4;
  static constexpr std::int64_t kOpen = std::numeric_limits<std::int64_t>::max();

  [[nodiscard]] StreamEntry entry_of(StreamChange change) const;
  [[nodiscard]] Key keys_of(const Item& item) const;

  // The caller holds the lane's mutex.
  void open_shard(std::size_t lane, std::string parent_id, TimePoint now);
  void close_shard(Shard& shard, TimePoint now);
  /// Replaces a shard that is old enough, and forgets what is too old.
  void refresh(std::size_t lane, TimePoint now);
  [[nodiscard]] Result<Shard*> require(ShardPlace place, TimePoint now);

  const Definition definition_;
  std::atomic<SequenceNumber> next_number_ = 1;
  std::atomic<std::int64_t> disabled_at_ = kOpen;  ///< in milliseconds
  std::array<Lane, kLanes> lanes_;
};

}  // namespace keywright::engine
