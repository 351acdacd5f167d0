#pragma once

// How names of a model become names of C++. Pure functions of ASCII identifiers.

#include <set>
#include <string>
#include <string_view>

namespace keywright::generate {

[[nodiscard]] std::string snake_case(std::string_view name);   // RawFetch -> raw_fetch
[[nodiscard]] std::string pascal_case(std::string_view name);  // created_at -> CreatedAt
[[nodiscard]] std::string plural(std::string_view name);       // finding -> findings
[[nodiscard]] std::string singular(std::string_view name);     // findings -> finding
[[nodiscard]] std::string spoken(std::string_view name);       // RawFetch -> raw fetch
// The name itself, or with a `_` behind it if it is a keyword of C++ or a macro of common headers.
[[nodiscard]] std::string identifier(std::string_view name);
[[nodiscard]] bool is_keyword(std::string_view name);

// Names handed out once each: a name that is taken gets `_` behind it.
class UniqueNames {
 public:
  void take(std::string_view name) { taken_.insert(std::string(name)); }
  [[nodiscard]] bool is_taken(std::string_view name) const { return taken_.contains(name); }
  [[nodiscard]] std::string unique(std::string_view name);

 private:
  std::set<std::string, std::less<>> taken_;
};

}  // namespace keywright::generate
