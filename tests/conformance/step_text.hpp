#pragma once
// What the text of a step stands for: repetitions, and what earlier steps answered.

#include <map>
#include <string>
#include <string_view>

#include <simdjson.h>

namespace keywright::conformance {

using Kept = std::map<std::string, std::string, std::less<>>;

/// The step with each `${400*xy}` written out and each `${name}` replaced by what was kept. A name
/// that was not kept stays as it is.
[[nodiscard]] std::string expand(std::string_view step, const Kept& kept);

/// A value as it may stand within a string of JSON: a string without its quotes.
[[nodiscard]] std::string plain_text(simdjson::dom::element value);

}  // namespace keywright::conformance
