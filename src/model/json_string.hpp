#pragma once

// Text as JSON has it. Pure.

#include <string>
#include <string_view>

namespace keywright::model {

// Appends the text quoted and escaped; bytes that are no UTF-8 become U+FFFD.
void append_json_string(std::string& json, std::string_view text);

}  // namespace keywright::model
