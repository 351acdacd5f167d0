#pragma once
// Collects which patterns the parts of a batch or transaction are. Internal to this layer.

#include "guard/match.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace keywright::guard {

class Shares {
 public:
  void add(std::size_t pattern, std::size_t items = 1) {
    auto& shares = verdict_.shares;
    const auto found = std::find_if(shares.begin(), shares.end(),
                                    [&](const Share& share) { return share.pattern == pattern; });
    if (found == shares.end()) {
      shares.push_back({pattern, items});
    } else {
      found->items += items;
    }
  }
  [[nodiscard]] bool empty() const { return verdict_.shares.empty(); }
  /// Matched; if there was no part, all of it is of other tables.
  [[nodiscard]] Verdict verdict() && {
    if (verdict_.shares.empty()) verdict_.outcome = Verdict::Outcome::other_table;
    return std::move(verdict_);
  }

 private:
  Verdict verdict_;
};

}  // namespace keywright::guard
