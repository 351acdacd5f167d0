#pragma once
// Errors that arise in the runtime itself, before or after a request: no AWS exception stands
// behind them.

#include <keywright/error.hpp>

#include <string>
#include <utility>

namespace keywright::repository {

[[nodiscard]] inline Error make_error(ErrorCode code, std::string message) {
  Error error;
  error.code = code;
  error.message = std::move(message);
  return error;
}

[[nodiscard]] inline Error validation(std::string message) {
  return make_error(ErrorCode::validation, std::move(message));
}

}  // namespace keywright::repository
