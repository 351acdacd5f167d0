#include "credentials/world.hpp"

#include "core/file_replacement.hpp"
#include "core/pause.hpp"
#include "credentials/text.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <pwd.h>
#include <unistd.h>

namespace keywright::credentials {
namespace {

constexpr std::size_t kLargestFile = 1 << 20;

/// A file descriptor that is closed in the end.
class Descriptor {
 public:
  explicit Descriptor(int value) : value_(value) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (value_ >= 0) ::close(value_);
  }
  [[nodiscard]] int get() const { return value_; }

 private:
  int value_;
};

Error file_error(const std::string& path, int error, std::string_view doing) {
  Error out =
      configuration_error(path + " cannot be " + std::string(doing) + ": " + std::strerror(error));
  if (error == ENOENT || error == ENOTDIR) out.code = ErrorCode::not_found;
  return out;
}

Result<std::string> read_file(const std::string& path) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (file.get() < 0) return file_error(path, errno, "opened");
  std::string out;
  std::array<char, 4096> buffer;
  for (;;) {
    const ssize_t count = ::read(file.get(), buffer.data(), buffer.size());
    if (count == 0) return out;
    if (count < 0) {
      if (errno == EINTR) continue;
      return file_error(path, errno, "read");
    }
    out.append(buffer.data(), static_cast<std::size_t>(count));
    if (out.size() > kLargestFile) {
      return configuration_error(path + " is larger than 1 MiB, which is not what was expected");
    }
  }
}

Result<void> write_file(const std::string& path, const std::string& text) {
  FileReplacement replacement(path, FileReplacement::Readers::owner);
  auto fault = replacement.write(text);
  if (!fault) fault = replacement.take_place();
  if (fault) return configuration_error(path + " cannot be written: " + *fault);
  return {};
}

Result<void> pause(std::chrono::milliseconds time, const CallControl& control) {
  std::chrono::nanoseconds left = time;
  if (control.deadline) left = std::min(left, *control.deadline - std::chrono::steady_clock::now());
  const bool is_whole = left == time;
  if (pause_for(left, control.stop) && is_whole) return {};
  Error error;
  error.code = ErrorCode::timeout;
  error.message = "the call ended while it waited to try again";
  return error;
}

std::optional<std::string> process_environment(const std::string& name) {
  const char* value = std::getenv(name.c_str());
  if (value == nullptr) return std::nullopt;
  return value;
}

std::string home_folder(const EnvironmentLookup& environment) {
  if (auto home = environment("HOME"); home && !home->empty()) return *home;
  std::vector<char> buffer(16384);
  passwd entry{};
  passwd* found = nullptr;
  ::getpwuid_r(::getuid(), &entry, buffer.data(), buffer.size(), &found);
  return found == nullptr ? std::string{} : found->pw_dir;
}

}  // namespace

std::string World::variable(const std::string& name) const {
  return environment(name).value_or(std::string{});
}

std::string World::expand(const std::string& path) const {
  if (path != "~" && !path.starts_with("~/")) return path;
  return home + path.substr(1);
}

std::string World::shorten(const std::string& path) const {
  if (home.empty() || !path.starts_with(home + '/')) return path;
  return '~' + path.substr(home.size());
}

World real_world(EnvironmentLookup environment, std::shared_ptr<http::Transport> transport) {
  World out;
  out.environment = environment ? std::move(environment) : process_environment;
  out.home = home_folder(out.environment);
  out.read_file = read_file;
  out.write_file = write_file;
  out.run_process = run_process;
  out.pause = pause;
  out.clock = system_clock();
  out.transport = std::move(transport);
  return out;
}

}  // namespace keywright::credentials
