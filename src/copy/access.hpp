#pragma once
// A table as it is reached: what each call to it goes through.

#include "copy/calls.hpp"
#include "copy/table_keys.hpp"
#include <keywright/database.hpp>

#include <string>

namespace keywright::copy {

/// What it refers to outlives it.
struct TableAccess {
  Database& database;
  std::string table;
  TableKeys keys;
  Rate& rate;
  Repetitions& repetitions;
  const Timing& timing;
};

/// Pauses until so many units may be spent; false if it was stopped meanwhile.
[[nodiscard]] inline bool spend(const TableAccess& access, double units,
                                const std::stop_token& stop) {
  const Duration pause = access.rate.spend(units);
  if (pause <= Duration{0} || access.timing.pause(pause, stop)) return true;
  access.rate.correct(-units);
  return false;
}

}  // namespace keywright::copy
