#include "report.hpp"

#include <cstdarg>
#include <cstdio>

keywright::Observer Ledger::observer() {
  return [this](const keywright::CallReport& call) {
    const std::lock_guard lock(mutex_);
    add(lines_[std::string(call.pattern)], call);
    add(recent_, call);
  };
}

void Ledger::add(Line& line, const keywright::CallReport& call) {
  ++line.calls;
  line.requests += call.requests;
  line.failed += call.error ? 1 : 0;
  line.read_units += call.read_units;
  line.write_units += call.write_units;
}

std::string Ledger::since_last() {
  const std::lock_guard lock(mutex_);
  std::string text =
      std::to_string(recent_.requests) + (recent_.requests == 1 ? " request" : " requests");
  char units[32];
  if (recent_.read_units > 0) {
    std::snprintf(units, sizeof units, ", %g RRU", recent_.read_units);
    text += units;
  }
  if (recent_.write_units > 0) {
    std::snprintf(units, sizeof units, ", %g WRU", recent_.write_units);
    text += units;
  }
  recent_ = {};
  return text;
}

void Ledger::print() const {
  const std::lock_guard lock(mutex_);
  std::printf("   %-28s %7s %9s %7s %9s %9s\n", "access pattern", "calls", "requests", "failed",
              "RRU", "WRU");
  for (const auto& [pattern, line] : lines_) {
    std::printf("   %-28s %7zu %9zu %7zu %9g %9g\n", pattern.c_str(), line.calls, line.requests,
                line.failed, line.read_units, line.write_units);
  }
}

namespace {

int broken_promises = 0;

}  // namespace

void heading(const char* format, ...) {
  static int number = 0;
  std::printf("\n%2d ", ++number);
  va_list arguments;
  va_start(arguments, format);
  std::vprintf(format, arguments);
  va_end(arguments);
  std::putchar('\n');
}

void say(const char* format, ...) {
  std::printf("   ");
  va_list arguments;
  va_start(arguments, format);
  std::vprintf(format, arguments);
  va_end(arguments);
  std::putchar('\n');
}

void expect(bool is_so, const char* format, ...) {
  std::printf(is_so ? "   " : "   NOT SO: ");
  broken_promises += is_so ? 0 : 1;
  va_list arguments;
  va_start(arguments, format);
  std::vprintf(format, arguments);
  va_end(arguments);
  std::putchar('\n');
}

int exit_status() {
  if (broken_promises == 0) return 0;
  std::fprintf(stderr, "%d of the lines above are NOT SO\n", broken_promises);
  return 1;
}
