#pragma once
// OpenSSL's own words for what went wrong.

#include <string>

namespace keywright {

/// The reason of this thread's last error, which is forgotten; empty if there is none.
[[nodiscard]] std::string take_openssl_error();

}  // namespace keywright
