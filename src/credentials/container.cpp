#include "credentials/answers.hpp"
#include "credentials/http_call.hpp"
#include "credentials/sources.hpp"
#include "credentials/text.hpp"
#include "http/url.hpp"

#include <array>

namespace keywright::credentials {
namespace {

constexpr std::string_view kRelative = "AWS_CONTAINER_CREDENTIALS_RELATIVE_URI";
constexpr std::string_view kFull = "AWS_CONTAINER_CREDENTIALS_FULL_URI";
constexpr std::string_view kToken = "AWS_CONTAINER_AUTHORIZATION_TOKEN";
constexpr std::string_view kTokenFile = "AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE";
constexpr CallPolicy kPolicy{3, std::chrono::milliseconds(2000)};

/// Without TLS, only these may be asked: nobody else shall see the token or choose the credentials.
bool is_local(std::string_view host) {
  constexpr std::array<std::string_view, 5> kHosts{"localhost", "::1", "169.254.170.2",
                                                   "169.254.170.23", "fd00:ec2::23"};
  const bool is_address = host.find_first_not_of("0123456789.") == std::string_view::npos;
  if (is_address && host.starts_with("127.")) return true;
  return std::find(kHosts.begin(), kHosts.end(), host) != kHosts.end();
}

Result<http::Url> endpoint(const std::string& relative, const std::string& full) {
  if (!relative.empty()) {
    if (relative.front() != '/') {
      return configuration_error(std::string(kRelative) + " must begin with /, and is " +
                                 quoted(relative));
    }
    return http::parse_url("http://169.254.170.2" + relative);
  }
  auto url = http::parse_url(full);
  if (!url) {
    Error error = std::move(url).error();
    error.message = std::string(kFull) + ": " + error.message;
    return error;
  }
  if (!url->tls && !is_local(url->host)) {
    return configuration_error(
        std::string(kFull) + " names " + quoted(url->host) +
        ", but only https:// may leave this machine: plain http:// is for "
        "loopback addresses, 169.254.170.2, 169.254.170.23 and fd00:ec2::23");
  }
  return url;
}

/// What goes into the Authorization header. The file changes under a running program.
Result<std::string> authorization(const World& world) {
  std::string from(kTokenFile);
  std::string token;
  if (const std::string path = world.variable(from); !path.empty()) {
    auto text = world.read_file(world.expand(path));
    if (!text) {
      Error error = configuration_error(from + ": " + text.error().message);
      return error;
    }
    token = std::string(trim(*text));
  } else {
    from = kToken;
    token = world.variable(from);
  }
  if (token.find_first_of("\r\n") != std::string::npos) {
    return configuration_error(from + " holds a line break, which no header may have");
  }
  return token;
}

}  // namespace

Result<Found> container_credentials(Context& context) {
  const World& world = context.world();
  const std::string relative = world.variable(std::string(kRelative));
  const std::string full = world.variable(std::string(kFull));
  if (relative.empty() && full.empty()) {
    return Nothing{"neither " + std::string(kRelative) + " nor " + std::string(kFull) + " is set"};
  }
  auto url = endpoint(relative, full);
  if (!url) return std::move(url).error();
  auto token = authorization(world);
  if (!token) return std::move(token).error();

  const std::string who = "the container's credentials endpoint " + to_string(*url);
  http::Request request;
  request.url = *std::move(url);
  request.headers.push_back({"Accept", "application/json"});
  if (!token->empty()) request.headers.push_back({"Authorization", *token});
  const auto response = call(world, request, kPolicy, context.control(), who);
  if (!response) return response.error();
  const auto members = read_json(response->body);
  if (response->status != 200) {
    return status_error(who, response->status,
                        members ? member(*members, "message") : std::string{});
  }
  if (!members) return configuration_error(who + " did not answer with a JSON object");
  auto out = read_credentials(*members, {.session_token = "Token"}, who);
  if (!out) return std::move(out).error();
  out->source = who;
  return *std::move(out);
}

}  // namespace keywright::credentials
