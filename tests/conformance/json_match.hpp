#pragma once
// Whether a JSON document is what a case expects.

#include <string>

#include <simdjson.h>

namespace keywright::conformance {

/// Empty if they are equal, else where they differ ("$.Item.n: ..."). Order does not matter in
/// objects and sets, and does in arrays, unless the expected array begins with "in any order". The
/// expected string "*" matches any value; a string that ends in "*" matches strings that begin as
/// it does. An expected object with a member "*" matches one that has further members.
[[nodiscard]] std::string difference(simdjson::dom::element expected, simdjson::dom::element actual,
                                     const std::string& at = "$");

}  // namespace keywright::conformance
