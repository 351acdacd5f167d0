#pragma once
// One shared config or credentials file as AWS's SDKs read it.
//
//   # a comment                   also after a value or a section, with ; or #, after a blank
//   [profile dev]                 [dev] in a credentials file; [default] in both
//   region = eu-west-1
//   dynamodb =                    a property without a value takes the indented lines below it
//     endpoint_url = http://localhost:8000
//   [sso-session corp]            [services local] likewise; other sections are left aside
//
// Names of properties are case-insensitive. A section given twice is one section, and of a
// property given twice the last counts. [profile default] goes before [default].

#include <keywright/result.hpp>

#include <functional>
#include <map>
#include <string>
#include <string_view>

namespace keywright::credentials {

using Settings = std::map<std::string, std::string, std::less<>>;

struct Property {
  std::string value{};
  Settings nested{};
  std::string place{};  ///< "~/.aws/config:3"
};

using Section = std::map<std::string, Property, std::less<>>;
using Sections = std::map<std::string, Section, std::less<>>;

/// What stands in files, by the names of its sections.
struct ConfigFile {
  Sections profiles{};
  Sections sso_sessions{};
  Sections services{};
};

enum class ConfigFileKind { config, credentials };

/// `name` is the file's, for errors and places. An error names file and line, and no value.
[[nodiscard]] Result<ConfigFile> parse_config_file(std::string_view text, const std::string& name,
                                                   ConfigFileKind kind);

/// Puts `over` on top of `file`, property by property.
void merge(ConfigFile& file, ConfigFile over);

}  // namespace keywright::credentials
