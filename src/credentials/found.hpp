#pragma once
// What a source of credentials says when it is asked: here they are, there is nothing of mine set
// up, or (the error of a Result around it) something is and does not work.

#include "credentials/context.hpp"
#include <keywright/credentials.hpp>
#include <keywright/result.hpp>

#include <string>
#include <variant>

namespace keywright::credentials {

struct Nothing {
  std::string why{};  ///< "AWS_ACCESS_KEY_ID is not set"
};

using Found = std::variant<Credentials, Nothing>;

}  // namespace keywright::credentials
