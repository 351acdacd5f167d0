#pragma once
// What one table and its global secondary indexes have of units, by the table's description.
//
// Not thread-safe: Throughputs (throughputs.hpp) owns and guards it.

#include "emulation/throttle_errors.hpp"
#include "emulation/token_bucket.hpp"
#include "expression/key_condition.hpp"
#include <keywright/item.hpp>
#include <keywright/table.hpp>
#include <keywright/throttled_database.hpp>

#include <array>
#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace keywright::emulation {

/// The units of a table or index in one direction.
class Meter {
 public:
  Meter(Limit limit, Fill fill, Fill partition_fill, double level, TimePoint since)
      : limit_(limit), fill_(fill), partition_fill_(partition_fill), bucket_(level, since) {}

  [[nodiscard]] Limit limit() const { return limit_; }
  [[nodiscard]] bool has_units(TimePoint now) { return bucket_.level(fill_, now) > 0; }
  /// `partition`: the bytes of a partition key value.
  [[nodiscard]] bool partition_has_units(const std::string& partition, TimePoint now);
  void take(double units) { bucket_.take(units); }
  void take_of_partition(const std::string& partition, double units, TimePoint now);
  /// The units of a second, and none saved.
  void begin(TimePoint now) { bucket_ = TokenBucket(fill_.per_second, now); }
  /// What was consumed so far stays consumed. A limit of another kind begins anew.
  void continue_from(Meter& before, TimePoint now);

 private:
  TokenBucket& partition_bucket(const std::string& partition, TimePoint now);
  void drop_full_partitions(TimePoint now);

  Limit limit_;
  Fill fill_;
  Fill partition_fill_;
  TokenBucket bucket_;
  std::unordered_map<std::string, TokenBucket> partitions_;  ///< those that are not full
  std::size_t drop_at_ = 10'000;  ///< partitions; then the full ones are dropped
};

/// The key attributes of a table or index, in their order.
struct KeyNames {
  std::vector<AttributeDefinition> hash;
  std::vector<AttributeDefinition> range;

  KeyNames(const std::vector<KeySchemaElement>& schema,
           const std::vector<AttributeDefinition>& definitions);
  [[nodiscard]] bool all_in(const Item& item) const;
  /// The values of the HASH attributes as bytes; empty if one is missing.
  [[nodiscard]] std::string partition_of(const Item& item) const;
  /// The same of what a Query asks for; empty if it asks wrongly.
  [[nodiscard]] std::string partition_of(const QueryRequest& request) const;
};

struct Resource {
  std::string arn;
  bool of_index = false;
  bool on_demand = false;
  KeyNames keys;
  std::array<Meter, 2> meters;  ///< by Direction

  [[nodiscard]] Meter& meter(Direction direction) {
    return meters[static_cast<std::size_t>(direction)];
  }
};

struct TableThroughput {
  /// The units of a second at `since`, and those that would have been saved from then on.
  TableThroughput(const TableDescription& description, const ThrottleOptions& options,
                  TimePoint since);

  std::string name;
  Resource table;
  std::map<std::string, Resource, std::less<>> global_indexes;
  /// Their units are the table's.
  std::map<std::string, KeyNames, std::less<>> local_indexes;

  [[nodiscard]] Key key_of(const Item& item) const;
  /// After the table was changed.
  void continue_from(TableThroughput& before, TimePoint now);
};

}  // namespace keywright::emulation
