#pragma once

// The steps of a declared transaction: what each is called, and where its reasons are if nothing
// was written. Plain functions of a plan.

#include "generate/naming.hpp"
#include "plan/plan.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace keywright::generate {

struct TransactionStep {
  const plan::PatternPlan* plan = nullptr;
  std::string name;  // of the pattern it runs, or of what it does
  std::size_t entity = 0;
  bool many = false;       // any number of items
  std::size_t writes = 1;  // of one that is not
};
[[nodiscard]] std::vector<TransactionStep> steps_of(const Naming& naming,
                                                    const plan::PatternPlan& plan);

// So many reasons stand before and behind those of a step. Behind a step that writes any number of
// items they are counted from the end.
struct ReasonPlace {
  std::size_t before = 0;
  std::size_t after = 0;
  bool from_end = false;
};
[[nodiscard]] ReasonPlace reason_place(const std::vector<TransactionStep>& steps,
                                       std::size_t position);

}  // namespace keywright::generate
