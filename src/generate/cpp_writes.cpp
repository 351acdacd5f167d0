#include "generate/common_code.hpp"
#include "generate/cpp_function.hpp"
#include "generate/cpp_update.hpp"
#include "generate/cpp_values.hpp"

#include <string>
#include <utility>

// The functions of writes: whole items, deletions and batches here; updates in cpp_update.cpp.

namespace keywright::generate {
namespace {

using model::Operation;

class WriteEmitter {
 public:
  WriteEmitter(const CppContext& context, const plan::PatternPlan& plan,
               const plan::WritePlan& write, const StepPlace& place)
      : context_(context),
        plan_(plan),
        write_(write),
        place_(place),
        pattern_(plan::declared(context.model, plan)),
        entity_(context.entity(write.entity)),
        constant_("WritePattern",
                  place.is_step() ? place.function + "_" + place.name : write.function),
        body_(place.is_step() ? 4 : 2) {
    if (place.is_step()) {
      names_.take(place.steps);
      names_.take(place.transaction);
    }
    for (const auto input : write.inputs) names_.take(identifier(plan.inputs[input].name));
    names_.take(context.variable(write.entity));
    constant_.add_text("name", place.is_step() ? place.function + "." + place.name : pattern_.name);
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
  void add_parameters(plan::InputRole role) {
    for (const auto input : write_.inputs) {
      const auto& known = plan_.inputs[input];
      if (known.role != role) continue;
      const auto& field = context_.entity(known.entity).fields[*known.field];
      const bool may_be_nothing = known.optional && role == plan::InputRole::current;
      const auto type = may_be_nothing
                            ? "const std::optional<" + context_.value_type(field.type) + ">&"
                            : context_.parameter_type(field.type);
      function_.parameters.push_back({type, identifier(known.name), ""});
    }
  }

  // Together with other writes, or with what keeps its values unique.
  [[nodiscard]] bool is_in_transaction() const {
    return place_.is_step() || !write_.unique.empty();
  }
  [[nodiscard]] UniqueEmitter unique_emitter() {
    return {context_,
            plan_,
            write_,
            [this](std::size_t input) {
              const auto& known = plan_.inputs[input];
              return known.role == plan::InputRole::item ? context_.variable(known.entity)
                                                         : identifier(known.name);
            },
            names_,
            body_};
  }
  // Adds a Put or Delete of that name to the transaction, with its sentinels; the transaction's
  // name.
  std::string add_to_transaction(const std::string& verb, const std::string& write) {
    const auto transaction = place_.is_step() ? place_.transaction : names_.unique("transaction");
    if (!place_.is_step()) {
      body_.line("keywright::WriteTransaction " + transaction + "(" + constant_.name() + ");");
    }
    body_.line(transaction + "." + verb + "(" + write + ");");
    unique_emitter().emit(transaction);
    return transaction;
  }
  void require(const std::string& write) {
    for (const auto& guard : write_.guards) {
      body_.call(write + (guard.or_absent ? ".require_equal_or_absent(" : ".require_equal("),
                 {string_literal(entity_.fields[guard.field].name),
                  identifier(plan_.inputs[guard.input].name)},
                 ");");
    }
    if (const auto name = condition(); !name.empty()) {
      body_.line(write + ".require(" + name + ");");
    }
  }

  // The pattern's own condition as a local variable; empty if there is none.
  std::string condition() {
    if (!pattern_.condition) return "";
    const auto name = names_.unique("condition");
    write_condition(context_, plan_, constant_, name, body_);
    return name;
  }

  void put() {
    const bool creates = write_.precondition == plan::Precondition::absent;
    const auto variable = context_.variable(write_.entity);
    const PutEmitter emitter{context_, write_.entity, names_, body_};
    const bool is_plain = !emitter.is_counted() && !is_in_transaction();
    function_.return_type = "keywright::Result<void>";
    function_.parameters.push_back(
        {"const " + context_.entity_type(write_.entity) + "&", variable, ""});
    add_parameters(plan::InputRole::current);
    add_parameters(plan::InputRole::condition);
    function_.comment = {put_words(context_, plan_, write_)};
    if (creates && !is_plain) constant_.add("precondition", "keywright::Precondition::absent");
    if (entity_.ttl && (creates || !is_plain || pattern_.condition)) {
      constant_.add_text("ttl_attribute", entity_.ttl->field.name);
    }
    if (creates && entity_.states && entity_.states->initial.resolved()) {
      check_initial_state(variable);
    }
    if (!is_plain) return put_object(emitter, variable, creates);
    std::vector<std::string> arguments{constant_.name(), emitter.item(variable)};
    if (const auto name = condition(); !name.empty()) arguments.push_back('&' + name);
    body_.call(creates ? "return repository_.create(" : "return repository_.put(", arguments, ");");
  }

  // A put that counts, or that is not alone.
  void put_object(const PutEmitter& emitter, const std::string& variable, bool creates) {
    std::string put;
    if (emitter.is_counted()) {
      put = emitter.counted(constant_.name(), variable, creates);
    } else {
      put = names_.unique("put");
      body_.call("keywright::Put " + put + "(", {constant_.name(), emitter.item(variable)}, ");");
    }
    require(put);
    const auto type = context_.entity_type(write_.entity);
    if (emitter.is_counted()) function_.return_type = "keywright::Result<" + type + ">";
    if (!is_in_transaction()) {
      body_.line("return repository_.put<" + type + ">(" + put + ");");
      return;
    }
    const auto transaction = add_to_transaction("put", put);
    if (place_.is_step()) return;
    if (!emitter.is_counted()) {
      body_.line("return repository_.transact(" + transaction + ");");
      return;
    }
    const auto done = names_.unique("done");
    body_.line("const auto " + done + " = repository_.transact(" + transaction + ");");
    body_.line("if (!" + done + ") return " + done + ".error();");
    body_.line("return keywright::from_item<" + type + ">(" + put + ".item());");
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

  void remove() {
    const bool is_plain = !write_.version && !is_in_transaction();
    function_.return_type = "keywright::Result<void>";
    add_parameters(plan::InputRole::bound);
    add_parameters(plan::InputRole::current);
    add_parameters(plan::InputRole::condition);
    std::string expected;
    if (write_.version) {
      expected = identifier(plan_.inputs[write_.inputs.back()].name);
      function_.parameters.push_back({"std::optional<std::int64_t>", expected, "std::nullopt"});
    }
    function_.comment = {delete_words(context_, plan_, write_, expected)};
    std::vector<std::string> arguments{constant_.name(),
                                       "make_key(" + join(key_parts(""), ", ") + ")"};
    if (entity_.ttl && (!is_plain || pattern_.condition)) {
      constant_.add_text("ttl_attribute", entity_.ttl->field.name);
    }
    if (is_plain) {
      if (const auto name = condition(); !name.empty()) arguments.push_back('&' + name);
      body_.call("return repository_.remove(", arguments, ");");
      return;
    }
    const auto remove = names_.unique("remove");
    body_.call("keywright::Delete " + remove + "(", arguments, ");");
    if (write_.version) {
      body_.call(remove + ".require_version(",
                 {string_literal(entity_.fields[*write_.version].name), expected}, ");");
    }
    require(remove);
    if (!is_in_transaction()) {
      body_.line("return repository_.remove(" + remove + ");");
      return;
    }
    const auto transaction = add_to_transaction("remove", remove);
    if (!place_.is_step()) body_.line("return repository_.transact(" + transaction + ");");
  }

  void batch_put() {
    const auto variables = context_.variables(write_.entity);
    function_.return_type = "keywright::Result<keywright::BatchReport>";
    function_.parameters = {
        {"std::span<const " + context_.entity_type(write_.entity) + ">", variables, ""},
        {"const keywright::BatchOptions&", "options", "{}"}};
    function_.comment = {batch_put_words(context_, write_)};
    if (place_.is_step()) {
      const PutEmitter emitter{context_, write_.entity, names_, body_};
      const auto one = names_.unique("each");
      body_.line("for (const auto& " + one + " : " + variables + ") {");
      body_.indent();
      body_.call(place_.transaction + ".put(", {constant_.name(), emitter.item(one)}, ");");
      body_.outdent();
      body_.line("}");
      return;
    }
    body_.call("return repository_.batch_put(", {constant_.name(), variables, "options"}, ");");
  }

  void batch_delete() {
    const auto key_type = context_.key_type(context_.naming_pattern(plan_));
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
    function_.comment = {batch_delete_words(context_, write_)};
    if (place_.is_step()) {
      body_.line("for (const auto& " + element + " : " + many + ") {");
      body_.indent();
      const auto remove = names_.unique("remove");
      body_.call(
          "keywright::Delete " + remove + "(",
          {constant_.name(), "make_key(" + join(key_parts(has_struct ? "key." : ""), ", ") + ")"},
          ");");
      body_.line(place_.transaction + ".remove(" + remove + ");");
      body_.outdent();
      body_.line("}");
      return;
    }
    body_.line("std::vector<keywright::Result<keywright::Key>> " + list + ";");
    body_.line(list + ".reserve(" + many + ".size());");
    body_.line("for (const auto& " + element + " : " + many + ") {");
    body_.indent();
    body_.nested_call(list + ".push_back(", "make_key(", key_parts(has_struct ? "key." : ""), ");");
    body_.outdent();
    body_.line("}");
    body_.call("return repository_.batch_remove(",
               {constant_.name(), "std::move(" + list + ")", "options"}, ");");
  }

  const CppContext& context_;
  const plan::PatternPlan& plan_;
  const plan::WritePlan& write_;
  const StepPlace& place_;
  const model::AccessPattern& pattern_;
  const model::Entity& entity_;
  PatternConstant constant_;
  UniqueNames names_;
  CppFunction function_;
  CodeWriter body_;
};

}  // namespace

std::vector<CppFunction> write_functions(const CppContext& context, const plan::PatternPlan& plan) {
  std::vector<CppFunction> functions;
  for (const auto& write : plan.writes) {
    const bool is_update = write.request == plan::WriteRequest::update_item ||
                           write.request == plan::WriteRequest::transact_write_items;
    functions.push_back(is_update ? update_function(context, plan, write)
                                  : WriteEmitter(context, plan, write, {}).emit());
  }
  return functions;
}

CppFunction step_write(const CppContext& context, const plan::PatternPlan& plan,
                       const StepPlace& place) {
  const auto& write = plan.writes.front();
  const bool is_update = write.request == plan::WriteRequest::update_item ||
                         write.request == plan::WriteRequest::transact_write_items;
  return is_update ? update_function(context, plan, write, place)
                   : WriteEmitter(context, plan, write, place).emit();
}

std::string PutEmitter::item(const std::string& value) const {
  return "to_item(" + value + (context.needs_time(entity) ? ", repository_.now())" : ")");
}

std::string PutEmitter::counted(const std::string& constant, const std::string& value,
                                bool creates) const {
  const auto& field = context.entity(entity).field(*context.entity(entity).version);
  const auto member = "." + identifier(field.name);
  const auto next = names.unique("next");
  const auto put = names.unique("put");
  body.line("auto " + next + " = " + value + ";");
  body.line(next + member + " = " + (creates ? "1" : value + member + " + 1") + ";");
  body.call("keywright::Put " + put + "(", {constant, item(next)}, ");");
  if (!creates) {
    body.call(put + ".require_version(", {string_literal(field.name), value + member}, ");");
  }
  return put;
}

std::vector<std::string> item_key_parts(
    const CppContext& context, std::size_t entity, const std::vector<plan::KeyExpression>& key,
    const std::function<std::string(const plan::KeyTerm&)>& argument) {
  const auto& table_key = *context.plan.keys[entity].table;
  const auto constant = [&](bool is_partition, std::size_t position) {
    return context.key_constant(entity, table_key, is_partition, position);
  };
  return key_calls(table_key, key, constant, argument);
}

void write_condition(const CppContext& context, const plan::PatternPlan& plan,
                     PatternConstant& constant, const std::string& variable, CodeWriter& body) {
  const auto& pattern = plan::declared(context.model, plan);
  const auto& entity = context.entity(pattern.entity().index);
  const auto text = condition_text(context, plan, constant.placeholders());
  body.call("keywright::Condition " + variable + "(", {string_literal(text.expression)}, ");");
  if (accepts_absent(entity, pattern)) body.line(variable + ".accept_absent();");
  for (const auto& binding : text.bindings) {
    const auto value =
        binding.literal != nullptr
            ? literal_value(context, entity.fields[binding.field].type, *binding.literal)
            : identifier(binding.parameter);
    body.call(variable + ".bind(", {string_literal(binding.placeholder), value}, ");");
  }
}

}  // namespace keywright::generate
