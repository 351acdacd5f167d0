#include "generate/transaction_steps.hpp"

#include "model/spelling.hpp"

#include <algorithm>

namespace keywright::generate {

namespace {

// `take_stock`, `take_stock2`, ..
std::string free_name(UniqueNames& names, const std::string& name) {
  auto result = name;
  for (int i = 2; names.is_taken(result); ++i) result = name + std::to_string(i);
  names.take(result);
  return result;
}

}  // namespace

std::vector<TransactionStep> steps_of(const Naming& naming, const plan::PatternPlan& plan) {
  const auto& pattern = naming.model.access_patterns[plan.pattern];
  std::vector<TransactionStep> steps;
  UniqueNames names;
  for (const auto& each : plan.steps) {
    const auto& declared = pattern.steps[*each.step];
    const auto& run = plan::declared(naming.model, each);
    TransactionStep step;
    step.plan = &each;
    step.entity = run.entity().index;
    step.many = run.is_many();
    if (!each.writes.empty()) step.writes = 1 + each.writes.front().also_put.size();
    // A step that the transaction states itself is called by what it does.
    auto name = declared.named ? declared.named->name
                : run.move     ? **run.move
                               : std::string(model::to_text(*run.operation));
    const auto entity = snake_case(naming.entity(step.entity).name);
    if (run.each) step.element = free_name(names, name + "_" + entity);
    if (!declared.named) name += "_" + (run.each ? plural(entity) : entity);
    step.name = free_name(names, name);
    steps.push_back(std::move(step));
  }
  return steps;
}

ReasonPlace reason_place(const std::vector<TransactionStep>& steps, std::size_t position) {
  ReasonPlace place;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (i == position) continue;
    auto& side = i < position ? place.before : place.after;
    if (steps[i].many) {
      side.many.push_back(i);
    } else {
      side.count += steps[i].writes;
    }
  }
  if (!steps[position].many) place.after.count += steps[position].writes - 1;
  return place;
}

bool needs_sizes(const std::vector<TransactionStep>& steps) {
  return std::count_if(steps.begin(), steps.end(), [](const auto& step) { return step.many; }) > 1;
}

std::string reason_count(const ReasonPlace::Side& side,
                         const std::function<std::string(std::size_t step)>& size_of) {
  std::vector<std::string> parts;
  if (side.count > 0 || side.many.empty()) parts.push_back(std::to_string(side.count));
  for (const auto step : side.many) parts.push_back(size_of(step));
  return model::join(parts, " + ");
}

}  // namespace keywright::generate
