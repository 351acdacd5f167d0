#pragma once
// OpenSSL's own words for what went wrong.

#include <string>

namespace keywright {

/// The reason of the first of this thread's errors, all of which are forgotten; empty if there is
/// none.
[[nodiscard]] std::string take_openssl_error();

}  // namespace keywright
