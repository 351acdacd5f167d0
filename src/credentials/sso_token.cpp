#include "credentials/sso_token.hpp"

#include "credentials/answers.hpp"
#include "credentials/endpoints.hpp"
#include "credentials/http_call.hpp"
#include "credentials/sso.hpp"
#include "credentials/text.hpp"
#include "wire/json_writer.hpp"

#include <array>
#include <charconv>
#include <chrono>
#include <utility>

#include <openssl/evp.h>

namespace keywright::credentials {
namespace {

constexpr std::chrono::minutes kRefreshBefore{5};

/// SHA-1 in hexadecimal digits: it names files here, it protects nothing.
std::string sha1_hex(const std::string& text) {
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned int size = 0;
  EVP_Digest(text.data(), text.size(), digest.data(), &size, EVP_sha1(), nullptr);
  std::string out;
  for (unsigned int i = 0; i < size; ++i) {
    out.push_back("0123456789abcdef"[digest[i] >> 4]);
    out.push_back("0123456789abcdef"[digest[i] & 15]);
  }
  return out;
}

std::string write_object(const Settings& members) {
  std::string out;
  {
    wire::ObjectWriter object(out);
    for (const auto& [name, value] : members) {
      wire::append_string(object.begin_any(name), value);
    }
  }
  return out;
}

Error login_needed(const SsoLogin& login, const std::string& why) {
  return configuration_error("the IAM Identity Center login of the profile " +
                             quoted(login.profile) + " " + why + ": " + login_again(login));
}

/// Whether the cache holds what a refresh needs.
bool can_refresh(const SsoLogin& login, const Settings& cached, TimePoint now) {
  const auto registered_until = parse_iso_time(member(cached, "registrationExpiresAt"));
  return !login.session.empty() && registered_until && *registered_until > now &&
         !member(cached, "refreshToken").empty() && !member(cached, "clientId").empty() &&
         !member(cached, "clientSecret").empty();
}

/// CreateToken of SSO OIDC. The new token is put into the cache, for all who read it.
Result<std::string> refresh(Context& context, const SsoLogin& login, const std::string& file,
                            Settings cached) {
  const World& world = context.world();
  auto endpoint = regional_endpoint(context, "sso_oidc", "oidc", login.region);
  if (!endpoint) return std::move(endpoint).error();
  http::Request request;
  request.method = "POST";
  request.url = below(*std::move(endpoint), "/token");
  request.headers.push_back({"Content-Type", "application/json"});
  request.body = write_object({{"clientId", member(cached, "clientId")},
                               {"clientSecret", member(cached, "clientSecret")},
                               {"grantType", "refresh_token"},
                               {"refreshToken", member(cached, "refreshToken")}});
  const std::string who = "SSO OIDC in " + login.region + ", asked to refresh the login,";
  // A refresh token counts once: an attempt that got no answer may have used it up.
  const auto response =
      call(world, request, {1, std::chrono::milliseconds(5000)}, context.control(), who);
  if (!response) return response.error();
  const Settings answer = read_json(response->body).value_or(Settings{});
  if (response->status != 200) {
    return status_error(who, response->status, member(answer, "error"));
  }
  const std::string lifetime = member(answer, "expiresIn");
  int seconds = 0;
  std::from_chars(lifetime.data(), lifetime.data() + lifetime.size(), seconds);
  const std::string token = member(answer, "accessToken");
  if (token.empty() || seconds <= 0) {
    return configuration_error(who + " answered without accessToken or expiresIn");
  }
  cached["accessToken"] = token;
  cached["expiresAt"] = iso_time(world.clock() + std::chrono::seconds(seconds));
  if (std::string next = member(answer, "refreshToken"); !next.empty()) {
    cached["refreshToken"] = std::move(next);
  }
  // Not to be able to write is no reason to refuse what was given.
  static_cast<void>(world.write_file(file, write_object(cached)));
  return token;
}

}  // namespace

std::string sso_cache_file(const World& world, const std::string& session) {
  return world.expand("~/.aws/sso/cache/" + sha1_hex(session) + ".json");
}

std::string login_again(const SsoLogin& login) {
  return "run: aws sso login --profile " + login.profile;
}

Result<std::string> sso_token(Context& context, const SsoLogin& login) {
  const World& world = context.world();
  const std::string file =
      sso_cache_file(world, login.session.empty() ? login.start_url : login.session);
  const auto text = world.read_file(file);
  if (!text) {
    if (text.error().code == ErrorCode::not_found) return login_needed(login, "was never made");
    return text.error();
  }
  const auto cached = read_json(*text);
  const std::string token = cached ? member(*cached, "accessToken") : std::string{};
  const auto expires = cached ? parse_iso_time(member(*cached, "expiresAt")) : std::nullopt;
  if (token.empty() || !expires) {
    return login_needed(login, "cannot be read from " + world.shorten(file));
  }
  const TimePoint now = world.clock();
  const bool valid = *expires > now;
  if (*expires > now + kRefreshBefore) return token;
  if (can_refresh(login, *cached, now)) {
    auto refreshed = refresh(context, login, file, *cached);
    if (refreshed) return refreshed;
    if (valid) return token;
    if (refreshed.error().code != ErrorCode::validation) return refreshed;
    return login_needed(login,
                        "has expired and was not refreshed (" + refreshed.error().message + ")");
  }
  if (valid) return token;
  return login_needed(login, "expired at " + iso_time(*expires));
}

}  // namespace keywright::credentials
