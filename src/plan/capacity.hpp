#pragma once

// DynamoDB's capacity units, as the service bills them. Pure functions of sizes in bytes.

#include <cstddef>
#include <string>
#include <vector>

namespace keywright::plan {

enum class ReadMode { eventual, strong, transactional };

// Units of reading one item, or one page of items whose sizes add up to `bytes`: blocks of 4 KB, at
// least one, times 0.5, 1 or 2.
[[nodiscard]] double read_units(double bytes, ReadMode mode);
// Units of writing an item once: blocks of 1 KB, at least one; `bytes` is the larger of before and
// after.
[[nodiscard]] double write_units(double bytes);

// What one call reads.
struct ReadCost {
  double items = 0;  // read per call, before any filter
  double bytes = 0;  // of all of them, average
  double units = 0;  // RRU per call
  ReadMode mode = ReadMode::eventual;
  bool estimated = false;  // a size or count was not given, and a guess stands in

  // As a step of a transaction.
  [[nodiscard]] double transact_units() const;
};

// What one call writes into one index.
struct IndexWrite {
  std::size_t table = 0;   // into Model::tables; a transaction may write to several
  std::size_t index = 0;   // into Table::indexes
  std::size_t entity = 0;  // whose entry it is
  int entry_writes = 0;    // 0: untouched; 1: added, removed or changed; 2: its key changed
  double entry_bytes = 0;
  double units = 0;  // WRU, for all items of the call
};

struct WriteCost {
  double items = 1;        // of the entity written per call, each with what is put beside it
  double bytes = 0;        // per item, average
  double table_units = 0;  // WRU per call, without indexes
  double item_units = 0;   // of those, for the item itself: without what is written beside it
  double index_units = 0;
  std::vector<IndexWrite> indexes;
  bool transactional = false;  // table units count twice
  bool estimated = false;

  [[nodiscard]] double units() const { return table_units + index_units; }
  // As a step of a transaction: the table's count twice, those of indexes as ever.
  [[nodiscard]] double transact_table_units() const {
    return transactional ? table_units : 2 * table_units;
  }
};

}  // namespace keywright::plan
