#include "interrupt.hpp"

#include <cerrno>
#include <csignal>

#include <fcntl.h>
#include <unistd.h>

namespace keywright::cli {
namespace {

constexpr char kSignal = 's';
constexpr char kEnd = 'e';

// What the handler may touch: the end of the pipe that it writes to.
volatile sig_atomic_t handler_pipe = -1;

void on_signal(int) {
  const int kept = errno;
  [[maybe_unused]] const auto written = write(static_cast<int>(handler_pipe), &kSignal, 1);
  errno = kept;
}

void handle(void (*handler)(int), int flags) {
  struct sigaction action{};
  action.sa_handler = handler;
  action.sa_flags = flags;
  for (const int signal : {SIGINT, SIGTERM}) sigaction(signal, &action, nullptr);
}

}  // namespace

Interrupt::Interrupt() {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return;  // then Ctrl-C ends the program, as without us
  handler_pipe = ends[1];
  thread_ = std::thread([this, from = ends[0]] {
    char what = kEnd;
    while (read(from, &what, 1) < 0 && errno == EINTR) {
    }
    if (what == kSignal) {
      handle(SIG_DFL, 0);  // whichever of the two comes next ends the program
      source_.request_stop();
    }
    close(from);
  });
  handle(on_signal, static_cast<int>(SA_RESETHAND | SA_RESTART));
}

Interrupt::~Interrupt() {
  if (!thread_.joinable()) return;
  handle(SIG_DFL, 0);
  const int pipe_end = static_cast<int>(handler_pipe);
  [[maybe_unused]] const auto written = write(pipe_end, &kEnd, 1);
  thread_.join();
  close(pipe_end);
}

}  // namespace keywright::cli
