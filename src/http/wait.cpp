#include "http/wait.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <utility>

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

namespace keywright::http {
namespace {

Error ended(std::string_view why, std::string_view doing) {
  Error error;
  error.code = ErrorCode::timeout;
  error.message.append(why).append(" while ").append(doing);
  return error;
}

// Rounded up: waking too early would mean to wait again for nothing.
int milliseconds_until(SteadyTime limit) {
  using std::chrono::milliseconds;
  const auto left = std::chrono::ceil<milliseconds>(limit - std::chrono::steady_clock::now());
  return static_cast<int>(std::clamp<std::int64_t>(left.count(), 0, 1'000'000'000));
}

}  // namespace

FileDescriptor::FileDescriptor(FileDescriptor&& other) noexcept
    : number_(std::exchange(other.number_, -1)) {}

FileDescriptor& FileDescriptor::operator=(FileDescriptor&& other) noexcept {
  std::swap(number_, other.number_);
  return *this;
}

FileDescriptor::~FileDescriptor() {
  if (number_ >= 0) ::close(number_);
}

Error unavailable(std::string message) {
  Error error;
  error.code = ErrorCode::unavailable;
  error.message = std::move(message);
  return error;
}

Wait::Wait(const CallControl& control, SteadyTime total) : control_(control), total_(total) {
  if (!control.stop.stop_possible()) return;
  wake_ = FileDescriptor(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
  if (!wake_) return;  // out of descriptors: the stop is seen whenever a wait ends
  on_stop_.emplace(control.stop, [number = wake_.get()] {
    const std::uint64_t one = 1;
    [[maybe_unused]] const auto written = ::write(number, &one, sizeof one);
  });
}

SteadyTime Wait::end() const {
  return std::min(total_, control_.deadline.value_or(total_));
}

std::optional<Error> Wait::over(std::string_view doing) const {
  if (control_.stop.stop_requested()) return ended("the call was stopped", doing);
  const auto now = std::chrono::steady_clock::now();
  if (control_.deadline && now >= *control_.deadline) {
    return ended("the deadline passed", doing);
  }
  if (now >= total_) return unavailable("the call's time ran out while " + std::string(doing));
  return std::nullopt;
}

Result<void> Wait::until_ready(int socket, Direction direction, SteadyTime limit,
                               std::string_view doing) {
  limit = std::min(limit, end());
  std::array<pollfd, 2> entries{};
  entries[0] = {socket, static_cast<short>(direction == Direction::read ? POLLIN : POLLOUT), 0};
  entries[1] = {wake_.get(), POLLIN, 0};  // poll() passes over a negative number
  for (;;) {
    const int count = ::poll(entries.data(), entries.size(), milliseconds_until(limit));
    if (count < 0 && errno != EINTR) {
      return unavailable("cannot wait for a socket: " + std::string(std::strerror(errno)));
    }
    if (control_.stop.stop_requested()) return ended("the call was stopped", doing);
    if (count > 0 && entries[0].revents != 0) return {};
    if (std::chrono::steady_clock::now() < limit) continue;
    if (auto error = over(doing)) return std::move(*error);
    return unavailable("no progress in time while " + std::string(doing));
  }
}

}  // namespace keywright::http
