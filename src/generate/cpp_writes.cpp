#include "generate/cpp_function.hpp"
#include "generate/cpp_update.hpp"
#include "generate/cpp_values.hpp"

#include <algorithm>
#include <string>
#include <utility>

// The functions of writes: whole items, deletions and batches here; updates in cpp_update.cpp.

namespace keywright::generate {
namespace {

using model::Operation;

class WriteEmitter {
 public:
  WriteEmitter(const CppContext& context, const plan::PatternPlan& plan,
               const plan::WritePlan& write)
      : context_(context),
        plan_(plan),
        write_(write),
        pattern_(context.model.access_patterns[plan.pattern]),
        entity_(context.entity(write.entity)),
        constant_("WritePattern", write.function) {
    for (const auto input : write.inputs) names_.take(identifier(plan.inputs[input].name));
    names_.take(context.variable(write.entity));
    constant_.add_text("name", pattern_.name);
  }

  CppFunction emit() {
    function_.name = identifier(write_.function);
    if (write_.request == plan::WriteRequest::batch_write_item) {
      pattern_.operation.value == Operation::batch_put ? batch_put() : batch_delete();
    } else if (write_.request == plan::WriteRequest::delete_item) {
      remove();
    } else {
      put();
    }
    function_.constants = constant_.text();
    function_.body = body_.text();
    return std::move(function_);
  }

 private:
  [[nodiscard]] std::string item_call(const std::string& variable) const {
    return "to_item(" + variable +
           (context_.needs_time(write_.entity) ? ", repository_.now())" : ")");
  }

  void add_condition_parameters() {
    for (const auto input : write_.inputs) {
      const auto& known = plan_.inputs[input];
      if (known.role != plan::InputRole::condition) continue;
      const auto& field = context_.entity(known.entity).fields[*known.field];
      function_.parameters.push_back(
          {context_.parameter_type(field.type), identifier(known.name), ""});
    }
  }

  // The pattern's own condition as a local variable; empty if there is none.
  std::string condition() {
    if (!pattern_.condition) return "";
    const auto name = names_.unique("condition");
    write_condition(context_, plan_, pattern_, constant_, name, body_);
    return name;
  }

  void put() {
    const bool creates = write_.precondition == plan::Precondition::absent;
    const auto variable = context_.variable(write_.entity);
    function_.return_type = "keywright::Result<void>";
    function_.parameters.push_back(
        {"const " + context_.entity_type(write_.entity) + "&", variable, ""});
    add_condition_parameters();
    const auto what = spoken(entity_.name);
    std::string words = creates ? "PutItem; `condition_failed` if the " + what + " is there."
                                : "PutItem: replaces the " + what + " that is there.";
    if (creates && entity_.ttl) {
      constant_.add_text("ttl_attribute", entity_.ttl->field.name);
      words += " An expired one does not count.";
    }
    const bool has_states = creates && entity_.states && entity_.states->initial.resolved();
    if (has_states) {
      words += " It begins as `" + entity_.states->initial.name + "`.";
      check_initial_state(variable);
    }
    if (pattern_.condition) words += " Only under the pattern's condition.";
    function_.comment = {words};
    std::vector<std::string> arguments{constant_.name(), item_call(variable)};
    if (const auto name = condition(); !name.empty()) arguments.push_back('&' + name);
    body_.call(creates ? "return repository_.create(" : "return repository_.put(", arguments, ");");
  }

  void check_initial_state(const std::string& variable) {
    const auto& states = *entity_.states;
    const auto& field = entity_.field(states.field);
    const auto member = variable + "." + identifier(field.name);
    body_.line("if (" + member + " != " + enumerator(context_, field.type, states.initial.name) +
               ") {");
    body_.indent();
    body_.call("return keywright::not_initial(",
               {constant_.name(), string_literal(field.name), "to_string(" + member + ")",
                string_literal(states.initial.name)},
               ");");
    body_.outdent();
    body_.line("}");
  }

  [[nodiscard]] std::vector<std::string> key_parts(const std::string& owner) const {
    return item_key_parts(context_, write_.entity, write_.key, [&](const plan::KeyTerm& term) {
      return owner + identifier(plan_.inputs[*term.input].name);
    });
  }

  void add_bound_parameters() {
    for (const auto input : write_.inputs) {
      const auto& known = plan_.inputs[input];
      if (known.role != plan::InputRole::bound) continue;
      const auto& field = context_.entity(known.entity).fields[*known.field];
      function_.parameters.push_back(
          {context_.parameter_type(field.type), identifier(known.name), ""});
    }
  }

  void remove() {
    function_.return_type = "keywright::Result<void>";
    add_bound_parameters();
    add_condition_parameters();
    function_.comment = {
        "DeleteItem of " + key_words(context_, write_.key) +
        (pattern_.condition ? "; only under the pattern's condition." : ". It need not be there.")};
    std::vector<std::string> arguments{constant_.name(),
                                       "make_key(" + join(key_parts(""), ", ") + ")"};
    if (const auto name = condition(); !name.empty()) arguments.push_back('&' + name);
    body_.call("return repository_.remove(", arguments, ");");
  }

  void batch_put() {
    const auto variables = context_.variables(write_.entity);
    function_.return_type = "keywright::Result<keywright::BatchReport>";
    function_.parameters = {
        {"std::span<const " + context_.entity_type(write_.entity) + ">", variables, ""},
        {"const keywright::BatchOptions&", "options", "{}"}};
    function_.comment = {"BatchWriteItem of any number of " +
                         spoken(plural(snake_case(entity_.name))) +
                         ": replaces those that are there."};
    body_.call("return repository_.batch_put(", {constant_.name(), variables, "options"}, ");");
  }

  void batch_delete() {
    const auto key_type = context_.key_type(plan_.pattern);
    const bool has_struct = !key_type.empty();
    const auto& first = plan_.inputs[write_.inputs.front()];
    const auto& first_field = context_.entity(first.entity).fields[*first.field];
    const auto element = has_struct ? std::string("key") : identifier(first.name);
    const auto many = has_struct ? std::string("keys") : plural(first.name);
    const auto type = has_struct ? key_type : context_.value_type(first_field.type);
    const std::string list = has_struct ? "item_keys" : "keys";
    function_.return_type = "keywright::Result<keywright::BatchReport>";
    function_.parameters = {{"std::span<const " + type + ">", many, ""},
                            {"const keywright::BatchOptions&", "options", "{}"}};
    function_.comment = {"BatchWriteItem: deletes any number of " +
                         spoken(plural(snake_case(entity_.name))) + ". They need not be there."};
    body_.line("std::vector<keywright::Result<keywright::Key>> " + list + ";");
    body_.line(list + ".reserve(" + many + ".size());");
    body_.line("for (const auto& " + element + " : " + many + ") {");
    body_.indent();
    body_.call(list + ".push_back(make_key(", key_parts(has_struct ? "key." : ""), "));");
    body_.outdent();
    body_.line("}");
    body_.call("return repository_.batch_remove(",
               {constant_.name(), "std::move(" + list + ")", "options"}, ");");
  }

  const CppContext& context_;
  const plan::PatternPlan& plan_;
  const plan::WritePlan& write_;
  const model::AccessPattern& pattern_;
  const model::Entity& entity_;
  PatternConstant constant_;
  UniqueNames names_;
  CppFunction function_;
  CodeWriter body_{2};
};

std::string_view symbol(model::Comparison comparison) {
  switch (comparison) {
    case model::Comparison::not_equal:
      return " <> ";
    case model::Comparison::less:
      return " < ";
    case model::Comparison::less_equal:
      return " <= ";
    case model::Comparison::greater:
      return " > ";
    case model::Comparison::greater_equal:
      return " >= ";
    default:
      return " = ";
  }
}

// What the argument for a parameter of the condition is called.
std::string parameter_name(const plan::PatternPlan& plan, std::string_view parameter) {
  for (const auto& input : plan.inputs) {
    if (input.parameter == parameter) return identifier(input.name);
  }
  return identifier(parameter);
}

}  // namespace

std::vector<CppFunction> write_functions(const CppContext& context, const plan::PatternPlan& plan) {
  std::vector<CppFunction> functions;
  for (const auto& write : plan.writes) {
    const bool is_update = write.request == plan::WriteRequest::update_item ||
                           write.request == plan::WriteRequest::transact_write_items;
    functions.push_back(is_update ? update_function(context, plan, write)
                                  : WriteEmitter(context, plan, write).emit());
  }
  return functions;
}

std::vector<std::string> item_key_parts(
    const CppContext& context, std::size_t entity, const std::vector<plan::KeyExpression>& key,
    const std::function<std::string(const plan::KeyTerm&)>& argument) {
  const auto& table_key = *context.plan.keys[entity].table;
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < key.size(); ++i) {
    std::vector<std::string> arguments;
    for (const auto& term : key[i].terms) {
      if (term.is_component()) arguments.push_back(argument(term));
    }
    const bool is_partition = i < table_key.partition.size();
    const auto position = is_partition ? i : i - table_key.partition.size();
    parts.push_back(context.key_constant(entity, table_key, is_partition, position) + "(" +
                    join(arguments, ", ") + ")");
  }
  return parts;
}

void write_condition(const CppContext& context, const plan::PatternPlan& plan,
                     const model::AccessPattern& pattern, PatternConstant& constant,
                     const std::string& variable, CodeWriter& body) {
  const auto& entity = context.entity(pattern.entity().index);
  std::vector<std::string> conditions;
  std::vector<std::pair<std::string, std::string>> bindings;
  UniqueNames placeholders;
  for (const auto& input : plan.inputs) placeholders.take(input.name);
  for (const auto& predicate : pattern.condition->all_of) {
    const auto& field = entity.field(predicate.field);
    const auto name = constant.placeholder(field.name);
    std::vector<std::string> values;
    for (const auto& literal : predicate.values) {
      const bool is_parameter = literal.kind == model::LiteralKind::parameter;
      auto placeholder = ':' + (is_parameter ? literal.text : placeholders.unique(field.name));
      const std::pair binding{placeholder, is_parameter
                                               ? parameter_name(plan, literal.text)
                                               : literal_value(context, field.type, literal)};
      if (std::find(bindings.begin(), bindings.end(), binding) == bindings.end()) {
        bindings.push_back(binding);
      }
      values.push_back(std::move(placeholder));
    }
    switch (predicate.comparison) {
      case model::Comparison::exists:
        conditions.push_back("attribute_exists(" + name + ")");
        break;
      case model::Comparison::not_exists:
        conditions.push_back("attribute_not_exists(" + name + ")");
        break;
      case model::Comparison::in:
        conditions.push_back(name + " IN (" + join(values, ", ") + ")");
        break;
      default:
        conditions.push_back(name + std::string(symbol(predicate.comparison)) + values.front());
    }
  }
  body.call("keywright::Condition " + variable + "(", {string_literal(join(conditions, " AND "))},
            ");");
  for (const auto& [placeholder, value] : bindings) {
    body.call(variable + ".bind(", {string_literal(placeholder), value}, ");");
  }
}

}  // namespace keywright::generate
