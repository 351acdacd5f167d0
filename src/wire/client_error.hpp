#pragma once
// What stands in the body of an answer that is no success.

#include "wire/reader.hpp"
#include <keywright/error.hpp>

#include <string_view>

namespace keywright::wire {

/// `object` is the body as JSON, or nullptr if it is no JSON object.
[[nodiscard]] Error error_of_answer(const JsonObject* object, int http_status,
                                    std::string_view body, std::string_view request_id);

}  // namespace keywright::wire
