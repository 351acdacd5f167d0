#include "core/openssl_error.hpp"

#include <cstring>

#include <openssl/err.h>

namespace keywright {

std::string take_openssl_error() {
  std::string reason;
  // The first is the cause; those after it say in what the failure was met.
  if (const unsigned long code = ERR_get_error(); code != 0) {
    const char* text = ERR_SYSTEM_ERROR(code) ? std::strerror(ERR_GET_REASON(code))
                                              : ERR_reason_error_string(code);
    if (text != nullptr) reason = text;
  }
  ERR_clear_error();
  return reason;
}

}  // namespace keywright
