#pragma once

#include "imports/draft.hpp"

#include <string>
#include <string_view>

namespace keywright::imports {

// The model file, as a person would write it. The draft is settled.
[[nodiscard]] std::string write_yaml(const Draft& draft, std::string_view source);

}  // namespace keywright::imports
