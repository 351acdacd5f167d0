#pragma once

// The index that would serve a pattern which nothing serves, and what its writes would cost.

#include "check/findings.hpp"

#include <string>

namespace keywright::check {

struct NearestDesign {
  std::string name;  // of the index: the first free gsi<N>
  std::string on;    // the fields of its partition key: "topic"
  std::string key;   // as in the model: {pk: "TOPIC#{topic}", sk: "{created_at}"}; empty: none
  std::vector<std::string> unfit;  // why there is none: fields that no key can hold
  double entry_bytes = 0;
  double units_per_write = 0;  // WRU, averaged over the writes of the entity by their rates
  bool estimated = false;      // a size is a guess
};

// Of a pattern that binds at least one field of a resolved entity.
[[nodiscard]] NearestDesign nearest_design(const Subject& subject,
                                           const model::AccessPattern& pattern);

}  // namespace keywright::check
