#pragma once
// Waiting for a socket, no longer than a call may take.

#include <keywright/call_control.hpp>
#include <keywright/error.hpp>
#include <keywright/result.hpp>

#include <chrono>
#include <functional>
#include <optional>
#include <string>

namespace keywright::http {

using SteadyTime = std::chrono::steady_clock::time_point;

/// A file descriptor that is closed with its owner.
class FileDescriptor {
 public:
  FileDescriptor() = default;
  explicit FileDescriptor(int number) : number_(number) {}
  FileDescriptor(FileDescriptor&& other) noexcept;
  FileDescriptor& operator=(FileDescriptor&& other) noexcept;
  ~FileDescriptor();

  [[nodiscard]] int get() const { return number_; }
  [[nodiscard]] explicit operator bool() const { return number_ >= 0; }

 private:
  int number_ = -1;
};

/// An `unavailable` error.
[[nodiscard]] Error unavailable(std::string message);

/// The limits of one call. Of the thread that makes it.
class Wait {
 public:
  /// `total` is the end of the client's own time for the call.
  Wait(const CallControl& control, SteadyTime total);

  enum class Direction : short { read, write };

  /// Until `socket` is ready or has failed, which its next use tells. Otherwise the error: the
  /// call's own limits are `timeout`, those of the client `unavailable`, with `doing` in the text.
  [[nodiscard]] Result<void> until_ready(int socket, Direction direction, SteadyTime limit,
                                         std::string_view doing);

  /// The error of a call that may not go on, if it may not.
  [[nodiscard]] std::optional<Error> over(std::string_view doing) const;
  /// The latest that anything in this call may take.
  [[nodiscard]] SteadyTime end() const;
  [[nodiscard]] const std::stop_token& stop() const { return control_.stop; }

 private:
  const CallControl& control_;
  SteadyTime total_;
  FileDescriptor wake_;  ///< readable once a stop is requested; none if that cannot be
  std::optional<std::stop_callback<std::function<void()>>> on_stop_;
};

}  // namespace keywright::http
