#include <keywright/connect.hpp>
#include <keywright/engine.hpp>

#include <string>

namespace keywright {
namespace {

Error bad_url(std::string_view url, std::string_view why) {
  Error error;
  error.code = ErrorCode::validation;
  error.message =
      "cannot connect to \"" + std::string(url) + "\": " + std::string(why) +
      "; this build knows memory: (an embedded engine that lives as long as the process)";
  return error;
}

}  // namespace

Result<std::unique_ptr<Database>> connect(std::string_view url, const ConnectOptions& options) {
  const auto colon = url.find(':');
  if (colon == std::string_view::npos) return bad_url(url, "no scheme is given");
  const auto scheme = url.substr(0, colon);
  if (scheme != "memory") return bad_url(url, "unknown scheme " + std::string(scheme) + ":");
  if (colon + 1 != url.size()) return bad_url(url, "memory: takes nothing behind the colon");

  EngineOptions engine_options;
  engine_options.clock = options.clock;
  return std::unique_ptr<Database>(Engine::in_memory(std::move(engine_options)));
}

}  // namespace keywright
