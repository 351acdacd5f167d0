#pragma once

// Makes the steps of a TableDiff, one after the other, each until the table is ACTIVE again.
//
// Nothing is kept between two runs: before and after each step the table is looked at anew, so that
// a run that was stopped, or failed half way, is gone on with by another one.

#include "apply/table_diff.hpp"
#include <keywright/call_control.hpp>
#include <keywright/database.hpp>
#include <keywright/result.hpp>

#include <chrono>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace keywright::apply {

struct Progress {
  enum class Kind { begun, waiting, done, was_done };
  Kind kind = Kind::begun;
  const Step* step = nullptr;  // null while waiting for what was going on before
  std::size_t number = 0;      // from 1
  std::size_t count = 0;
  std::string activity{};              // of waiting: see TableState::activity()
  std::chrono::milliseconds waited{};  // for this step
};

struct ApplyOptions {
  DiffOptions diff{};
  // Pauses between two looks; false if the run is to stop.
  std::function<bool(std::chrono::milliseconds)> pause{};
  CallControl control{};
  std::function<void(const Progress&)> observer{};
  // How long a table that is ACTIVE may go on without showing what was done.
  std::chrono::milliseconds patience{60'000};
};

// The table as it is now.
[[nodiscard]] Result<TableState> read_state(Database& database, const std::string& table,
                                            const CallControl& control = {});

// Once nothing of it is being created, changed or deleted; waits for that.
[[nodiscard]] Result<TableState> read_idle_state(Database& database, const std::string& table,
                                                 const ApplyOptions& options);

enum class StepOutcome { pending, done, was_done, not_kept, failed };

struct Applied {
  std::vector<StepOutcome> outcomes;  // one per step of the diff
  std::optional<Error> error;         // why it ended early; `timeout` if it was stopped

  // The database shows all that was to be done.
  [[nodiscard]] bool is_complete() const;
};

// `shown` is what diff() gave for the table when it was idle; steps that came to be needed since
// are not made. A step that the database takes and then does not show is `not_kept`, and the others
// are made.
[[nodiscard]] Applied apply(Database& database, const ModelTable& wanted, const TableDiff& shown,
                            const ApplyOptions& options);

}  // namespace keywright::apply
