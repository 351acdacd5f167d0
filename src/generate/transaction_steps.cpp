#include "generate/transaction_steps.hpp"

namespace keywright::generate {

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
    step.many = model::is_batch(*run.operation);
    if (!each.writes.empty()) step.writes = 1 + each.writes.front().also_put.size();
    // A step that the transaction states itself is called by what it does.
    auto name = declared.named ? declared.named->name
                : run.move     ? **run.move
                               : std::string(model::to_text(*run.operation));
    if (!declared.named) name += "_" + snake_case(naming.entity(step.entity).name);
    step.name = name;
    for (int i = 2; names.is_taken(step.name); ++i) step.name = name + std::to_string(i);
    names.take(step.name);
    steps.push_back(std::move(step));
  }
  return steps;
}

ReasonPlace reason_place(const std::vector<TransactionStep>& steps, std::size_t position) {
  ReasonPlace place;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (i < position) {
      place.before += steps[i].writes;
      place.from_end = place.from_end || steps[i].many;
    } else if (i > position) {
      place.after += steps[i].writes;
    }
  }
  if (!steps[position].many) place.after += steps[position].writes - 1;
  return place;
}

}  // namespace keywright::generate
