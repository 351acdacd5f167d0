#pragma once
// The throughput of all tables of a database: who may go through, and what it costs them.
//
// A demand is admitted if every table, index and partition that it touches has units left. What it
// will cost at least is taken at once, so that requests at the same time do not all live off the
// same unit; the rest when the answer says what it was. Thread-safe.

#include "emulation/demand.hpp"
#include "emulation/throttle_errors.hpp"
#include "emulation/throughput.hpp"
#include <keywright/capacity.hpp>
#include <keywright/database.hpp>
#include <keywright/throttled_database.hpp>

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace keywright::emulation {

/// What was taken of one table or index beforehand.
struct Draw {
  Resource* resource = nullptr;
  std::string partition{};  ///< empty: not known, or many
  double units = 0;
};

/// Of an admitted demand.
struct Ticket {
  std::shared_ptr<TableThroughput> table{};  ///< null: nothing limits it
  Direction direction = Direction::read;
  std::vector<Draw> draws{};
};

struct Admission {
  Ticket ticket{};
  std::vector<Overrun> overruns{};  ///< why not; empty: admitted
};

class Throughputs {
 public:
  Throughputs(Database& database, ThrottleOptions options);

  [[nodiscard]] Admission admit(const Demand& demand);
  /// Takes what was consumed instead of what was taken beforehand. `consumed` has the arms
  /// (ReturnConsumedCapacity::indexes); a table that is not in it cost nothing.
  void settle(std::span<const Ticket> tickets, std::span<const ConsumedCapacity> consumed);
  void refund(std::span<const Ticket> tickets) { settle(tickets, {}); }

  /// The table is to be described again, or is another one.
  void changed(std::string_view table_name);
  void forget(std::string_view table_name);
  void reset();

 private:
  struct Entry {
    std::shared_ptr<TableThroughput> throughput;
    bool changed = false;
  };
  // All under mutex_.
  [[nodiscard]] std::shared_ptr<TableThroughput> find(std::string_view table_name);
  [[nodiscard]] std::vector<Draw> draws_of(TableThroughput& table, const Demand& demand);
  void draw_index_writes(TableThroughput& table, const Demand& demand, std::vector<Draw>& draws);
  [[nodiscard]] bool is_indexed(const TableThroughput& table, const Resource& index,
                                const Demand& demand);
  void settle_table(const std::shared_ptr<TableThroughput>& table, std::span<const Ticket> tickets,
                    const ConsumedCapacity& consumed);

  Database& database_;
  const ThrottleOptions options_;
  std::mutex mutex_;
  TimePoint reset_at_ = TimePoint::min();
  std::map<std::string, Entry, std::less<>> tables_;
};

}  // namespace keywright::emulation
