#include "credentials/process.hpp"

#include "credentials/text.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <optional>
#include <stop_token>

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;

namespace keywright::credentials {
namespace {

using SteadyClock = std::chrono::steady_clock;

constexpr std::size_t kLargestOutput = 1 << 20;
constexpr std::size_t kLargestErrorText = 4096;
constexpr std::chrono::milliseconds kLongestWait{3'600'000};  ///< what poll() takes is an int
constexpr std::chrono::milliseconds kLongestStep{20};  ///< between looks at whether it has ended

class Pipe {
 public:
  Pipe() { valid_ = ::pipe2(ends_.data(), O_CLOEXEC) == 0; }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  ~Pipe() {
    close_reader();
    close_writer();
  }
  [[nodiscard]] bool valid() const { return valid_; }
  [[nodiscard]] int reader() const { return ends_[0]; }
  [[nodiscard]] int writer() const { return ends_[1]; }
  void close_reader() { close(0); }
  void close_writer() { close(1); }

 private:
  void close(std::size_t end) {
    if (valid_ && ends_[end] >= 0) ::close(ends_[end]);
    ends_[end] = -1;
  }
  std::array<int, 2> ends_{-1, -1};
  bool valid_ = false;
};

Error start_error(int error) {
  return configuration_error(std::string("/bin/sh cannot be started: ") + std::strerror(error));
}

/// Nothing of ours is handed on: no descriptor above 2, no ignored or blocked signal, no terminal's
/// process group.
class SpawnSettings {
 public:
  SpawnSettings(const Pipe& out, const Pipe& err) {
    ::posix_spawn_file_actions_init(&actions_);
    ::posix_spawn_file_actions_addopen(&actions_, 0, "/dev/null", O_RDONLY, 0);
    ::posix_spawn_file_actions_adddup2(&actions_, out.writer(), 1);
    ::posix_spawn_file_actions_adddup2(&actions_, err.writer(), 2);
    ::posix_spawn_file_actions_addclosefrom_np(&actions_, 3);
    ::posix_spawnattr_init(&attributes_);
    sigset_t all;
    sigset_t none;
    ::sigfillset(&all);
    ::sigemptyset(&none);
    ::posix_spawnattr_setsigdefault(&attributes_, &all);
    ::posix_spawnattr_setsigmask(&attributes_, &none);
    ::posix_spawnattr_setpgroup(&attributes_, 0);
    ::posix_spawnattr_setflags(
        &attributes_, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
  }
  SpawnSettings(const SpawnSettings&) = delete;
  SpawnSettings& operator=(const SpawnSettings&) = delete;
  ~SpawnSettings() {
    ::posix_spawn_file_actions_destroy(&actions_);
    ::posix_spawnattr_destroy(&attributes_);
  }

  int spawn(pid_t& child, const std::string& command) {
    std::string shell = "sh";
    std::string option = "-c";
    std::string text = command;
    std::array<char*, 4> arguments{shell.data(), option.data(), text.data(), nullptr};
    return ::posix_spawn(&child, "/bin/sh", &actions_, &attributes_, arguments.data(), environ);
  }

 private:
  posix_spawn_file_actions_t actions_{};
  posix_spawnattr_t attributes_{};
};

/// Takes what there is. False at the end of the stream.
bool take_output(int file, std::string& out, std::size_t limit) {
  std::array<char, 4096> buffer;
  const ssize_t count = ::read(file, buffer.data(), buffer.size());
  if (count < 0) return errno == EINTR || errno == EAGAIN;
  out.append(buffer.data(), std::min(static_cast<std::size_t>(count), limit - out.size()));
  return count > 0;
}

/// A started command. What is still running at the end is killed, and none is left as a zombie.
class Child {
 public:
  Child(pid_t pid, const Pipe& out, const Pipe& err, const Pipe& wake)
      : pid_(pid),
        files_{pollfd{out.reader(), POLLIN, 0}, pollfd{err.reader(), POLLIN, 0},
               pollfd{wake.reader(), POLLIN, 0}} {}
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  ~Child() {
    if (status_) return;
    ::kill(-pid_, SIGKILL);
    int status = 0;
    while (::waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
    }
  }

  Result<ProcessOutput> wait(SteadyClock::time_point deadline, const std::stop_token& stop) {
    ProcessOutput out;
    while (files_[0].fd >= 0 || files_[1].fd >= 0 || !has_exited()) {
      const auto left = deadline - SteadyClock::now();
      if (stop.stop_requested() || left <= SteadyClock::duration::zero()) return ended(stop);
      step(std::chrono::ceil<std::chrono::milliseconds>(left), out);
      if (out.out.size() > kLargestOutput) {
        return configuration_error("it wrote more than 1 MiB");
      }
    }
    out.status = *status_;
    return out;
  }

 private:
  /// Waits for output, the wake-up or a little time, whichever is first.
  void step(std::chrono::milliseconds left, ProcessOutput& out) {
    const bool reads = files_[0].fd >= 0 || files_[1].fd >= 0;
    const auto time = std::min(left, reads ? kLongestWait : kLongestStep);
    if (::poll(files_.data(), files_.size(), static_cast<int>(time.count())) <= 0) return;
    if (files_[0].revents != 0 && !take_output(files_[0].fd, out.out, kLargestOutput + 1)) {
      files_[0].fd = -1;
    }
    if (files_[1].revents != 0 && !take_output(files_[1].fd, out.err, kLargestErrorText)) {
      files_[1].fd = -1;
    }
  }

  bool has_exited() {
    int status = 0;
    const pid_t found = status_ ? 0 : ::waitpid(pid_, &status, WNOHANG);
    if (found == pid_) {
      status_ = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
    } else if (found < 0 && errno == ECHILD) {
      status_ = 0;  // the program lets the system reap its children: the output has to tell
    }
    return status_.has_value();
  }

  static Error ended(const std::stop_token& stop) {
    Error error;
    error.code = ErrorCode::timeout;
    error.message = stop.stop_requested() ? "the call was stopped" : "it took too long";
    return error;
  }

  pid_t pid_;
  std::array<pollfd, 3> files_;
  std::optional<int> status_;
};

}  // namespace

Result<ProcessOutput> run_process(const std::string& command, const CallControl& control) {
  Pipe out;
  Pipe err;
  Pipe wake;
  if (!out.valid() || !err.valid() || !wake.valid()) return start_error(errno);
  pid_t pid = 0;
  if (const int error = SpawnSettings(out, err).spawn(pid, command); error != 0) {
    return start_error(error);
  }
  out.close_writer();
  err.close_writer();
  Child child(pid, out, err, wake);
  const std::stop_callback stopped(control.stop, [&wake] { wake.close_writer(); });
  const auto latest = SteadyClock::now() + std::chrono::minutes(1);
  return child.wait(control.deadline.value_or(latest), control.stop);
}

}  // namespace keywright::credentials
