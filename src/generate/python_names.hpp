#pragma once

// Names that Python allows, and that mean nothing else in generated modules.

#include "generate/names.hpp"

#include <string>
#include <string_view>

namespace keywright::generate {

// The name itself, or with a `_` behind it if it is a word of Python, a type that annotations name,
// or a module that generated code imports.
[[nodiscard]] std::string python_identifier(std::string_view name);
// JobStatus -> JOB_STATUS, for constants.
[[nodiscard]] std::string upper_snake(std::string_view name);

}  // namespace keywright::generate
