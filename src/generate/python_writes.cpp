#include "generate/python_function.hpp"

#include <string>
#include <utility>

// The functions of writes: whole items, deletions and batches here; updates in python_update.cpp.

namespace keywright::generate {
namespace {

using model::Operation;
using plan::InputRole;

class WriteEmitter {
 public:
  WriteEmitter(const PythonContext& context, const plan::PatternPlan& plan,
               const plan::WritePlan& write, const PythonPlace& place)
      : context_(context),
        plan_(plan),
        write_(write),
        place_(place),
        pattern_(plan::declared(context.model, plan)),
        entity_(context.entity(write.entity)),
        inputs_(context, plan, write),
        constant_("WritePattern", place.function_name(write.function)),
        body_(2) {
    for (const auto input : write.inputs) names_.take(inputs_.name(plan.inputs[input]));
    names_.take(context.variable(write.entity));
    constant_.add_text("name", place.pattern_name(pattern_.name));
  }

  PythonFunction emit() {
    function_.name = python_identifier(write_.function);
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
  void add_parameters(InputRole role) {
    for (const auto input : write_.inputs) {
      const auto& known = plan_.inputs[input];
      if (known.role != role) continue;
      const auto type = context_.value_type(inputs_.field_of(known).type);
      const bool may_be_nothing = known.optional && role == InputRole::current;
      function_.parameters.push_back(
          {inputs_.name(known), may_be_nothing ? type + " | None" : type});
    }
  }

  // Together with other writes, or with what keeps its values unique.
  [[nodiscard]] bool is_in_transaction() const {
    return place_.is_step() || !write_.unique.empty();
  }

  // Sends the write, alone or in a transaction with its sentinels; of a step, adds it to that.
  void send(const std::string& verb, const std::string& write) {
    if (!is_in_transaction()) {
      body_.line("self._repository." + verb + "(" + write + ")");
      return;
    }
    if (!place_.is_step()) {
      body_.line("transaction = kw.WriteTransaction(" + constant_.name() + ")");
    }
    body_.line("transaction.add(" + write + ")");
    PythonUnique{context_, plan_, write_, inputs_, names_, body_}.emit("transaction");
    if (!place_.is_step()) body_.line("self._repository.transact(transaction)");
  }

  void require(const std::string& write) {
    for (const auto& guard : write_.guards) {
      std::vector<std::string> arguments{python_literal(entity_.fields[guard.field].name),
                                         inputs_.name(plan_.inputs[guard.input])};
      if (guard.or_absent) arguments.push_back("or_absent=True");
      body_.call(write + ".require_equal(", arguments);
    }
    if (pattern_.condition) python_require(context_, plan_, constant_, write, body_);
  }

  void put() {
    const bool creates = write_.precondition == plan::Precondition::absent;
    const auto variable = context_.variable(write_.entity);
    function_.return_type = "None";
    function_.parameters.push_back({variable, context_.entity_type(write_.entity)});
    add_parameters(InputRole::current);
    add_parameters(InputRole::condition);
    function_.comment = {put_words(context_, plan_, write_)};
    if (creates) constant_.add("precondition", "kw.Precondition.ABSENT");
    const bool asks = creates || is_counted(entity_) || pattern_.condition;
    if (entity_.ttl && (asks || is_in_transaction())) {
      constant_.add_text("ttl_attribute", entity_.ttl->field.name);
    }
    if (creates && entity_.states && entity_.states->initial.resolved()) {
      const auto& states = *entity_.states;
      const auto& field = entity_.field(states.field);
      body_.call("kw.check_initial(", {constant_.name(), python_literal(field.name),
                                       variable + "." + python_identifier(field.name),
                                       context_.enumerator(field.type, states.initial.name)});
    }
    const auto put = PythonPut{context_, write_.entity, names_, body_}.write(constant_.name(),
                                                                             variable, creates);
    require(put);
    send("put", put);
    if (!is_counted(entity_) || place_.is_step()) return;
    function_.return_type = context_.entity_type(write_.entity);
    body_.line("return " + context_.entity_constant(write_.entity) + ".read(" + put + ".item)");
  }

  [[nodiscard]] std::string item_key(const std::string& owner) const {
    return python_item_key(context_, write_.entity, write_.key, [&](const plan::KeyTerm& term) {
      return owner + inputs_.name(plan_.inputs[*term.input]);
    });
  }

  void remove() {
    function_.return_type = "None";
    add_parameters(InputRole::bound);
    add_parameters(InputRole::current);
    add_parameters(InputRole::condition);
    std::string expected;
    if (write_.version) {
      expected = inputs_.name(plan_.inputs[write_.inputs.back()]);
      function_.parameters.push_back({expected, "int | None", "None", true});
    }
    function_.comment = {delete_words(context_, plan_, write_, expected)};
    const bool is_plain = !write_.version && !pattern_.condition && !is_in_transaction();
    if (entity_.ttl && !is_plain) constant_.add_text("ttl_attribute", entity_.ttl->field.name);
    const auto remove = names_.unique("delete");
    body_.call(remove + " = kw.Delete(",
               {constant_.name(), context_.entity_constant(write_.entity), item_key("")});
    if (write_.version) {
      body_.call(remove + ".require_version(",
                 {python_literal(entity_.fields[*write_.version].name), expected});
    }
    require(remove);
    send("delete", remove);
  }

  void batch_options() {
    function_.return_type = "kw.BatchReport";
    function_.parameters.push_back({"deadline", "float | None", "None", true});
    function_.parameters.push_back({"concurrency", "int", "4", true});
  }

  void batch_put() {
    const auto variables = context_.variables(write_.entity);
    const auto one = names_.unique(context_.variable(write_.entity) + "_");
    const auto each =
        context_.variable(write_.entity) == variables ? one : context_.variable(write_.entity);
    function_.parameters = {{variables, "Iterable[" + context_.entity_type(write_.entity) + "]"}};
    function_.comment = {batch_put_words(context_, write_)};
    const auto item = context_.item_call(write_.entity, each);
    if (place_.is_step()) {
      body_.line("for " + each + " in " + variables + ":");
      body_.indent();
      body_.line("transaction.add(kw.Put(" + constant_.name() + ", " +
                 context_.entity_constant(write_.entity) + ", " + item + "))");
      body_.outdent();
      return;
    }
    batch_options();
    const auto list = names_.unique(variables == "items" ? "prepared" : "items");
    body_.comprehension(list + " = ", item, "for " + each + " in " + variables);
    body_.call("return self._repository.batch_put(",
               {constant_.name(), list, "deadline=deadline", "concurrency=concurrency"});
  }

  void batch_delete() {
    const auto key_type = context_.key_type(context_.naming_pattern(plan_));
    const bool has_class = !key_type.empty();
    const auto& first = plan_.inputs[write_.inputs.front()];
    const auto element = has_class ? std::string("key") : inputs_.name(first);
    const auto many = has_class ? std::string("keys") : plural(first.name);
    const auto type = has_class ? key_type : context_.value_type(inputs_.field_of(first).type);
    const auto key = item_key(has_class ? "key." : "");
    function_.parameters = {{many, "Iterable[" + type + "]"}};
    function_.comment = {batch_delete_words(context_, write_)};
    if (place_.is_step()) {
      body_.line("for " + element + " in " + many + ":");
      body_.indent();
      body_.line("transaction.add(kw.Delete(" + constant_.name() + ", " +
                 context_.entity_constant(write_.entity) + ", " + key + "))");
      body_.outdent();
      return;
    }
    batch_options();
    const std::string list = has_class ? "item_keys" : "keys";
    body_.comprehension(list + " = ", key, "for " + element + " in " + many);
    body_.call("return self._repository.batch_delete(",
               {constant_.name(), list, "deadline=deadline", "concurrency=concurrency"});
  }

  const PythonContext& context_;
  const plan::PatternPlan& plan_;
  const plan::WritePlan& write_;
  const PythonPlace& place_;
  const model::AccessPattern& pattern_;
  const model::Entity& entity_;
  WriteInputs inputs_;
  PythonConstant constant_;
  UniqueNames names_;
  PythonFunction function_;
  PythonWriter body_;
};

bool is_update(const plan::WritePlan& write) {
  return write.request == plan::WriteRequest::update_item ||
         write.request == plan::WriteRequest::transact_write_items;
}

}  // namespace

std::vector<PythonFunction> python_writes(const PythonContext& context,
                                          const plan::PatternPlan& plan) {
  std::vector<PythonFunction> functions;
  for (const auto& write : plan.writes) {
    functions.push_back(is_update(write) ? python_update(context, plan, write)
                                         : WriteEmitter(context, plan, write, {}).emit());
  }
  return functions;
}

PythonFunction python_step_write(const PythonContext& context, const plan::PatternPlan& plan,
                                 const PythonPlace& place) {
  const auto& write = plan.writes.front();
  return is_update(write) ? python_update(context, plan, write, place)
                          : WriteEmitter(context, plan, write, place).emit();
}

}  // namespace keywright::generate
