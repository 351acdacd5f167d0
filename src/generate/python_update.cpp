#include "generate/python_function.hpp"

#include <string>
#include <utility>

// The functions of updates: moves, patches, upserts. An item enters an index by all of its keys, if
// what the entry asks for holds, and leaves it by all.

namespace keywright::generate {
namespace {

using plan::FieldChangeKind;
using plan::InputRole;
using plan::KeyChange;

class UpdateEmitter {
 public:
  UpdateEmitter(const PythonContext& context, const plan::PatternPlan& plan,
                const plan::WritePlan& write, const PythonPlace& place)
      : context_(context),
        plan_(plan),
        write_(write),
        place_(place),
        pattern_(plan::declared(context.model, plan)),
        entity_(context.entity(write.entity)),
        inputs_(context, plan, write),
        constant_("WritePattern", place.function_name(write.function)),
        is_upsert_(pattern_.operation.value == model::Operation::upsert),
        body_(2) {
    for (const auto input : write.inputs) names_.take(inputs_.name(plan.inputs[input]));
    update_ = names_.unique("update");
  }

  PythonFunction emit() {
    function_.name = python_identifier(write_.function);
    name_pattern();
    declare();
    function_.comment = {update_words(context_, plan_, write_, expected_version())};
    begin_update();
    guards();
    for (const auto& change : write_.changes) change_field(change);
    for (const auto& index : write_.indexes) change_index(index);
    if (pattern_.condition) python_require(context_, plan_, constant_, update_, body_);
    finish();
    function_.constants = constant_.text() + put_constants_;
    function_.body = body_.text();
    return std::move(function_);
  }

 private:
  [[nodiscard]] std::string pattern_name() const {
    return place_.pattern_name(write_.move ? pattern_.name + "." + write_.function : pattern_.name);
  }

  void name_pattern() {
    constant_.add_text("name", pattern_name());
    if (write_.precondition == plan::Precondition::present) {
      constant_.add("precondition", "kw.Precondition.PRESENT");
    }
    if (entity_.ttl) constant_.add_text("ttl_attribute", ttl_name(entity_));
  }

  // The function --------------------------------------------------------------------------------

  // One value is an ordinary parameter; several are named by the caller.
  void declare() {
    std::vector<std::size_t> others;
    for (const auto position : write_.inputs) {
      const auto& known = inputs_.input(position);
      if (known.role == InputRole::expected_version) continue;
      if (!WriteInputs::is_positional(known)) {
        others.push_back(position);
      } else if (known.role == InputRole::item) {
        function_.parameters.push_back({inputs_.name(known), context_.entity_type(known.entity)});
      } else {
        const auto type = context_.value_type(inputs_.field_of(known).type);
        function_.parameters.push_back(
            {inputs_.name(known), WriteInputs::may_be_absent(known) ? type + " | None" : type});
      }
    }
    const bool takes_one = others.size() == 1 && !write_.move && !inputs_.input(others[0]).optional;
    for (const auto position : others) declare_change(position, !takes_one);
    for (const auto position : write_.inputs) {
      const auto& known = inputs_.input(position);
      if (known.role != InputRole::expected_version) continue;
      function_.parameters.push_back({inputs_.name(known), "int | None", "None", true});
    }
  }

  void declare_change(std::size_t position, bool keyword_only) {
    const auto& known = inputs_.input(position);
    PythonParameter parameter{inputs_.name(known), "", "", keyword_only};
    if (known.role == InputRole::also_put) {
      parameter.type = context_.entity_type(known.entity);
      function_.parameters.push_back(std::move(parameter));
      return;
    }
    const auto& field = inputs_.field_of(known);
    const auto* change = inputs_.change_by(position);
    const bool may_be_left_out = change != nullptr && change->may_be_left_out;
    parameter.type = context_.value_type(field.type);
    if (inputs_.is_change(position)) {
      parameter.type = "kw.Change[" + parameter.type + "]";
      parameter.default_value = "kw.KEEP";
    } else if (may_be_left_out || (known.optional && field.type.kind != model::TypeKind::set)) {
      parameter.type += " | None";
      if (may_be_left_out) parameter.default_value = "None";
    }
    function_.parameters.push_back(std::move(parameter));
  }

  // The argument with the version that was read; empty if there is none.
  [[nodiscard]] std::string expected_version() const {
    for (const auto position : write_.inputs) {
      const auto& known = inputs_.input(position);
      if (known.role == InputRole::expected_version) return inputs_.name(known);
    }
    return "";
  }

  // The update ----------------------------------------------------------------------------------

  [[nodiscard]] std::string component(const plan::KeyTerm& term) const {
    const auto& field = context_.entity(term.entity).fields[term.field];
    if (term.constant) return context_.enumerator(field.type, *term.constant);
    const auto& known = inputs_.input(*term.input);
    return known.role == InputRole::item ? inputs_.name(known) + "." + python_identifier(field.name)
                                         : inputs_.name(known);
  }

  [[nodiscard]] std::string item_key() const {
    return python_item_key(context_, write_.entity, write_.key,
                           [&](const auto& term) { return component(term); });
  }

  // An input's value for a field: itself, or the member of a whole item.
  [[nodiscard]] std::string value_of(std::size_t input, const model::Field& field) const {
    const auto& known = inputs_.input(input);
    return known.role == InputRole::item ? inputs_.name(known) + "." + python_identifier(field.name)
                                         : inputs_.name(known);
  }

  void begin_update() {
    body_.call(update_ + " = kw.Update(",
               {constant_.name(), context_.entity_constant(write_.entity), item_key()});
    if (is_upsert_) body_.line(update_ + ".tag()");
    if (write_.version) {
      std::vector<std::string> arguments{python_literal(entity_.fields[*write_.version].name)};
      if (auto expected = expected_version(); !expected.empty()) {
        arguments.push_back(std::move(expected));
      }
      body_.call(update_ + ".count_version(", arguments);
    }
    if (write_.from_states.empty()) return;
    const auto& field = entity_.field(entity_.states->field);
    std::vector<std::string> arguments{python_literal(field.name)};
    for (const auto& state : write_.from_states) {
      arguments.push_back(context_.enumerator(field.type, state));
    }
    body_.call(update_ + ".from_states(", arguments);
  }

  void guards() {
    for (const auto& guard : write_.guards) {
      const auto& field = entity_.fields[guard.field];
      const auto value = value_of(guard.input, field);
      std::vector<std::string> arguments{python_literal(field.name), value};
      if (guard.or_absent) {
        arguments.push_back("or_absent=True");
      } else if (field.default_value) {
        // An item without the field reads as the default.
        const auto standard = context_.literal(field.type, *field.default_value);
        const bool is_bool = field.type.kind == model::TypeKind::boolean;
        arguments.push_back("or_absent=" + (!is_bool             ? value + " == " + standard
                                            : standard == "True" ? value
                                                                 : "not " + value));
      }
      body_.call(update_ + ".require_equal(", arguments);
    }
  }

  void change_field(const plan::FieldChange& change) {
    const auto& field = entity_.fields[change.field];
    const auto name = python_literal(field.name);
    if (change.kind == FieldChangeKind::remove) {
      body_.line(update_ + ".remove(" + name + ")");
      return;
    }
    if (change.constant) {
      body_.call(update_ + ".set(", {name, context_.enumerator(field.type, *change.constant)});
      return;
    }
    auto value = value_of(*change.input, field);
    const bool is_item = inputs_.input(*change.input).role == InputRole::item;
    if (is_item && Naming::has_lifetime(entity_, field)) {
      value += " or self._repository.now() + " + python_duration(**entity_.ttl->after);
    }
    const std::string head = update_ + (change.kind == FieldChangeKind::add   ? ".add("
                                        : change.kind == FieldChangeKind::set ? ".set("
                                                                              : ".set_if_absent(");
    if (inputs_.is_change(*change.input)) {
      body_.call(update_ + ".change(", {name, value});
    } else if (change.may_be_left_out) {
      body_.line("if " + value + " is not None:");
      body_.indent();
      body_.call(head, {name, value});
      body_.outdent();
    } else {
      body_.call(head, {name, value});
    }
  }

  // The index keys ------------------------------------------------------------------------------

  void change_index(const plan::IndexChange& index) {
    if (!index.changes()) return;
    PythonWriter removal(0);
    remove_keys(index, removal);
    if (!index.only_with) {
      set_or_remove(index, removal.text());
      return;
    }
    const auto position = *write_.changes[*index.only_with].input;
    const auto value = inputs_.name(inputs_.input(position));
    const bool is_change = inputs_.is_change(position);
    body_.line("if " +
               (is_change ? "not isinstance(" + value + ", kw.Marker)" : value + " is not None") +
               ":");
    body_.indent();
    if (!set_or_remove(index, removal.text())) body_.line("pass");
    body_.outdent();
    if (is_change && !removal.empty()) {
      body_.line("elif " + value + " is not kw.KEEP:");
      add(removal.text(), 1);
    }
  }

  // Lines that were written apart.
  void add(const std::string& lines, int levels) {
    for (int i = 0; i < levels; ++i) body_.indent();
    body_.line(std::string_view(lines).substr(0, lines.size() - 1));
    for (int i = 0; i < levels; ++i) body_.outdent();
  }

  // False: there was nothing to write.
  bool set_or_remove(const plan::IndexChange& index, const std::string& removal) {
    std::vector<std::string> tests;
    for (const auto& each : entry_conditions(context_, plan_, write_, index)) {
      const auto& field = entity_.fields[each.field];
      const auto value =
          each.is_item ? value_of(each.input, field) : inputs_.name(inputs_.input(each.input));
      if (each.predicate == nullptr) {
        add_once(tests, value + " is not None");
        continue;
      }
      for (auto& test : context_.predicate_tests(field, *each.predicate, value, each.is_optional)) {
        add_once(tests, std::move(test));
      }
    }
    const bool sets = sets_keys(index);
    if (tests.empty()) {
      for (const auto& key : index.keys) change_key(index, key);
      return sets;
    }
    if (!sets && removal.empty()) return false;
    body_.condition("if", tests);
    body_.indent();
    for (const auto& key : index.keys) change_key(index, key);
    if (!sets) body_.line("pass");
    body_.outdent();
    if (!removal.empty()) {
      body_.line("else:");
      add(removal, 1);
    }
    return true;
  }

  [[nodiscard]] bool sets_keys(const plan::IndexChange& index) const {
    return std::any_of(index.keys.begin(), index.keys.end(), [&](const auto& key) {
      return key.change != KeyChange::keep && !key.attribute.is_own_field(entity_);
    });
  }

  void change_key(const plan::IndexChange& index, const plan::IndexKeyChange& change) {
    if (change.change == KeyChange::keep || change.attribute.is_own_field(entity_)) return;
    if (change.change == KeyChange::remove) {
      body_.line(update_ + ".remove_key(" + python_literal(change.attribute.name) + ")");
      return;
    }
    const auto& key = *context_.plan.keys[write_.entity].in(index.index);
    const auto [is_partition, position] = position_of(key, change.attribute.name);
    std::vector<std::string> components;
    for (const auto& term : change.value.terms) {
      if (term.is_component()) components.push_back(component(term));
    }
    auto value = context_.key_constant(write_.entity, key, is_partition, position) + "(" +
                 join(components, ", ") + ")";
    if (change.only_with) {
      const auto given = *write_.changes[*change.only_with].input;
      body_.line("if " + inputs_.name(inputs_.input(given)) + " is not None:");
      body_.indent();
    }
    if (key.shards > 1 && is_partition) {
      const auto shard = names_.unique("shard");
      body_.call(shard + " = kw.shard_of(", {item_key(), std::to_string(key.shards)});
      value = "kw.with_shard(" + value + ", " + shard + ")";
    }
    body_.call(update_ + (change.if_absent ? ".set_key_if_absent(" : ".set_key("), {value});
    if (change.only_with) body_.outdent();
  }

  void remove_keys(const plan::IndexChange& index, PythonWriter& out) const {
    std::vector<std::string> names;
    for (const auto& key : index.keys) {
      if (!key.attribute.is_own_field(entity_)) names.push_back(python_literal(key.attribute.name));
    }
    if (!names.empty()) out.call(update_ + ".remove_key(", names);
  }

  // The request ---------------------------------------------------------------------------------

  void finish() {
    const bool is_transaction = write_.request == plan::WriteRequest::transact_write_items ||
                                !write_.unique.empty() || place_.is_step();
    if (is_transaction) {
      function_.return_type = "None";
      transaction();
      return;
    }
    function_.return_type = context_.entity_type(write_.entity);
    body_.call("return self._repository.update(",
               {update_, context_.entity_constant(write_.entity)});
  }

  void transaction() {
    for (const auto& also : write_.also_put) {
      const auto& put = context_.entity(also.entity);
      const auto value = inputs_.name(inputs_.input(also.input));
      for (const auto& shared : also.shared) {
        const auto& field = put.fields[shared.field].name;
        const auto& bound = inputs_.input(shared.input);
        body_.call("kw.require_same(", {constant_.name(), python_literal(value + "." + field),
                                        value + "." + python_identifier(field),
                                        python_literal(bound.name), inputs_.name(bound)});
      }
    }
    if (!place_.is_step()) {
      body_.line("transaction = kw.WriteTransaction(" + constant_.name() + ")");
    }
    const bool leads = !place_.is_step() && !write_.also_put.empty();
    body_.line(std::string("transaction.") + (leads ? "lead(" : "add(") + update_ + ")");
    PythonUnique{context_, plan_, write_, inputs_, names_, body_}.emit("transaction");
    for (const auto& also : write_.also_put) also_put(also);
    if (!place_.is_step()) body_.line("self._repository.transact(transaction)");
  }

  void also_put(const plan::AlsoPut& also) {
    const auto value = inputs_.name(inputs_.input(also.input));
    if (is_counted(context_.entity(also.entity))) {
      const auto put = PythonPut{context_, also.entity, names_, body_}.write(
          put_constant(also.entity), value, false);
      body_.line("transaction.add(" + put + ")");
      return;
    }
    body_.call("transaction.put(",
               {context_.entity_constant(also.entity), context_.item_call(also.entity, value)});
  }

  // The constant of an item put beside: that of the function, if they expire by the same.
  std::string put_constant(std::size_t entity) {
    const auto& put = context_.entity(entity);
    if (ttl_name(put) == ttl_name(entity_)) return constant_.name();
    PythonConstant made("WritePattern",
                        place_.function_name(write_.function) + "_" + snake_case(put.name));
    made.add_text("name", pattern_name());
    if (put.ttl) made.add_text("ttl_attribute", ttl_name(put));
    put_constants_ += made.text();
    return made.name();
  }

  const PythonContext& context_;
  const plan::PatternPlan& plan_;
  const plan::WritePlan& write_;
  const PythonPlace& place_;
  const model::AccessPattern& pattern_;
  const model::Entity& entity_;
  WriteInputs inputs_;
  PythonConstant constant_;
  bool is_upsert_;
  UniqueNames names_;
  std::string update_;
  std::string put_constants_;
  PythonFunction function_;
  PythonWriter body_;
};

}  // namespace

PythonFunction python_update(const PythonContext& context, const plan::PatternPlan& plan,
                             const plan::WritePlan& write, const PythonPlace& place) {
  return UpdateEmitter(context, plan, write, place).emit();
}

}  // namespace keywright::generate
