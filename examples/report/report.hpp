#pragma once

// Printing, apart from the story: what each step consumed, and a line per thing that happened.

#include <keywright/call_report.hpp>

#include <map>
#include <mutex>
#include <string>

/// Sums up what the repositories did, by access pattern. Its observer may be called from any
/// thread.
class Ledger {
 public:
  [[nodiscard]] keywright::Observer observer();

  /// "3 requests, 1.5 RRU, 4 WRU" since the last call of this function.
  [[nodiscard]] std::string since_last();
  /// One line per access pattern: calls, requests, consumed capacity.
  void print() const;

 private:
  struct Line {
    std::size_t calls = 0, requests = 0, failed = 0;
    double read_units = 0, write_units = 0;
  };
  static void add(Line& line, const keywright::CallReport& call);

  mutable std::mutex mutex_;
  std::map<std::string, Line> lines_;
  Line recent_;
};

/// A numbered heading.
void heading(const char* format, ...) __attribute__((format(printf, 1, 2)));
/// An indented line.
void say(const char* format, ...) __attribute__((format(printf, 1, 2)));
/// An indented line with what is promised. Where it is not so, the line says that.
void expect(bool is_so, const char* format, ...) __attribute__((format(printf, 2, 3)));
/// What `main` returns: 0 if all that was promised was so.
[[nodiscard]] int exit_status();
