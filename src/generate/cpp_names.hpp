#pragma once

// Names that are words of C++.

#include "generate/names.hpp"

#include <string>
#include <string_view>

namespace keywright::generate {

// The name itself, or with a `_` behind it if it is a keyword of C++ or a macro of common headers.
[[nodiscard]] std::string identifier(std::string_view name);
[[nodiscard]] bool is_keyword(std::string_view name);

}  // namespace keywright::generate
