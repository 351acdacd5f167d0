#include "credentials/http_call.hpp"

#include "credentials/text.hpp"

#include <algorithm>
#include <utility>

namespace keywright::credentials {
namespace {

constexpr std::chrono::milliseconds kFirstPause{100};

bool is_transient(int status) {
  return status == 429 || status >= 500;
}

CallControl for_attempt(const CallControl& control, std::chrono::milliseconds timeout) {
  CallControl out = control;
  const auto end = std::chrono::steady_clock::now() + timeout;
  out.deadline = control.deadline ? std::min(*control.deadline, end) : end;
  return out;
}

/// `error` as that of a whole call to `who`.
Error no_answer(Error error, const std::string& who, const CallControl& control) {
  error.code = has_ended(control) ? ErrorCode::timeout : ErrorCode::unavailable;
  error.retryable = !has_ended(control);
  error.message = who + " does not answer: " + error.message;
  return error;
}

}  // namespace

bool has_ended(const CallControl& control) {
  return control.stop.stop_requested() ||
         (control.deadline && *control.deadline <= std::chrono::steady_clock::now());
}

Result<http::Response> call(const World& world, const http::Request& request,
                            const CallPolicy& policy, const CallControl& control,
                            const std::string& who) {
  auto wait = kFirstPause;
  for (int attempt = 1;; ++attempt, wait *= 2) {
    auto response = world.transport->send(request, for_attempt(control, policy.timeout));
    if (response && !is_transient(response->status)) return response;
    const bool last = attempt >= policy.attempts || has_ended(control);
    if (last && response) return response;
    if (last) return no_answer(std::move(response).error(), who, control);
    if (auto paused = world.pause(wait, control); !paused) {
      return no_answer(std::move(paused).error(), who, control);
    }
  }
}

Error status_error(const std::string& who, int status, const std::string& detail) {
  Error error = configuration_error(who + " answered " + std::to_string(status) +
                                    (detail.empty() ? std::string{} : ": " + detail));
  error.http_status = status;
  if (is_transient(status)) {
    error.code = ErrorCode::unavailable;
    error.retryable = true;
  }
  return error;
}

}  // namespace keywright::credentials
