#pragma once

// How expressions name attributes: `#status` for status, an alias where a name does not fit. Grows
// while an expression is written.

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace keywright::generate {

class Placeholders {
 public:
  // "#status", or "#alias1" for an attribute whose name an expression cannot hold.
  [[nodiscard]] std::string of(const std::string& attribute);
  // "#alias1" and the attribute, in the order of their first use.
  [[nodiscard]] const std::vector<std::pair<std::string, std::string>>& aliases() const {
    return aliases_;
  }

 private:
  std::vector<std::pair<std::string, std::string>> aliases_;
};

// ":gsi1pk" for the value that is compared with an attribute.
[[nodiscard]] std::string value_placeholder(std::string_view attribute);

}  // namespace keywright::generate
