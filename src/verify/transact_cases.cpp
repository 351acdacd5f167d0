#include "verify/cases.hpp"
#include "verify/items.hpp"

#include <algorithm>
#include <utility>

// The cases of transactions, out of those of their steps.

namespace keywright::verify {
namespace {

const WriteCase* find_case(const std::vector<WriteCase>& cases, bool succeeds) {
  const auto found = std::find_if(cases.begin(), cases.end(), [&](const auto& each) {
    return each.succeeds == succeeds && !transact_items(each.request).empty();
  });
  return found == cases.end() ? nullptr : &*found;
}

// One more part of a transaction.
void join(const WriteCase& part, TransactWriteItemsRequest& request, WriteCase& whole) {
  for (auto& operation : transact_items(part.request)) {
    request.transact_items.push_back(std::move(operation));
  }
  whole.before.insert(whole.before.end(), part.before.begin(), part.before.end());
  whole.effects.insert(whole.effects.end(), part.effects.begin(), part.effects.end());
  whole.sentinels.insert(whole.sentinels.end(), part.sentinels.begin(), part.sentinels.end());
}

}  // namespace

std::vector<WriteCase> transact_cases(const Context& context, const TableNames& tables,
                                      const std::vector<const plan::PatternPlan*>& steps,
                                      FreshSamples& fresh) {
  std::vector<WriteCase> result;
  WriteCase all;
  TransactWriteItemsRequest request;
  for (const auto* step : steps) {
    const auto cases = write_cases(context, tables, *step, fresh);
    const auto* good = find_case(cases, true);
    if (good == nullptr) return {};
    join(*good, request, all);
  }
  all.name = "all steps";
  all.request = std::move(request);
  result.push_back(std::move(all));

  // Each step's condition in turn, beside others that hold: nothing is written.
  for (std::size_t failing = 0; failing < steps.size(); ++failing) {
    WriteCase broken;
    TransactWriteItemsRequest cancelled;
    broken.succeeds = false;
    for (std::size_t i = 0; i < steps.size(); ++i) {
      const auto cases = write_cases(context, tables, *steps[i], fresh);
      const auto* part = find_case(cases, i != failing);
      if (part == nullptr) break;
      if (i == failing) {
        broken.name = "step " + std::to_string(i + 1) + " fails: " + part->name;
      }
      join(*part, cancelled, broken);
    }
    if (cancelled.transact_items.size() < steps.size() || broken.name.empty()) continue;
    for (auto& effect : broken.effects) {
      effect.after.reset();
      for (const auto& before : broken.before) {
        if (before.entity == effect.like.entity &&
            key_of(context, before) == key_of(context, effect.like)) {
          effect.after = before;
        }
      }
    }
    broken.request = std::move(cancelled);
    result.push_back(std::move(broken));
  }
  return result;
}

}  // namespace keywright::verify
