#include "credentials/process_source.hpp"

#include "credentials/answers.hpp"
#include "credentials/text.hpp"

namespace keywright::credentials {

Result<Credentials> process_credentials(Context& context, const Property& command) {
  const std::string who = "the credential_process of " + command.place;
  auto output = context.world().run_process(command.value, context.control());
  if (!output) {
    Error error = std::move(output).error();
    error.message = who + " failed: " + error.message;
    return error;
  }
  if (output->status != 0) {
    const std::string_view said = trim(output->err);
    return configuration_error(
        who + " ended with status " + std::to_string(output->status) +
        (said.empty() ? " and said nothing on stderr" : ", and said: " + std::string(said)));
  }
  const auto members = read_json(output->out);
  if (!members) return configuration_error(who + " did not print a JSON object");
  if (const std::string version = member(*members, "Version"); version != "1") {
    return configuration_error(who + " must print \"Version\": 1, and printed " +
                               (version.empty() ? "none" : quoted(version)));
  }
  auto out = read_credentials(*members, {}, who);
  if (out) out->source = who;
  return out;
}

}  // namespace keywright::credentials
