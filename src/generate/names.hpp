#pragma once

// How names of a model become words and names of code, in whatever language. Pure functions of
// ASCII identifiers.

#include "model/word_case.hpp"

#include <set>
#include <string>
#include <string_view>

namespace keywright::generate {

using model::one_of;
using model::pascal_case;
using model::snake_case;

[[nodiscard]] std::string plural(std::string_view name);    // finding -> findings
[[nodiscard]] std::string singular(std::string_view name);  // findings -> finding
[[nodiscard]] std::string spoken(std::string_view name);    // RawFetch -> raw fetch
// "list_jobs_by_status" -> "jobs_by_status": without the verb of a read.
[[nodiscard]] std::string without_verb(std::string_view pattern);

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
