#pragma once
// What requests cost, in DynamoDB's units.

#include "engine/table_state.hpp"
#include <keywright/capacity.hpp>

#include <cstddef>
#include <optional>
#include <vector>

namespace keywright::engine {

enum class ReadKind : std::uint8_t { eventual, strong, transactional };

/// Of `bytes` read together, in whole 4 KB; nothing read costs as much as one byte.
[[nodiscard]] double read_units(std::size_t bytes, ReadKind kind);
/// Of one entry that changes, by the greater of both its sizes (0: there is none), in whole KB.
[[nodiscard]] double write_units(std::size_t bytes_before, std::size_t bytes_after);
/// Of one index whose entry changes. `moved`: it is deleted in one place and put in another.
[[nodiscard]] double index_write_units(std::size_t bytes_before, std::size_t bytes_after,
                                       bool moved);

/// Sums the cost of a request on one table, arm by arm. Not thread-safe; keep it only while the
/// table may be used.
class CapacityMeter {
 public:
  explicit CapacityMeter(const Table& table) : table_(&table) {}

  [[nodiscard]] const Table& table() const { return *table_; }

  void add_table_read(double units) { table_read_ += units; }
  void add_table_write(double units) { table_write_ += units; }
  void add_index_read(const Index& index, double units) { arm(index).read += units; }
  void add_index_write(const Index& index, double units) { arm(index).write += units; }

  /// nullopt if nothing is asked for. `by_kind`: with read and write units apart, as transactions
  /// have it.
  [[nodiscard]] std::optional<ConsumedCapacity> report(ReturnConsumedCapacity asked,
                                                       bool by_kind = false) const;

 private:
  struct Arm {
    const Index* index;
    double read = 0;
    double write = 0;
  };
  Arm& arm(const Index& index);

  const Table* table_;
  double table_read_ = 0;
  double table_write_ = 0;
  std::vector<Arm> arms_;
};

/// The meters of a request on several tables.
class CapacityMeters {
 public:
  [[nodiscard]] CapacityMeter& of(const Table& table);
  /// A report per table, in the order of first use; none if nothing is asked for.
  [[nodiscard]] std::vector<ConsumedCapacity> report(ReturnConsumedCapacity asked,
                                                     bool by_kind = false) const;

 private:
  std::vector<CapacityMeter> meters_;
};

}  // namespace keywright::engine
