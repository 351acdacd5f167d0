#pragma once
// A world made of maps: variables, files, commands, and a service that a test writes as a function.

#include "credentials/context.hpp"
#include "credentials/found.hpp"
#include "credentials/world.hpp"

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace keywright::credentials {

inline http::Response answer(int status, std::string body) {
  return {status, {}, std::move(body), {}};
}

inline std::string header_of(const http::Request& request, std::string_view name) {
  for (const http::Header& header : request.headers) {
    if (header.name == name) return header.value;
  }
  return {};
}

/// 2025-01-31T08:00:00Z
inline constexpr TimePoint kNow{std::chrono::milliseconds(1738310400000)};

/// Shared by the copies that a World's functions hold.
struct FakeWorld {
  using Service = std::function<Result<http::Response>(const http::Request&)>;

  std::map<std::string, std::string> variables{};
  std::map<std::string, std::string> files{};
  std::map<std::string, ProcessOutput> commands{};
  Service service{};  ///< none: nobody answers
  ManualClock clock{kNow};

  std::vector<http::Request> requests{};
  std::vector<std::chrono::milliseconds> pauses{};
  AwsSources sources{};
  CallControl control{};

  FakeWorld() = default;
  FakeWorld(const FakeWorld&) = delete;
  FakeWorld& operator=(const FakeWorld&) = delete;

  /// Valid as long as this.
  World world() {
    World out;
    out.environment = [this](const std::string& name) -> std::optional<std::string> {
      const auto found = variables.find(name);
      if (found == variables.end()) return std::nullopt;
      return found->second;
    };
    out.home = "/home/me";
    out.read_file = [this](const std::string& path) { return read(path); };
    out.write_file = [this](const std::string& path, const std::string& text) {
      files[path] = text;
      return Result<void>{};
    };
    out.run_process = [this](const std::string& command,
                             const CallControl&) -> Result<ProcessOutput> {
      return commands.at(command);
    };
    out.pause = [this](std::chrono::milliseconds time, const CallControl&) {
      pauses.push_back(time);
      return Result<void>{};
    };
    out.clock = clock;
    out.transport = std::make_shared<Transport>(*this);
    return out;
  }

  void config(std::string text) { files["/home/me/.aws/config"] = std::move(text); }
  void credentials_file(std::string text) { files["/home/me/.aws/credentials"] = std::move(text); }

  /// Asks one source.
  Result<Found> ask(Result<Found> (*source)(Context&)) {
    const World made = world();
    Context context(made, sources, control);
    return source(context);
  }

 private:
  class Transport final : public http::Transport {
   public:
    explicit Transport(FakeWorld& world) : world_(world) {}
    Result<http::Response> send(const http::Request& request, const CallControl&) override {
      world_.requests.push_back(request);
      if (world_.service) return world_.service(request);
      Error error;
      error.code = ErrorCode::unavailable;
      error.message = "connection refused";
      return error;
    }

   private:
    FakeWorld& world_;
  };

  [[nodiscard]] Result<std::string> read(const std::string& path) const {
    if (const auto found = files.find(path); found != files.end()) return found->second;
    Error error;
    error.code = ErrorCode::not_found;
    error.message = path + " cannot be opened: No such file or directory";
    return error;
  }
};

/// "id/secret/token", why there is nothing ("nothing: ..."), or "error: ...".
inline std::string told(const Result<Found>& found) {
  if (!found) return "error: " + found.error().message;
  if (const auto* nothing = std::get_if<Nothing>(&*found)) return "nothing: " + nothing->why;
  const auto& credentials = std::get<Credentials>(*found);
  return credentials.access_key_id + '/' + credentials.secret_access_key + '/' +
         credentials.session_token;
}

}  // namespace keywright::credentials
