#include "connect/open_remote.hpp"
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
      "; this build knows memory: (an embedded engine that lives as long as the process), "
      "aws:REGION, https://HOST, http://HOST:PORT and alternator+http://HOST:PORT";
  return error;
}

}  // namespace

Result<std::unique_ptr<Database>> connect(std::string_view url, const ConnectOptions& options) {
  constexpr std::string_view kAlternator = "alternator+";
  const auto colon = url.find(':');
  if (colon == std::string_view::npos) return bad_url(url, "no scheme is given");
  const auto scheme = url.substr(0, colon);
  const auto rest = url.substr(colon + 1);
  if (scheme == "aws") return connecting::open_aws(rest, options);
  if (scheme == "http" || scheme == "https") return connecting::open_url(url, options);
  if (scheme.starts_with(kAlternator)) {
    return connecting::open_alternator(url.substr(kAlternator.size()), options);
  }
  if (scheme != "memory") return bad_url(url, "unknown scheme " + std::string(scheme) + ":");
  if (!rest.empty()) return bad_url(url, "memory: takes nothing behind the colon");

  EngineOptions engine_options;
  engine_options.clock = options.clock;
  return std::unique_ptr<Database>(Engine::in_memory(std::move(engine_options)));
}

}  // namespace keywright
