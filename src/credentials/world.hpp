#pragma once
// All that credentials and settings come from outside this library: nothing else in this layer
// touches the environment, a file, a process, the network or the clock.

#include "credentials/process.hpp"
#include "http/transport.hpp"
#include <keywright/aws_settings.hpp>
#include <keywright/call_control.hpp>
#include <keywright/clock.hpp>
#include <keywright/result.hpp>

#include <chrono>
#include <functional>
#include <memory>
#include <string>

namespace keywright::credentials {

struct World {
  EnvironmentLookup environment{};
  std::string home{};  ///< the folder that ~ stands for
  /// `not_found` if there is no such file.
  std::function<Result<std::string>(const std::string& path)> read_file{};
  /// Replaces a file in one step, readable by its owner alone.
  std::function<Result<void>(const std::string& path, const std::string& text)> write_file{};
  std::function<Result<ProcessOutput>(const std::string& command, const CallControl& control)>
      run_process{};
  /// Waits; a `timeout` error if `control` ends it.
  std::function<Result<void>(std::chrono::milliseconds time, const CallControl& control)> pause{};
  Clock clock{};
  std::shared_ptr<http::Transport> transport{};

  /// The variable's value, empty also if it is not set: AWS makes no difference.
  [[nodiscard]] std::string variable(const std::string& name) const;
  /// `path` with a leading ~ replaced.
  [[nodiscard]] std::string expand(const std::string& path) const;
  /// `path` as people write it: with ~ for the home folder.
  [[nodiscard]] std::string shorten(const std::string& path) const;
};

/// The process's own environment, files, clock and processes; `environment` if it is not empty.
[[nodiscard]] World real_world(EnvironmentLookup environment,
                               std::shared_ptr<http::Transport> transport);

}  // namespace keywright::credentials
