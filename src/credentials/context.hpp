#pragma once
// One look at the configuration: both shared files are read at most once, and only when something
// is asked of them. One per call and thread.

#include "credentials/config_file.hpp"
#include "credentials/world.hpp"
#include <keywright/aws_settings.hpp>
#include <keywright/call_control.hpp>
#include <keywright/result.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace keywright::credentials {

class Context {
 public:
  Context(const World& world, const AwsSources& sources, const CallControl& control);

  [[nodiscard]] const World& world() const { return world_; }
  [[nodiscard]] const CallControl& control() const { return control_; }

  /// Which profile counts, and who says so; without a source it is `default`.
  [[nodiscard]] const AwsSetting<std::string>& profile_name() const { return profile_name_; }
  /// Whether the program itself names the profile.
  [[nodiscard]] bool profile_is_argument() const { return !sources_.profile.empty(); }
  /// Where profiles are looked for: "~/.aws/config and ~/.aws/credentials".
  [[nodiscard]] std::string file_names() const;

  /// What both files say together; the credentials file goes first.
  Result<const ConfigFile*> files();
  /// The profile that counts. Null only for `default`: a profile that is named must be there.
  Result<const Section*> profile();

  /// A variable, or else a property of the profile. `variable` may be empty.
  Result<AwsSetting<std::string>> setting(const std::string& variable, std::string_view property);
  /// The same for true and false.
  Result<AwsSetting<bool>> flag(const std::string& variable, std::string_view property);
  /// The same for whole numbers of at least `least`.
  Result<AwsSetting<int>> number(const std::string& variable, std::string_view property, int least);

  /// Argument, environment or profile; the metadata service is not asked.
  Result<AwsSetting<std::string>> region();
  /// The endpoint configured for a service, named as in a `services` section: "dynamodb", "sts".
  Result<AwsSetting<std::string>> endpoint_url(std::string_view service);

 private:
  Result<std::optional<ConfigFile>> read(const std::string& path, ConfigFileKind kind) const;

  const World& world_;
  const AwsSources& sources_;
  const CallControl& control_;
  AwsSetting<std::string> profile_name_;
  std::string config_file_;
  std::string credentials_file_;
  std::optional<Result<ConfigFile>> files_;
};

/// A property that has a value, or nullptr.
[[nodiscard]] const Property* find_property(const Section* section, std::string_view name);
/// Its value, or nothing.
[[nodiscard]] std::string property_value(const Section* section, std::string_view name);

/// "there is no profile ..."
[[nodiscard]] Error missing_profile(const Context& context, std::string_view name);

}  // namespace keywright::credentials
