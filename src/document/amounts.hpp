#pragma once

// Numbers and sizes in pages. Pure.

#include <string>

namespace keywright::document {

// With two decimals at the most: "0.5", "12".
[[nodiscard]] std::string number(double value);
// "812 B", "2.4 KB", "1.5 MB".
[[nodiscard]] std::string bytes(double value);

}  // namespace keywright::document
