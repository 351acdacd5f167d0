#include "model/spelling.hpp"
#include "plan/plan.hpp"

#include <algorithm>
#include <string>
#include <string_view>

// Plans in words: for charts, messages and the comments of generated code.

namespace keywright::plan {
namespace {

std::string source_name(const model::Table& table, std::optional<std::size_t> index) {
  return index ? table.name + "." + table.indexes[*index].name : table.name;
}

std::string_view request_name(Access access) {
  switch (access) {
    case Access::get_item:
      return "GetItem";
    case Access::batch_get_item:
      return "BatchGetItem";
    case Access::query:
      return "Query";
    case Access::scan:
      return "Scan";
  }
  return "";
}

std::string_view request_name(WriteRequest request) {
  switch (request) {
    case WriteRequest::put_item:
      return "PutItem";
    case WriteRequest::update_item:
      return "UpdateItem";
    case WriteRequest::delete_item:
      return "DeleteItem";
    case WriteRequest::batch_write_item:
      return "BatchWriteItem";
    case WriteRequest::transact_write_items:
      return "TransactWriteItems";
  }
  return "";
}

std::string words(const model::Model& model, const std::vector<Input>& inputs,
                  const KeyExpression& expression) {
  return model::on_one_line(expression.text(model, &inputs));
}

std::string equality(const model::Model& model, const std::vector<Input>& inputs,
                     const KeyExpression& expression) {
  return expression.attribute + " = " + words(model, inputs, expression);
}

std::string sort_text(const model::Model& model, const std::vector<Input>& inputs,
                      const SortCondition& sort) {
  const auto& name = sort.lower.attribute.empty() ? sort.upper.attribute : sort.lower.attribute;
  switch (sort.kind) {
    case SortConditionKind::none:
      return "";
    case SortConditionKind::equal:
      return equality(model, inputs, sort.lower);
    case SortConditionKind::begins_with:
      return name + " begins with " + words(model, inputs, sort.lower);
    case SortConditionKind::between:
      return name + " from " + words(model, inputs, sort.lower) + " to " +
             words(model, inputs, sort.upper);
    case SortConditionKind::greater_equal:
      return name + " >= " + words(model, inputs, sort.lower);
    case SortConditionKind::greater:
      return name + " > " + words(model, inputs, sort.lower);
    case SortConditionKind::less_equal:
      return name + " <= " + words(model, inputs, sort.upper);
    case SortConditionKind::less:
      return name + " < " + words(model, inputs, sort.upper);
  }
  return "";
}

void add(std::string& text, std::string_view separator, const std::string& more) {
  if (more.empty()) return;
  text += separator;
  text += more;
}

std::string describe_read(const model::Model& model, const model::AccessPattern& pattern,
                          const std::vector<Input>& inputs, const ReadPlan& read) {
  const auto& entity = model.entities[pattern.returns.front().entity.index];
  const auto& table = *model.table_of(entity);
  std::string text(request_name(read.access));
  text += ' ' + source_name(table, read.index) + ':';
  std::string_view separator = " ";
  const auto next = [&](const std::string& more) {
    add(text, separator, more);
    if (!more.empty()) separator = ", ";
  };
  for (const auto& expression : read.partition) next(equality(model, inputs, expression));
  for (const auto& expression : read.sort_equal) next(equality(model, inputs, expression));
  next(sort_text(model, inputs, read.sort));
  const bool filters = std::any_of(read.filters.begin(), read.filters.end(),
                                   [](const auto& filter) { return !filter.sharpens_range; });
  if (filters) next("with a filter");
  if (!read.forward) next("descending");
  if (read.shards > 1) next(std::to_string(read.shards) + " shards");
  if (read.consistent) next("strongly consistent");
  if (text.back() == ':') text.pop_back();
  return text;
}

std::string changed_keys(const WritePlan& write, KeyChange kind) {
  std::string text;
  for (const auto& index : write.indexes) {
    for (const auto& key : index.keys) {
      if (key.change == kind) add(text, text.empty() ? "" : ", ", key.attribute.name);
    }
  }
  return text;
}

std::string describe_write(const model::Model& model, const std::vector<Input>& inputs,
                           const WritePlan& write) {
  const auto& entity = model.entities[write.entity];
  std::string text(request_name(write.request));
  text += " " + entity.name;
  std::string_view separator = ": ";
  for (const auto& expression : write.key) {
    add(text, separator, equality(model, inputs, expression));
    separator = ", ";
  }
  if (write.precondition == Precondition::absent) text += ", if absent";
  if (write.precondition == Precondition::present) text += ", if present";
  if (!write.to_state.empty()) {
    std::string from;
    for (const auto& state : write.from_states) add(from, from.empty() ? "" : "|", state);
    text += ", " + from + " -> " + write.to_state;
  }
  if (write.version && write.request != WriteRequest::delete_item)
    text += ", counts " + entity.fields[*write.version].name;
  for (const auto& unique : write.unique) {
    add(text, ", keeps unique ", entity.unique[unique.rule].name);
  }
  add(text, ", sets ", changed_keys(write, KeyChange::set));
  add(text, ", removes ", changed_keys(write, KeyChange::remove));
  return text;
}

}  // namespace

bool KeyExpression::is_constant() const {
  return std::none_of(terms.begin(), terms.end(), [](const auto& term) { return term.is_input(); });
}

std::string KeyExpression::text(const model::Model& model, const std::vector<Input>* inputs) const {
  std::string result;
  for (const auto& term : terms) {
    if (term.constant) {
      result += *term.constant;
    } else if (term.is_input()) {
      const auto& field = model.entities[term.entity].fields[term.field];
      const auto* input = inputs != nullptr ? &(*inputs)[*term.input] : nullptr;
      result += "{" + (input != nullptr && input->field ? input->name : field.name);
      result += term.partial && input == nullptr ? "*}" : "}";
    } else {
      result += term.literal;
    }
  }
  return result;
}

std::vector<Design> designs_of(const model::Model& model, const PatternPlan& pattern) {
  const auto& definition = declared(model, pattern);
  std::vector<Design> designs;
  if (!pattern.steps.empty()) {
    Design design{definition.name, "", 0, 0};
    bool reads = false;
    for (const auto& step : pattern.steps) {
      reads = reads || step.read() != nullptr;
      for (const auto& each : designs_of(model, step)) {
        const std::string made_for = declared(model, step).each ? "for each: " : "";
        add(design.text, design.text.empty() ? "" : "; ", made_for + each.text);
      }
      if (const auto* read = step.read()) design.read_units += read->cost.transact_units();
      for (const auto& write : step.writes) {
        design.write_units += (write.cost.transact_table_units() + write.cost.index_units) /
                              static_cast<double>(step.writes.size());
      }
    }
    design.text = (reads ? "TransactGetItems of: " : "TransactWriteItems of: ") + design.text;
    return {design};
  }
  if (const auto* read = pattern.read()) {
    designs.push_back({definition.name, describe_read(model, definition, pattern.inputs, *read),
                       read->cost.units, 0});
  }
  for (const auto& write : pattern.writes) {
    designs.push_back({write.move ? definition.name + "." + write.function : definition.name,
                       describe_write(model, pattern.inputs, write), 0, write.cost.units()});
  }
  return designs;
}

std::string describe(const model::Model& model, const PatternPlan& pattern) {
  const auto designs = designs_of(model, pattern);
  if (designs.empty()) return "no key design serves it";
  if (designs.size() == 1) return designs.front().text;
  std::string text;
  for (std::size_t i = 0; i < designs.size(); ++i) {
    add(text, text.empty() ? "" : "; ", pattern.writes[i].function + ": " + designs[i].text);
  }
  return text;
}

}  // namespace keywright::plan
