#include "credentials/sso.hpp"

#include "credentials/answers.hpp"
#include "credentials/endpoints.hpp"
#include "credentials/http_call.hpp"
#include "credentials/sso_token.hpp"
#include "credentials/text.hpp"
#include "wire/sigv4.hpp"

#include <utility>

namespace keywright::credentials {
namespace {

/// A property that the profile must have, itself or by its sso-session.
Result<std::string> required(const Section& section, std::string_view name,
                             const std::string& where) {
  if (std::string value = property_value(&section, name); !value.empty()) return value;
  return configuration_error(where + " lacks " + std::string(name) +
                             ", which credentials by IAM Identity Center need");
}

/// Of what stands in both, the profile may not contradict its session.
Result<void> check_same(const Section& profile, const Section& session, std::string_view name,
                        const std::string& where) {
  const Property* own = find_property(&profile, name);
  if (own == nullptr || own->value == property_value(&session, name)) return {};
  return configuration_error(own->place + ": " + std::string(name) + " differs from that of " +
                             where + ": remove one of both");
}

Result<SsoLogin> login_of(Context& context, const std::string& profile_name,
                          const Section& profile) {
  SsoLogin out;
  out.profile = profile_name;
  out.session = property_value(&profile, "sso_session");
  const Section* section = &profile;
  std::string where = "the profile " + quoted(profile_name);
  if (!out.session.empty()) {
    const auto files = context.files();
    if (!files) return files.error();
    const auto found = (*files)->sso_sessions.find(out.session);
    if (found == (*files)->sso_sessions.end()) {
      return configuration_error(where + " names the sso-session " + quoted(out.session) +
                                 ", but there is no [sso-session " + out.session + "] in " +
                                 context.file_names());
    }
    section = &found->second;
    where = "[sso-session " + out.session + "]";
    for (const std::string_view name : {"sso_start_url", "sso_region"}) {
      if (auto same = check_same(profile, *section, name, where); !same) {
        return std::move(same).error();
      }
    }
  }
  auto start_url = required(*section, "sso_start_url", where);
  if (!start_url) return std::move(start_url).error();
  auto region = required(*section, "sso_region", where);
  if (!region) return std::move(region).error();
  out.start_url = *std::move(start_url);
  out.region = *std::move(region);
  return out;
}

/// GET /federation/credentials
Result<http::Request> role_request(Context& context, const SsoLogin& login,
                                   const std::string& account_id, const std::string& role_name) {
  auto endpoint = regional_endpoint(context, "sso", "portal.sso", login.region);
  if (!endpoint) return std::move(endpoint).error();
  auto token = sso_token(context, login);
  if (!token) return std::move(token).error();
  std::string path = "/federation/credentials?role_name=";
  wire::append_uri_encoded(path, role_name);
  path += "&account_id=";
  wire::append_uri_encoded(path, account_id);
  http::Request out;
  out.url = below(*std::move(endpoint), path);
  out.headers.push_back({"x-amz-sso_bearer_token", *std::move(token)});
  return out;
}

}  // namespace

bool names_sso(const Section& profile) {
  return find_property(&profile, "sso_account_id") != nullptr ||
         find_property(&profile, "sso_role_name") != nullptr;
}

Result<Credentials> sso_credentials(Context& context, const std::string& profile_name,
                                    const Section& profile) {
  const std::string where = "the profile " + quoted(profile_name);
  const auto account_id = required(profile, "sso_account_id", where);
  if (!account_id) return account_id.error();
  const auto role_name = required(profile, "sso_role_name", where);
  if (!role_name) return role_name.error();
  const auto login = login_of(context, profile_name, profile);
  if (!login) return login.error();
  const auto request = role_request(context, *login, *account_id, *role_name);
  if (!request) return request.error();

  const std::string who = "IAM Identity Center in " + login->region + ", asked for the role " +
                          quoted(*role_name) + " of the account " + *account_id;
  const auto response = call(context.world(), *request, {}, context.control(), who);
  if (!response) return response.error();
  if (response->status != 200) {
    const Settings members = read_json(response->body).value_or(Settings{});
    Error error = status_error(who, response->status, member(members, "message"));
    if (response->status == 401) error.message += ". To log in again, " + login_again(*login);
    return error;
  }
  const auto members = read_json(response->body, "roleCredentials");
  if (!members) return configuration_error(who + ", did not answer with roleCredentials");
  auto out = read_credentials(
      *members, {"accessKeyId", "secretAccessKey", "sessionToken", "expiration"}, who + ",");
  if (out) {
    out->source = "the role " + quoted(*role_name) + " of IAM Identity Center, by " + where;
  }
  return out;
}

}  // namespace keywright::credentials
