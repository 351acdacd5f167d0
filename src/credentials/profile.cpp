// A profile names credentials in one of many ways; a role may stand on another profile.

#include "credentials/process_source.hpp"
#include "credentials/sources.hpp"
#include "credentials/sso.hpp"
#include "credentials/sts.hpp"
#include "credentials/text.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace keywright::credentials {
namespace {

bool has_static_keys(const Section& profile) {
  return find_property(&profile, "aws_access_key_id") != nullptr ||
         find_property(&profile, "aws_secret_access_key") != nullptr;
}

Result<Found> static_keys(const std::string& name, const Section& profile) {
  const Property* id = find_property(&profile, "aws_access_key_id");
  const Property* secret = find_property(&profile, "aws_secret_access_key");
  if (id == nullptr || secret == nullptr) {
    const auto [has, lacks] = id == nullptr
                                  ? std::pair("aws_secret_access_key", "aws_access_key_id")
                                  : std::pair("aws_access_key_id", "aws_secret_access_key");
    return configuration_error((id == nullptr ? secret : id)->place + ": the profile " +
                               quoted(name) + " has " + has + " and lacks " + lacks);
  }
  Credentials out;
  out.access_key_id = id->value;
  out.secret_access_key = secret->value;
  out.session_token = property_value(&profile, "aws_session_token");
  out.source = "the profile " + quoted(name) + " (" + id->place + ")";
  return out;
}

class ProfileResolver {
 public:
  explicit ProfileResolver(Context& context) : context_(context) {}

  Result<Found> resolve(const std::string& name, const Section& profile) {
    const bool is_source = !visited_.empty();
    visited_.push_back(name);
    if (is_source && has_static_keys(profile)) return static_keys(name, profile);
    if (const Property* arn = find_property(&profile, "role_arn")) {
      return role(name, profile, *arn);
    }
    if (const Property* login = find_property(&profile, "login_session")) return no_login(*login);
    if (names_sso(profile)) return found(sso_credentials(context_, name, profile));
    if (has_static_keys(profile)) return static_keys(name, profile);
    if (const Property* command = find_property(&profile, "credential_process")) {
      return found(process_credentials(context_, *command));
    }
    return Nothing{"the profile " + quoted(name) + " of " + context_.file_names() +
                   " names no credentials"};
  }

 private:
  static Result<Found> found(Result<Credentials> credentials) {
    if (!credentials) return std::move(credentials).error();
    return *std::move(credentials);
  }

  static Error no_login(const Property& login) {
    return configuration_error(
        login.place +
        ": the session of `aws login` cannot be read here. Set, in a profile of its own, "
        "credential_process = aws configure export-credentials --format process --profile <this "
        "one>");
  }

  Result<Found> role(const std::string& name, const Section& profile, const Property& arn) {
    Role role{arn.value, property_value(&profile, "role_session_name"),
              property_value(&profile, "external_id"), property_value(&profile, "duration_seconds"),
              "the profile " + quoted(name) + " (" + arn.place + ")"};
    if (auto checked = check(profile, role); !checked) return std::move(checked).error();
    if (const Property* file = find_property(&profile, "web_identity_token_file")) {
      return found(assume_role_with_web_identity(context_, role, file->value));
    }
    auto caller = caller_of(name, profile, arn);
    if (!caller) return caller;
    if (auto* nothing = std::get_if<Nothing>(&*caller)) {
      return configuration_error("the role of " + role.place +
                                 " has nobody to assume it: " + nothing->why);
    }
    return found(assume_role(context_, role, std::get<Credentials>(*caller)));
  }

  static Result<void> check(const Section& profile, const Role& role) {
    if (const Property* device = find_property(&profile, "mfa_serial")) {
      return configuration_error(
          device->place +
          ": a role with mfa_serial needs a code typed in, for which a library cannot ask. Take a "
          "session with `aws sts get-session-token` or through credential_process instead");
    }
    if (role.duration_seconds.find_first_not_of("0123456789") != std::string::npos) {
      return configuration_error(find_property(&profile, "duration_seconds")->place +
                                 ": duration_seconds must be a whole number, and is " +
                                 quoted(role.duration_seconds));
    }
    return {};
  }

  /// Who assumes the role: another profile, the profile's own keys, or a source by name.
  Result<Found> caller_of(const std::string& name, const Section& profile, const Property& arn) {
    const Property* source_profile = find_property(&profile, "source_profile");
    const Property* source = find_property(&profile, "credential_source");
    if ((source_profile == nullptr) == (source == nullptr)) {
      return configuration_error(
          arn.place + ": the profile " + quoted(name) +
          (source == nullptr
               ? " has role_arn, but neither source_profile nor credential_source nor "
                 "web_identity_token_file to say who assumes it"
               : " has both source_profile and credential_source: remove one"));
    }
    if (source != nullptr) return by_source(*source);
    if (source_profile->value == name && has_static_keys(profile)) {
      return static_keys(name, profile);
    }
    return by_profile(*source_profile);
  }

  Result<Found> by_profile(const Property& source) {
    if (std::find(visited_.begin(), visited_.end(), source.value) != visited_.end()) {
      std::string way;
      for (const std::string& name : visited_) way += name + " -> ";
      return configuration_error(source.place + ": source_profile goes round in a circle: " + way +
                                 source.value);
    }
    const auto files = context_.files();
    if (!files) return files.error();
    const auto profile = (*files)->profiles.find(source.value);
    if (profile == (*files)->profiles.end()) {
      Error error = missing_profile(context_, source.value);
      error.message = source.place + ": " + error.message;
      return error;
    }
    return resolve(source.value, profile->second);
  }

  Result<Found> by_source(const Property& source) {
    using Function = Result<Found> (*)(Context&);
    constexpr std::pair<std::string_view, Function> kSources[] = {
        {"Environment", keys_of_environment},
        {"EcsContainer", container_credentials},
        {"Ec2InstanceMetadata", instance_metadata_credentials},
    };
    for (const auto& [name, function] : kSources) {
      if (source.value == name) return function(context_);
    }
    return configuration_error(source.place +
                               ": credential_source must be Environment, "
                               "EcsContainer or Ec2InstanceMetadata, and is " +
                               quoted(source.value));
  }

  Context& context_;
  std::vector<std::string> visited_;
};

}  // namespace

Result<Found> profile_credentials(Context& context) {
  const auto profile = context.profile();
  if (!profile) return profile.error();
  const std::string& name = context.profile_name().value;
  if (*profile == nullptr) return Nothing{missing_profile(context, name).message};
  return ProfileResolver(context).resolve(name, **profile);
}

}  // namespace keywright::credentials
