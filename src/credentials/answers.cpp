#include "credentials/answers.hpp"

#include "credentials/text.hpp"

#include <charconv>
#include <chrono>

namespace keywright::credentials {
namespace {

std::optional<TimePoint> parse_time(std::string_view text) {
  std::int64_t milliseconds = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, milliseconds);
  if (error == std::errc{} && stop == end)
    return TimePoint(std::chrono::milliseconds(milliseconds));
  return parse_iso_time(text);
}

}  // namespace

std::string member(const Settings& members, std::string_view name) {
  const auto found = members.find(name);
  return found == members.end() ? std::string{} : found->second;
}

Result<Credentials> read_credentials(const Settings& members, const CredentialNames& names,
                                     const std::string& who) {
  Credentials out;
  out.access_key_id = member(members, names.access_key_id);
  out.secret_access_key = member(members, names.secret_access_key);
  out.session_token = member(members, names.session_token);
  for (const auto& [name, value] : {std::pair(names.access_key_id, &out.access_key_id),
                                    std::pair(names.secret_access_key, &out.secret_access_key)}) {
    if (value->empty()) {
      return configuration_error(who + " answered without " + std::string(name));
    }
  }
  if (const std::string time = member(members, names.expiration); !time.empty()) {
    out.expiration = parse_time(time);
    if (!out.expiration) {
      return configuration_error(who + " answered with an " + std::string(names.expiration) +
                                 " that is no time: " + quoted(time));
    }
  }
  return out;
}

}  // namespace keywright::credentials
