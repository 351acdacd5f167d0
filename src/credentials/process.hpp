#pragma once
// Runs a command of the shell and waits for it.

#include <keywright/call_control.hpp>
#include <keywright/result.hpp>

#include <string>

namespace keywright::credentials {

struct ProcessOutput {
  int status = 0;  ///< exit status; 128 and the signal's number if a signal ended it
  std::string out{};
  std::string err{};  ///< its first 4 KiB
};

/// Runs `command` in /bin/sh with no input and no other open file than its outputs, in a process
/// group of its own, which is killed when `control` ends the wait (`timeout`) or when more than
/// 1 MiB was written (`validation`). No longer than a minute if `control` sets no deadline.
[[nodiscard]] Result<ProcessOutput> run_process(const std::string& command,
                                                const CallControl& control);

}  // namespace keywright::credentials
