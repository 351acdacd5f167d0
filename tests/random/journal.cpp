#include "journal.hpp"

#include "verify/items.hpp"

#include <algorithm>

namespace keywright::random_proof {

std::string view(const verify::Context& context, const Sample& sample,
                 const model::AccessPattern& of) {
  const auto& entity = context.entity(sample.entity);
  std::string out = entity.name;
  for (std::size_t i = 0; i < entity.fields.size(); ++i) {
    const auto is_it = [&](const auto& field) { return field.name == entity.fields[i].name; };
    const bool is_wanted =
        of.fields.empty() || std::any_of(of.fields.begin(), of.fields.end(), is_it);
    if (is_wanted && sample[i]) out += " " + entity.fields[i].name + to_json(sample[i]->view());
  }
  return out;
}

std::string view(const verify::Context& context, const Item& item, const model::AccessPattern& of) {
  Sample sample;
  sample.entity = of.entity().index;
  if (const auto type = item.find(verify::kTypeAttribute)) {
    const auto* entity = context.model.find_entity(type->as_string());
    sample.entity = static_cast<std::size_t>(entity - context.model.entities.data());
  }
  for (const auto& field : context.entity(sample.entity).fields) {
    const auto value = item.find(field.name);
    sample.values.push_back(value ? std::optional(AttributeValue(*value)) : std::nullopt);
  }
  return view(context, sample, of);
}

std::string text_of(const verify::Context& context, const Sample& sample) {
  model::AccessPattern all;
  return view(context, sample, all);
}

void Journal::tell(const Call& call, std::int64_t now, const Answer& answer, int indent) {
  const auto& declared = plan::declared(context_.model, *call.plan);
  log_ << std::string(static_cast<std::size_t>(indent), ' ') << now << " "
       << context_.model.access_patterns[call.plan->pattern].name;
  if (!call.steps.empty()) {
    log_ << " ->";
    tell_answer(answer);
    for (const auto& step : call.steps) tell(step, now, {}, indent + 2);
    return;
  }
  if (!call.plan->writes.empty()) log_ << " " << call.write().function;
  log_ << " [" << declared.name << "]";
  tell_arguments(call, call.arguments);
  for (const auto& each : call.many) {
    log_ << " |";
    tell_arguments(call, each);
  }
  log_ << " ->";
  tell_answer(answer);
}

void Journal::tell_arguments(const Call& call, const verify::Arguments& arguments) {
  for (std::size_t i = 0; i < call.plan->inputs.size(); ++i) {
    if (!call.plan->writes.empty()) {
      const auto& taken = call.write().inputs;
      if (std::find(taken.begin(), taken.end(), i) == taken.end()) continue;
    }
    log_ << " " << call.plan->inputs[i].name << "=";
    if (arguments.items[i]) {
      log_ << text_of(context_, *arguments.items[i]);
    } else if (arguments.values[i]) {
      log_ << to_json(arguments.values[i]->view());
    } else {
      log_ << "nothing";
    }
  }
  if (call.plan->writes.empty() || arguments.choices.empty()) return;
  for (std::size_t i = 0; i < call.write().changes.size(); ++i) {
    const auto choice = arguments.choices[i];
    if (choice == verify::Choice::give) continue;
    const auto& field = context_.entity(call.write().entity).fields[call.write().changes[i].field];
    log_ << (choice == verify::Choice::leave ? " leaves " : " removes ") << field.name;
  }
}

void Journal::tell_answer(const Answer& answer) {
  if (answer.error) {
    log_ << " " << to_string(answer.error->code) << ": " << answer.error->message;
  }
  log_ << " " << answer.items.size() << " items\n";
}

}  // namespace keywright::random_proof
