#include "generate/cpp_update.hpp"

#include "generate/cpp_update_parts.hpp"
#include "generate/cpp_values.hpp"

#include <algorithm>
#include <utility>

namespace keywright::generate {
namespace {

using plan::FieldChangeKind;
using plan::InputRole;

class UpdateEmitter {
 public:
  UpdateEmitter(const CppContext& context, const plan::PatternPlan& plan,
                const plan::WritePlan& write, const StepPlace& place)
      : context_(context),
        plan_(plan),
        write_(write),
        place_(place),
        pattern_(plan::declared(context.model, plan)),
        entity_(context.entity(write.entity)),
        inputs_(context, plan, write),
        constant_("WritePattern",
                  place.is_step() ? place.function + "_" + place.name : write.function),
        is_upsert_(pattern_.operation.value == model::Operation::upsert),
        body_(place.is_step() ? 4 : 2) {
    if (place.is_step()) {
      names_.take(place.steps);
      names_.take(place.transaction);
    }
    for (const auto input : write.inputs) names_.take(identifier(plan.inputs[input].name));
    if (is_upsert_) names_.take(context.variable(write.entity));
    update_ = names_.unique("update");
  }

  CppFunction emit() {
    const bool is_transaction = write_.request == plan::WriteRequest::transact_write_items ||
                                !write_.unique.empty() || place_.is_step();
    function_.name = identifier(write_.function);
    name_pattern();
    declare();
    describe();
    begin_update();
    guards();
    changes();
    const IndexKeyEmitter keys{context_, plan_, write_, inputs_, update_, names_, body_};
    for (const auto& index : write_.indexes) keys.emit(index);
    if (pattern_.condition) {
      const auto condition = names_.unique("condition");
      write_condition(context_, plan_, constant_, condition, body_);
      body_.line(update_ + ".require(" + condition + ");");
    }
    const auto type = context_.entity_type(write_.entity);
    if (is_transaction) {
      function_.return_type = "keywright::Result<void>";
      transaction();
    } else {
      function_.return_type = "keywright::Result<" + type + ">";
      body_.line("return repository_.update<" + type + ">(" + update_ + ");");
    }
    function_.constants = constant_.text() + put_constants_;
    function_.body = body_.text();
    return std::move(function_);
  }

 private:
  [[nodiscard]] std::string pattern_name() const {
    if (place_.is_step()) return place_.function + "." + place_.name;
    return write_.move ? pattern_.name + "." + write_.function : pattern_.name;
  }

  void name_pattern() {
    constant_.add_text("name", pattern_name());
    if (write_.precondition == plan::Precondition::present) {
      constant_.add("precondition", "keywright::Precondition::present");
    }
    constant_.add_text("ttl_attribute", ttl_name(entity_));
  }

  // The function -------------------------------------------------------------------------------

  [[nodiscard]] std::string struct_name() const {
    auto name = pascal_case(write_.function);
    for (const auto& entity : context_.model.entities) {
      if (identifier(entity.name) == name) return name + "Input";
    }
    return identifier(name);
  }

  void declare() {
    std::vector<std::size_t> others;
    for (const auto position : write_.inputs) {
      const auto& known = inputs_.input(position);
      if (known.role == InputRole::item) {
        function_.parameters.push_back(
            {"const " + context_.entity_type(known.entity) + "&", inputs_.name(known), ""});
      } else if (known.role == InputRole::expected_version) {
        continue;
      } else if (UpdateInputs::is_positional(known)) {
        const auto type = UpdateInputs::may_be_absent(known)
                              ? "const " + inputs_.type(position) + "&"
                              : context_.parameter_type(inputs_.field_of(known).type);
        function_.parameters.push_back({type, inputs_.name(known), ""});
      } else {
        others.push_back(position);
      }
    }
    declare_changes(others);
    for (const auto position : write_.inputs) {
      const auto& known = inputs_.input(position);
      if (known.role != InputRole::expected_version) continue;
      function_.parameters.push_back(
          {"std::optional<std::int64_t>", inputs_.name(known), "std::nullopt"});
    }
  }

  // One value is a parameter; several are the members of a struct.
  void declare_changes(const std::vector<std::size_t>& others) {
    if (others.empty()) return;
    const bool takes_one = others.size() == 1 && !write_.move && !inputs_.input(others[0]).optional;
    if (takes_one) {
      function_.parameters.push_back(
          {context_.parameter_type(inputs_.field_of(inputs_.input(others[0])).type),
           inputs_.name(inputs_.input(others[0])), ""});
      return;
    }
    const auto variable = names_.unique("input");
    inputs_.take_from(variable);
    CppStruct members;
    members.name = struct_name();
    for (const auto position : others) {
      auto type = inputs_.type(position);
      if (inputs_.is_required(position)) type = "keywright::Required<" + type + ">";
      std::string value = type.starts_with("std::optional<") ? "std::nullopt" : "";
      if (inputs_.is_change(position)) value = "{}";
      members.members.push_back({type, inputs_.name(inputs_.input(position)), std::move(value),
                                 inputs_.comment(position)});
    }
    function_.parameters.push_back({"const " + members.name + "&", variable, ""});
    function_.input = std::move(members);
  }

  void describe() {
    function_.comment = {update_words(context_, plan_, write_, expected_version())};
  }

  [[nodiscard]] UniqueEmitter unique_emitter() {
    return {context_, plan_, write_, [this](std::size_t input) { return inputs_.access(input); },
            names_,   body_};
  }

  // The argument with the version that was read; empty if there is none.
  [[nodiscard]] std::string expected_version() const {
    for (const auto position : write_.inputs) {
      const auto& known = inputs_.input(position);
      if (known.role == InputRole::expected_version) return inputs_.access(position);
    }
    return "";
  }

  // The update ----------------------------------------------------------------------------------

  void begin_update() {
    const auto parts = item_key_parts(context_, write_.entity, write_.key,
                                      [&](const auto& term) { return inputs_.component(term); });
    body_.call("keywright::Update " + update_ + "(",
               {constant_.name(), "make_key(" + join(parts, ", ") + ")"}, ");");
    if (is_upsert_) body_.line(update_ + ".tag(" + string_literal(entity_.name) + ");");
    if (write_.version) {
      std::vector<std::string> arguments{string_literal(entity_.fields[*write_.version].name)};
      if (auto expected = expected_version(); !expected.empty()) {
        arguments.push_back(std::move(expected));
      }
      body_.call(update_ + ".count_version(", arguments, ");");
    }
    if (write_.from_states.empty()) return;
    const auto& field = entity_.field(entity_.states->field);
    std::vector<std::string> states;
    for (const auto& state : write_.from_states) {
      states.push_back(enumerator(context_, field.type, state));
    }
    body_.call(update_ + ".from_states(",
               {string_literal(field.name), '{' + join(states, ", ") + "}"}, ");");
  }

  [[nodiscard]] std::string guard_value(const plan::Guard& guard) const {
    const auto& known = inputs_.input(guard.input);
    return known.role == InputRole::item
               ? inputs_.access(guard.input) + "." + identifier(entity_.fields[guard.field].name)
               : inputs_.access(guard.input);
  }

  void guards() {
    for (const auto& guard : write_.guards) {
      const auto& field = entity_.fields[guard.field];
      const std::vector<std::string> arguments{string_literal(field.name), guard_value(guard)};
      const auto equal = update_ + ".require_equal(";
      const auto equal_or_absent = update_ + ".require_equal_or_absent(";
      if (!field.default_value || guard.or_absent) {
        body_.call(guard.or_absent ? equal_or_absent : equal, arguments, ");");
        continue;
      }
      // An item without the field reads as the default.
      body_.condition({guard_value(guard) +
                       " == " + literal_value(context_, field.type, *field.default_value)});
      body_.indent();
      body_.call(equal_or_absent, arguments, ");");
      body_.outdent();
      body_.line("} else {");
      body_.indent();
      body_.call(equal, arguments, ");");
      body_.outdent();
      body_.line("}");
    }
  }

  void changes() {
    for (const auto& change : write_.changes) {
      const auto& field = entity_.fields[change.field];
      const auto name = string_literal(field.name);
      if (change.kind == FieldChangeKind::remove) {
        body_.line(update_ + ".remove(" + name + ");");
        continue;
      }
      if (change.constant) {
        body_.call(update_ + ".set(", {name, enumerator(context_, field.type, *change.constant)},
                   ");");
        continue;
      }
      change_field(change, field, name);
    }
  }

  void change_field(const plan::FieldChange& change, const model::Field& field,
                    const std::string& name) {
    const bool is_item = inputs_.input(*change.input).role == InputRole::item;
    auto value = is_item ? inputs_.access(*change.input) + "." + identifier(field.name)
                         : inputs_.access(*change.input);
    if (is_item && CppContext::has_lifetime(entity_, field)) {
      const auto expiry = names_.unique("expiry");
      body_.constant(expiry, "keywright::expiry(repository_.now(), " +
                                 duration_value(**entity_.ttl->after) + ")");
      value += ".value_or(" + expiry + ")";
    }
    std::vector<std::string> arguments{name, value};
    const auto limits = limits_without_default(field);
    const bool adds = change.kind == FieldChangeKind::add;
    if (!limits.empty() && !adds) arguments.push_back(limits);
    const std::string head = update_ + (adds                                  ? ".add("
                                        : change.kind == FieldChangeKind::set ? ".set("
                                                                              : ".set_if_absent(");
    if (inputs_.is_change(*change.input)) {
      body_.call(update_ + ".change(", arguments, ");");
    } else if (change.may_be_left_out) {
      arguments[1] = '*' + value;
      body_.guarded_call(value, head, arguments, ");");
    } else {
      body_.call(head, arguments, ");");
    }
  }

  // What an item without the field reads as is no matter of writing.
  [[nodiscard]] static std::string limits_without_default(const model::Field& field) {
    auto copy = field;
    copy.default_value.reset();
    return limits_of(copy);
  }

  void transaction() {
    const auto name = place_.is_step() ? place_.transaction : names_.unique("transaction");
    if (!place_.is_step()) {
      body_.line();
      body_.line("keywright::WriteTransaction " + name + "(" + constant_.name() + ");");
    }
    for (const auto& also : write_.also_put) {
      const auto& put = context_.entity(also.entity);
      const auto value = inputs_.access(also.input);
      const auto variable = context_.variable(also.entity);
      for (const auto& shared : also.shared) {
        const auto& field = put.fields[shared.field].name;
        const auto& bound = inputs_.input(shared.input);
        body_.call(name + ".require_same(",
                   {string_literal(variable + "." + field), value + "." + identifier(field),
                    string_literal(bound.name), inputs_.access(shared.input)},
                   ");");
      }
    }
    const bool leads = !place_.is_step() && !write_.also_put.empty();
    body_.line(name + (leads ? ".transition(" : ".update(") + update_ + ");");
    unique_emitter().emit(name);
    for (const auto& also : write_.also_put) {
      const PutEmitter put{context_, also.entity, names_, body_};
      const auto value = inputs_.access(also.input);
      if (put.is_counted()) {
        body_.call(name + ".put(", {put.counted(put_constant(also.entity), value, false)}, ");");
      } else {
        body_.call(name + ".put(", {put.item(value)}, ");");
      }
    }
    if (!place_.is_step()) body_.line("return repository_.transact(" + name + ");");
  }

  // The constant of an item put beside: that of the function, if they expire by the same.
  std::string put_constant(std::size_t entity) {
    const auto& put = context_.entity(entity);
    if (ttl_name(put) == ttl_name(entity_)) return constant_.name();
    const auto function = place_.is_step() ? place_.function + "_" + place_.name : write_.function;
    PatternConstant made("WritePattern", function + "_" + snake_case(put.name));
    made.add_text("name", pattern_name());
    made.add_text("ttl_attribute", ttl_name(put));
    put_constants_ += made.text();
    return made.name();
  }

  const CppContext& context_;
  const plan::PatternPlan& plan_;
  const plan::WritePlan& write_;
  const StepPlace& place_;
  const model::AccessPattern& pattern_;
  const model::Entity& entity_;
  UpdateInputs inputs_;
  PatternConstant constant_;
  bool is_upsert_;
  UniqueNames names_;
  std::string update_;
  std::string put_constants_;
  CppFunction function_;
  CodeWriter body_;
};

}  // namespace

CppFunction update_function(const CppContext& context, const plan::PatternPlan& plan,
                            const plan::WritePlan& write, const StepPlace& place) {
  return UpdateEmitter(context, plan, write, place).emit();
}

}  // namespace keywright::generate
