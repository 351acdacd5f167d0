#pragma once

// A server as a process of its own, so that its time and memory are its own as well.

#include <cstdint>
#include <string>
#include <vector>

#include <sys/types.h>

namespace keywright::bench {

/// A port of loopback that is free now.
[[nodiscard]] std::uint16_t free_port();

/// Started with its output thrown away, and ended when this goes away.
class Process {
 public:
  explicit Process(const std::vector<std::string>& command);
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;
  ~Process();

  [[nodiscard]] double cpu_seconds() const;
  [[nodiscard]] double resident_mebibytes() const;
  /// All its threads, and those that they start, to one processor; or with -1 to all.
  void pin(int processor) const;

 private:
  pid_t pid_;
};

/// 0 on a machine with one.
[[nodiscard]] int last_processor();
/// The same as Process::pin() for the calling thread.
void pin_self(int processor);

}  // namespace keywright::bench
