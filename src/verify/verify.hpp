#pragma once

// Runs the access patterns of a model, with sample items, on a database, and compares what comes
// back with what the model means.
//
// Writes come first, each with items of its own; after each, the item must be as the fields say,
// with all index keys. Then reads, by what is stored then. What a database shows late is asked for
// again.

#include "verify/recorder.hpp"
#include "verify/requests.hpp"
#include <keywright/call_control.hpp>
#include <keywright/database.hpp>

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace keywright::verify {

struct Failure {
  std::string case_name;
  std::string what;  // "2 items are missing, such as .."
  Exchange exchange;
};

enum class Outcome { ok, failed, skipped };

struct PatternResult {
  std::string pattern;
  std::string operation;
  Outcome outcome = Outcome::skipped;
  std::string skipped_because;
  std::size_t cases = 0;
  Usage usage;
  std::optional<Failure> failure;  // the first one
  std::size_t failed_cases = 0;
};

struct VerifyOptions {
  std::function<bool(std::chrono::milliseconds)> pause{};  // false if the run is to stop
  CallControl control{};
  std::function<void(const PatternResult&)> observer{};  // at the end of each pattern
  std::chrono::milliseconds patience{5000};              // for what a read does not show yet
  std::int64_t now = 0;                                  // seconds
  // Why a table is not there, by its place: that is the failure of its patterns. May be empty.
  std::vector<std::optional<Failure>> missing_tables{};
};

struct Report {
  std::vector<PatternResult> patterns;  // in file order
  std::optional<Error> error;           // why it ended early

  [[nodiscard]] bool is_ok() const;
};

// The tables are there, but for the missing ones, and empty.
[[nodiscard]] Report verify(const model::Model& model, Database& database, const TableNames& tables,
                            const VerifyOptions& options);

}  // namespace keywright::verify
