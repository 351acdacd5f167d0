// Prints, as JSON, what Keywright finds in the environment and files of this process: the settings
// and credentials, or the error.
//
//   found_credentials [profile]

#include "wire/json_writer.hpp"
#include <keywright/credentials_providers.hpp>

#include <iostream>
#include <string>
#include <string_view>
#include <utility>

namespace {

using keywright::wire::ObjectWriter;

void add(ObjectWriter& object, std::string_view name, std::string_view value) {
  keywright::wire::append_string(object.begin_any(name), value);
}

}  // namespace

int main(int count, char** arguments) {
  keywright::DefaultCredentialsOptions options;
  if (count > 1) options.sources.profile = arguments[1];
  std::string out;
  {
    ObjectWriter object(out);
    const auto settings = keywright::resolve_aws_settings(options.sources);
    if (settings) {
      add(object, "region", settings->region.value);
      add(object, "endpoint_url", settings->endpoint_url.value);
    } else {
      add(object, "settings_error", settings.error().message);
    }
    const auto found = keywright::default_credentials(options)->credentials({});
    if (found) {
      add(object, "access_key_id", found->access_key_id);
      add(object, "secret_access_key", found->secret_access_key);
      add(object, "session_token", found->session_token);
      add(object, "source", found->source);
      if (found->expiration) {
        add(object, "expiration", std::to_string(found->expiration->time_since_epoch().count()));
      }
    } else {
      add(object, "error", found.error().message);
    }
  }
  std::cout << out << '\n';
  return 0;
}
