#pragma once
// Reads what services, commands and cache files answer. No error here repeats what was read: it may
// hold secrets.

#include "credentials/config_file.hpp"
#include <keywright/credentials.hpp>
#include <keywright/result.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace keywright::credentials {

/// The members of a JSON object that are strings, whole numbers (as decimals) or truth values;
/// those of the object inside it that `inner` names, if it is not empty. nullopt if the text is no
/// such object.
[[nodiscard]] std::optional<Settings> read_json(std::string_view text, std::string_view inner = {});

/// The elements of an XML document that hold text and no elements, by name; the first of a name
/// counts. nullopt if the text is no XML.
[[nodiscard]] std::optional<Settings> read_xml(std::string_view text);

/// What a source calls the parts of credentials.
struct CredentialNames {
  std::string_view access_key_id = "AccessKeyId";
  std::string_view secret_access_key = "SecretAccessKey";
  std::string_view session_token = "SessionToken";
  std::string_view expiration = "Expiration";  ///< ISO 8601, or milliseconds since the epoch
};

/// `who` answered `members`; both keys must be there, an expiration must read.
[[nodiscard]] Result<Credentials> read_credentials(const Settings& members,
                                                   const CredentialNames& names,
                                                   const std::string& who);

/// The member, or nothing.
[[nodiscard]] std::string member(const Settings& members, std::string_view name);

}  // namespace keywright::credentials
