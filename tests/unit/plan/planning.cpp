#include "planning.hpp"

#include <fstream>
#include <iterator>
#include <stdexcept>
#include <utility>

#include <gtest/gtest.h>

namespace keywright::plan::testing {

const PatternPlan& Planned::pattern(std::string_view name) const {
  const auto* found = plan.find(model, name);
  if (found == nullptr) throw std::runtime_error("no pattern " + std::string(name));
  return *found;
}

const ReadPlan& Planned::read(std::string_view name) const {
  const auto* found = pattern(name).read();
  if (found == nullptr) throw std::runtime_error("nothing serves " + std::string(name));
  return *found;
}

const WritePlan& Planned::write(std::string_view pattern_name, std::string_view function) const {
  for (const auto& write : pattern(pattern_name).writes) {
    if (write.function == function) return write;
  }
  throw std::runtime_error("no function " + std::string(function));
}

const WritePlan& Planned::write(std::string_view name) const {
  return write(name, name);
}

std::string Planned::describe(std::string_view name) const {
  return plan::describe(model, pattern(name));
}

std::string Planned::key_of(std::string_view name) const {
  const auto text = describe(name);
  return text.substr(text.find(": ") + 2);
}

std::vector<std::string> Planned::index_keys(const WritePlan& write) const {
  std::vector<std::string> result;
  for (const auto& index : write.indexes) {
    for (const auto& key : index.keys) {
      if (key.change == KeyChange::keep) continue;
      auto text = key.attribute.name;
      if (key.change == KeyChange::remove) {
        text += " removed";
      } else {
        text += (key.if_absent ? "?=" : "=") + key.value.text(model);
        if (key.only_with) text += " if given";
      }
      result.push_back(std::move(text));
    }
  }
  return result;
}

std::vector<std::string> Planned::changes(const WritePlan& write) const {
  std::vector<std::string> result;
  for (const auto& change : write.changes) {
    auto text = model.entities[write.entity].fields[change.field].name;
    if (change.constant) text += "=" + *change.constant;
    if (change.may_be_left_out) text += "?";
    if (change.kind == FieldChangeKind::set_if_absent) text += " if absent";
    if (change.kind == FieldChangeKind::add) text += " added";
    if (change.kind == FieldChangeKind::remove) text += " removed";
    result.push_back(std::move(text));
  }
  return result;
}

std::vector<std::string> Planned::inputs(const WritePlan& write) const {
  for (const auto& pattern_plan : plan.patterns) {
    for (const auto& known : pattern_plan.writes) {
      if (&known != &write) continue;
      std::vector<std::string> names;
      for (const auto input : write.inputs) {
        const auto& definition = pattern_plan.inputs[input];
        names.push_back(definition.name + (definition.optional ? "?" : ""));
      }
      return names;
    }
  }
  return {};
}

std::vector<std::string> Planned::guards(const WritePlan& write) const {
  std::vector<std::string> names;
  for (const auto& guard : write.guards) {
    names.push_back(model.entities[write.entity].fields[guard.field].name +
                    (guard.or_absent ? " or absent" : ""));
  }
  return names;
}

std::vector<std::string> Planned::tests(const WritePlan& write) const {
  std::vector<std::string> names;
  for (const auto& index : write.indexes) {
    for (const auto& test : index.tests) names.push_back(test.predicate.field.name);
  }
  return names;
}

Planned plan_text(const std::string& text) {
  auto result = model::read_model(text, "test.model.yaml");
  if (!result.model) {
    throw std::runtime_error(model::render_text(result.diagnostics, result.source));
  }
  Planned planned;
  planned.model = std::move(*result.model);
  planned.plan = make_plan(planned.model);
  return planned;
}

Planned plan_file(const std::string& name) {
  std::ifstream file(std::string(KEYWRIGHT_MODELS) + "/" + name);
  return plan_text({std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()});
}

Planned plan_patterns(const std::string& patterns) {
  return plan_text(R"(
keywright: 1
name: jobs
access_patterns:
)" + patterns + R"(
entities:
  Job:
    count: 1000
    fields:
      job_id:     {type: ulid}
      owner:      {type: string, charset: "[a-z]", min: 1, max: 20}
      status:     {type: enum, values: [queued, running, done]}
      created_at: {type: timestamp}
      topic:      {type: string, max: 500}
      score:      {type: number, optional: true}
    key: {pk: "JOB#{job_id}", sk: METADATA}
    indexes:
      gsi1: {pk: "STATUS#{status}", sk: "{created_at}"}
      gsi2: {pk: "OWNER#{owner}", sk: "{status}#{created_at}"}
  Finding:
    per_parent: {of: Job, avg: 20}
    fields: {job_id: {type: ulid}, finding_id: {type: ulid}, text: {type: string, max: 100}}
    key: {pk: "JOB#{job_id}", sk: "FINDING#{finding_id}"}
  Metric:
    fields: {job_id: {type: ulid}, value: {type: int, min: 0, max: 9}}
    key: {pk: "JOB#{job_id}", sk: "GAUGE#{value}"}
table:
  name: jobs
  keys: {partition: pk, sort: sk}
  indexes:
    gsi1: {partition: gsi1pk, sort: gsi1sk, projection: {include: [status, created_at]}}
    gsi2: {partition: gsi2pk, sort: gsi2sk}
)");
}

}  // namespace keywright::plan::testing
