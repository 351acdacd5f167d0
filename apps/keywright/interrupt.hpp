#pragma once

// Ctrl-C for commands that take long: the first SIGINT or SIGTERM asks for a stop, by which calls
// under way and pauses end early; a second one ends the program at once.
//
// One at a time. A thread of its own waits for the signal, since a signal handler may do next to
// nothing.

#include "core/pause.hpp"

#include <chrono>
#include <stop_token>
#include <thread>

namespace keywright::cli {

class Interrupt {
 public:
  Interrupt();
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  [[nodiscard]] std::stop_token token() const { return source_.get_token(); }
  [[nodiscard]] bool came() const { return source_.stop_requested(); }
  // False if a stop was asked for meanwhile.
  bool pause(std::chrono::milliseconds duration) const { return pause_for(duration, token()); }

 private:
  std::stop_source source_;
  std::thread thread_;
};

}  // namespace keywright::cli
