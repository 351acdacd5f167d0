#pragma once
// Requests to the services that give credentials: few, small, and tried again a few times.

#include "credentials/world.hpp"
#include "http/transport.hpp"
#include <keywright/call_control.hpp>
#include <keywright/result.hpp>

#include <chrono>
#include <string>

namespace keywright::credentials {

struct CallPolicy {
  int attempts = 3;
  std::chrono::milliseconds timeout{5000};  ///< of one attempt
};

/// Whether the caller does not wait any longer.
[[nodiscard]] bool has_ended(const CallControl& control);

/// Sends the request, again after no answer, 429 and 5xx. Any status is an answer. The error when
/// there is none names `who`, and is a `timeout` only if `control` ended the call.
[[nodiscard]] Result<http::Response> call(const World& world, const http::Request& request,
                                          const CallPolicy& policy, const CallControl& control,
                                          const std::string& who);

/// The error of an answer that is not the expected one; 429 and 5xx may be tried again later.
[[nodiscard]] Error status_error(const std::string& who, int status, const std::string& detail);

}  // namespace keywright::credentials
