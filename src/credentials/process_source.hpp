#pragma once
// credential_process: a command that prints credentials.

#include "credentials/context.hpp"
#include <keywright/credentials.hpp>

namespace keywright::credentials {

/// `command` is the property of a profile that names it.
[[nodiscard]] Result<Credentials> process_credentials(Context& context, const Property& command);

}  // namespace keywright::credentials
