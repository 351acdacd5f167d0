#pragma once

// Writes what the guard objects to on standard error: the first of each kind, by what is asked of
// which table or index, so that a loop cannot flood a terminal. All are counted elsewhere.
// Thread-safe.

#include <keywright/guard_report.hpp>

#include <mutex>
#include <set>
#include <string>

namespace keywright::cli {

class ViolationLog {
 public:
  void add(const Violation& violation);

 private:
  std::mutex mutex_;
  std::set<std::string> known_;
};

}  // namespace keywright::cli
