#include "credentials/context.hpp"

#include "credentials/text.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

namespace keywright::credentials {
namespace {

constexpr std::string_view kProfileVariable = "AWS_PROFILE";

/// The first that is not empty: what was passed, a variable's value, the default.
std::string file_path(const World& world, const std::string& argument, const std::string& variable,
                      std::string_view fallback) {
  std::string path = argument.empty() ? world.variable(variable) : argument;
  return world.expand(path.empty() ? std::string(fallback) : path);
}

AwsSetting<std::string> profile_name(const World& world, const AwsSources& sources) {
  if (!sources.profile.empty()) return {sources.profile, "the argument"};
  const std::string variable(kProfileVariable);
  if (std::string name = world.variable(variable); !name.empty()) return {name, variable};
  return {"default", {}};
}

/// AWS_ENDPOINT_URL_DYNAMODB of "dynamodb".
std::string endpoint_variable(std::string_view service) {
  std::string out = "AWS_ENDPOINT_URL_";
  for (const char c : service) {
    out.push_back(c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c);
  }
  return out;
}

}  // namespace

const Property* find_property(const Section* section, std::string_view name) {
  if (section == nullptr) return nullptr;
  const auto found = section->find(name);
  if (found == section->end() || found->second.value.empty()) return nullptr;
  return &found->second;
}

std::string property_value(const Section* section, std::string_view name) {
  const Property* property = find_property(section, name);
  return property == nullptr ? std::string{} : property->value;
}

Error missing_profile(const Context& context, std::string_view name) {
  return configuration_error("there is no profile " + quoted(name) + " in " + context.file_names());
}

Context::Context(const World& world, const AwsSources& sources, const CallControl& control)
    : world_(world),
      sources_(sources),
      control_(control),
      profile_name_(credentials::profile_name(world, sources)),
      config_file_(file_path(world, sources.config_file, "AWS_CONFIG_FILE", "~/.aws/config")),
      credentials_file_(file_path(world, sources.credentials_file, "AWS_SHARED_CREDENTIALS_FILE",
                                  "~/.aws/credentials")) {}

std::string Context::file_names() const {
  return world_.shorten(config_file_) + " and " + world_.shorten(credentials_file_);
}

Result<std::optional<ConfigFile>> Context::read(const std::string& path,
                                                ConfigFileKind kind) const {
  auto text = world_.read_file(path);
  if (!text) {
    if (text.error().code == ErrorCode::not_found) return std::optional<ConfigFile>{};
    return std::move(text).error();
  }
  auto file = parse_config_file(*text, world_.shorten(path), kind);
  if (!file) return std::move(file).error();
  return std::optional(*std::move(file));
}

Result<const ConfigFile*> Context::files() {
  if (!files_) {
    files_.emplace(ConfigFile{});
    auto config = read(config_file_, ConfigFileKind::config);
    auto over = read(credentials_file_, ConfigFileKind::credentials);
    if (!config) {
      files_.emplace(std::move(config).error());
    } else if (!over) {
      files_.emplace(std::move(over).error());
    } else {
      ConfigFile both = std::move(*config).value_or(ConfigFile{});
      merge(both, std::move(*over).value_or(ConfigFile{}));
      files_.emplace(std::move(both));
    }
  }
  if (!*files_) return files_->error();
  return &**files_;
}

Result<const Section*> Context::profile() {
  const auto found = files();
  if (!found) return found.error();
  const auto profile = (*found)->profiles.find(profile_name_.value);
  if (profile != (*found)->profiles.end()) return &profile->second;
  if (!profile_name_.is_set() || profile_name_.value == "default") return nullptr;
  Error error = missing_profile(*this, profile_name_.value);
  error.message += ", but " + profile_name_.source + " names it";
  return error;
}

Result<AwsSetting<std::string>> Context::setting(const std::string& variable,
                                                 std::string_view property) {
  if (!variable.empty()) {
    if (std::string value = world_.variable(variable); !value.empty()) {
      return AwsSetting<std::string>{std::move(value), variable};
    }
  }
  const auto found = profile();
  if (!found) return found.error();
  const Property* set = find_property(*found, property);
  if (set == nullptr) return AwsSetting<std::string>{};
  return AwsSetting<std::string>{set->value, set->place};
}

Result<AwsSetting<bool>> Context::flag(const std::string& variable, std::string_view property) {
  auto text = setting(variable, property);
  if (!text) return std::move(text).error();
  if (!text->is_set()) return AwsSetting<bool>{};
  const std::string value = lower_case(trim(text->value));
  if (value == "true") return AwsSetting<bool>{true, text->source};
  if (value == "false") return AwsSetting<bool>{false, text->source};
  return configuration_error(text->source + ": " + std::string(property) +
                             " must be true or false, and is " + quoted(text->value));
}

Result<AwsSetting<int>> Context::number(const std::string& variable, std::string_view property,
                                        int least) {
  auto text = setting(variable, property);
  if (!text) return std::move(text).error();
  if (!text->is_set()) return AwsSetting<int>{};
  const std::string_view digits = trim(text->value);
  int value = 0;
  const auto [stop, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error == std::errc{} && stop == digits.data() + digits.size() && value >= least) {
    return AwsSetting<int>{value, text->source};
  }
  return configuration_error(text->source + ": " + std::string(property) +
                             " must be a whole number of at least " + std::to_string(least) +
                             ", and is " + quoted(text->value));
}

Result<AwsSetting<std::string>> Context::region() {
  if (!sources_.region.empty()) {
    return AwsSetting<std::string>{sources_.region, "the argument"};
  }
  if (std::string region = world_.variable("AWS_REGION"); !region.empty()) {
    return AwsSetting<std::string>{std::move(region), "AWS_REGION"};
  }
  return setting("AWS_DEFAULT_REGION", "region");
}

Result<AwsSetting<std::string>> Context::endpoint_url(std::string_view service) {
  auto ignored = flag("AWS_IGNORE_CONFIGURED_ENDPOINT_URLS", "ignore_configured_endpoint_urls");
  if (!ignored) return std::move(ignored).error();
  if (ignored->value) return AwsSetting<std::string>{};
  for (const std::string& variable :
       {endpoint_variable(service), std::string("AWS_ENDPOINT_URL")}) {
    if (std::string url = world_.variable(variable); !url.empty()) {
      return AwsSetting<std::string>{std::move(url), variable};
    }
  }
  const auto found = profile();
  if (!found) return found.error();
  if (const Property* services = find_property(*found, "services")) {
    const Sections& sections = (*files())->services;
    const auto section = sections.find(services->value);
    if (section == sections.end()) {
      return configuration_error(services->place + ": there is no [services " + services->value +
                                 "] in " + file_names());
    }
    if (const auto entry = section->second.find(service); entry != section->second.end()) {
      const auto url = entry->second.nested.find("endpoint_url");
      if (url != entry->second.nested.end() && !url->second.empty()) {
        return AwsSetting<std::string>{url->second, entry->second.place};
      }
    }
  }
  return setting({}, "endpoint_url");
}

}  // namespace keywright::credentials
