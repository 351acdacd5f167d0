#pragma once
// One call of an access pattern, and what came of it: the same whoever makes it.

#include "plan/plan.hpp"
#include "verify/requests.hpp"
#include "verify/samples.hpp"
#include <keywright/batch_report.hpp>
#include <keywright/error.hpp>
#include <keywright/item.hpp>

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace keywright::random_proof {

using verify::Sample;

struct Call {
  const plan::PatternPlan* plan = nullptr;
  std::size_t function = 0;             // into PatternPlan::writes
  verify::Arguments arguments;          // of a batch: nothing
  std::vector<verify::Arguments> many;  // of a batch, one per item
  std::vector<Call> steps;              // of a transaction
  std::size_t limit = 10;               // of a page of a list; 0: all of them, one by one

  explicit Call(const plan::PatternPlan& of) : plan(&of), arguments(of) {}
  [[nodiscard]] const plan::WritePlan& write() const { return plan->writes[function]; }
};

struct Answer {
  std::optional<Error> error{};
  // Of reads: by position if the keys were given (nullopt: there is none), else in their order. Of
  // an update or a counted put: the item as it is then.
  std::vector<std::optional<Item>> items{};
  std::vector<std::size_t> pages{};     // how many items each had
  std::map<std::size_t, Error> left{};  // of a batch: by position
};

}  // namespace keywright::random_proof
