#pragma once

// The steps of a declared transaction: what each is called, and where its reasons are if nothing
// was written. Plain functions of a plan.

#include "generate/naming.hpp"
#include "plan/plan.hpp"

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace keywright::generate {

struct TransactionStep {
  const plan::PatternPlan* plan = nullptr;
  std::string name;     // of the pattern it runs, or of what it does
  std::string element;  // of `each`: what it does with one of its items
  std::size_t entity = 0;
  bool many = false;       // any number of items
  std::size_t writes = 1;  // of one that is not

  [[nodiscard]] bool is_each() const { return !element.empty(); }
};
[[nodiscard]] std::vector<TransactionStep> steps_of(const Naming& naming,
                                                    const plan::PatternPlan& plan);

// So many reasons stand before and behind those of a step, and those of steps that write any number
// of items.
struct ReasonPlace {
  struct Side {
    std::size_t count = 0;
    std::vector<std::size_t> many;  // into the steps
  };
  Side before;
  Side after;

  // Behind a step of any number they are counted from the end.
  [[nodiscard]] bool is_from_end() const { return !before.many.empty() && after.many.empty(); }
};
[[nodiscard]] ReasonPlace reason_place(const std::vector<TransactionStep>& steps,
                                       std::size_t position);
// Whether two steps write any number of items: then it takes the input to tell their reasons apart.
[[nodiscard]] bool needs_sizes(const std::vector<TransactionStep>& steps);
// `1 + steps.lines.size()`, with what `size_of` says for a step.
[[nodiscard]] std::string reason_count(const ReasonPlace::Side& side,
                                       const std::function<std::string(std::size_t step)>& size_of);

}  // namespace keywright::generate
