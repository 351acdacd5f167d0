#pragma once
// What AWS's SDKs read from the environment and the shared config and credentials files: region,
// endpoint and the like, by the same names and in the same order. docs/credentials.md lists them.
//
// Plain data. resolve_aws_settings() reads both files anew each time and never keeps anything; it
// asks the instance metadata service only if no region is found elsewhere. A malformed file, a
// profile that is named and missing, or a value that does not read is a `validation` error that
// says where.

#include <keywright/call_control.hpp>
#include <keywright/result.hpp>

#include <functional>
#include <optional>
#include <string>

namespace keywright {

/// The value of an environment variable. Called from any thread.
using EnvironmentLookup = std::function<std::optional<std::string>(const std::string& name)>;

/// Where settings and credentials are looked for. All of it may stay empty.
struct AwsSources {
  std::string profile{};            ///< empty: AWS_PROFILE, or `default`
  std::string region{};             ///< goes before all others
  std::string config_file{};        ///< empty: AWS_CONFIG_FILE, or ~/.aws/config
  std::string credentials_file{};   ///< empty: AWS_SHARED_CREDENTIALS_FILE, or ~/.aws/credentials
  EnvironmentLookup environment{};  ///< empty: the process's own
};

template <class T>
struct AwsSetting {
  T value{};
  std::string source{};  ///< for people: "AWS_REGION", "~/.aws/config:3"; empty: set nowhere

  [[nodiscard]] bool is_set() const { return !source.empty(); }
};

struct AwsSettings {
  AwsSetting<std::string> profile{};
  AwsSetting<std::string> region{};
  AwsSetting<std::string> endpoint_url{};  ///< DynamoDB's, if it is not AWS's own
  AwsSetting<bool> use_fips_endpoint{};
  AwsSetting<bool> use_dualstack_endpoint{};
  AwsSetting<int> max_attempts{};  ///< 0 where nothing is set
};

[[nodiscard]] Result<AwsSettings> resolve_aws_settings(const AwsSources& sources = {},
                                                       const CallControl& control = {});

/// The region of `settings`, or an error that says where one could be set.
[[nodiscard]] Result<std::string> required_region(const AwsSettings& settings);

}  // namespace keywright
