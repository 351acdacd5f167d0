#pragma once
// A table of the engine and its indexes, as they are while a request runs.
//
// Owned by the catalogue. What is not atomic changes only while the catalogue is held exclusively
// (catalogue.hpp), so whoever holds a Catalogue::Reader reads it freely. Items are changed under
// the mutex of their stripe (write_guard.hpp).

#include "engine/keys.hpp"
#include "engine/late_tree.hpp"
#include "engine/phase.hpp"
#include "engine/stream_log.hpp"
#include "storage/shared_mutex.hpp"
#include "storage/storage.hpp"
#include <keywright/clock.hpp>
#include <keywright/table.hpp>

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace keywright::engine {

/// An atomic that is copied with its owner, at a moment when nobody changes it.
template <class T>
struct CopyableAtomic : std::atomic<T> {
  CopyableAtomic(T value = {}) : std::atomic<T>(value) {}  // NOLINT: as std::atomic has it
  CopyableAtomic(const CopyableAtomic& other) : std::atomic<T>(other.load()) {}
  CopyableAtomic& operator=(const CopyableAtomic&) = delete;
  using std::atomic<T>::operator=;
};

/// How many entries a tree has and what sizes they sum up to. Kept live, apart from what readers
/// read.
struct alignas(64) LiveSize {
  CopyableAtomic<std::int64_t> items = 0;
  CopyableAtomic<std::int64_t> bytes = 0;

  /// Accounts for an entry whose size changes; 0: there is none.
  void change(std::size_t bytes_before, std::size_t bytes_after);
};

struct Index {
  std::string name;
  bool global = true;
  KeySchema keys;
  std::vector<KeySchemaElement> key_schema;  ///< as created
  Projection projection;
  std::vector<std::string> projected;  ///< unless projects_all(): all projected names, sorted
  std::vector<std::string> key_names;  ///< of its keys and of its table's, sorted
  std::shared_ptr<storage::Tree> tree;
  /// Of a global index with a lag: its tree, through which it is kept once it is filled. Of a local
  /// one: what eventually consistent reads see. Null: nothing lags.
  std::shared_ptr<LateTree> late;
  LiveSize size;
  CopyableAtomic<bool> backfilling = false;  ///< may lack entries of items from before it was made
  Phase<IndexStatus> phase;
  TimePoint backfills_from;  ///< while it is CREATING: described as backfilling from then on
  std::optional<ProvisionedThroughput> provisioned_throughput;
  std::optional<OnDemandThroughput> on_demand_throughput;
  WarmThroughput warm_throughput;

  [[nodiscard]] bool projects_all() const {
    return projection.projection_type == ProjectionType::all;
  }
  [[nodiscard]] bool projects(std::string_view attribute) const;
  [[nodiscard]] IndexStatus status(TimePoint now) const;
};

class Table {
 public:
  static constexpr std::size_t kStripes = 64;

  std::string name;
  std::string arn;
  std::string id;
  std::uint64_t number = 0;  ///< orders tables, for whoever locks stripes of several
  TimePoint created;
  Clock clock;  ///< what its states go by
  KeySchema keys;
  std::vector<std::string> key_names;  ///< of its keys, sorted
  std::vector<KeySchemaElement> key_schema;
  std::vector<AttributeDefinition> attribute_definitions;
  std::shared_ptr<storage::Tree> tree;
  std::shared_ptr<LateTree> late;  ///< what eventually consistent reads see; null: the same
  LiveSize size;
  std::vector<std::shared_ptr<Index>> indexes;  ///< local ones first, in the order of creation

  std::vector<std::shared_ptr<Index>> deleting;  ///< indexes that are only described any more

  Phase<TableStatus> phase;
  BillingMode billing_mode = BillingMode::provisioned;
  std::optional<TimePoint> last_update_to_pay_per_request;
  ProvisionedThroughput provisioned_throughput;
  std::optional<OnDemandThroughput> on_demand_throughput;
  WarmThroughput warm_throughput;
  std::optional<TableClass> table_class;
  std::optional<SseSpecification> encryption;  ///< with a key of KMS; nullopt: AWS's own
  bool deletion_protection_enabled = false;
  std::vector<Tag> tags;
  std::optional<std::string> time_to_live_attribute;
  std::optional<TimePoint> time_to_live_changed;
  std::shared_ptr<StreamLog> stream;  ///< where its changes go, if anywhere
  std::optional<std::string> latest_stream_label;
  std::optional<std::string> latest_stream_arn;

  /// nullptr: no such index.
  [[nodiscard]] Index* find_index(std::string_view index_name) const;
  [[nodiscard]] bool has_local_index() const;
  /// Its items may be read and written: it is ACTIVE or UPDATING.
  [[nodiscard]] bool serves_items() const;
  /// Another index that is being created or deleted; nullptr if there is none.
  [[nodiscard]] const Index* busy_index(std::string_view except, TimePoint now) const;

  [[nodiscard]] static std::size_t stripe_of(std::uint64_t partition_hash) {
    return partition_hash % kStripes;
  }
  [[nodiscard]] storage::SharedMutex& stripe(std::size_t index) {
    return stripes_.mutexes[index].mutex;
  }

  Table() = default;
  Table& operator=(const Table&) = delete;

 private:
  friend std::shared_ptr<Table> copy_of(const Table& table);
  Table(const Table&) = default;

  /// A copied table has its own.
  struct Stripes {
    Stripes() = default;
    Stripes(const Stripes&) {}
    Stripes& operator=(const Stripes&) = delete;

    struct alignas(64) Stripe {
      storage::SharedMutex mutex;
    };
    std::array<Stripe, kStripes> mutexes;
  };
  Stripes stripes_;
};

/// The table as it is, with trees and indexes of its own: neither sees what is done to the other.
/// They share the stream. Costs nothing per item. The caller holds the catalogue exclusively, and
/// no index is being filled.
[[nodiscard]] std::shared_ptr<Table> copy_of(const Table& table);

}  // namespace keywright::engine
