#include "generate/cpp_update.hpp"

#include "generate/cpp_values.hpp"

#include <algorithm>
#include <utility>

namespace keywright::generate {
namespace {

using plan::FieldChangeKind;
using plan::InputRole;
using plan::KeyChange;

// `repeated` once: tests of several keys share most of their inputs.
void add_once(std::vector<std::string>& texts, std::string text) {
  if (std::find(texts.begin(), texts.end(), text) == texts.end()) texts.push_back(std::move(text));
}

class UpdateEmitter {
 public:
  UpdateEmitter(const CppContext& context, const plan::PatternPlan& plan,
                const plan::WritePlan& write)
      : context_(context),
        plan_(plan),
        write_(write),
        pattern_(context.model.access_patterns[plan.pattern]),
        entity_(context.entity(write.entity)),
        constant_("WritePattern", write.function),
        is_upsert_(pattern_.operation.value == model::Operation::upsert) {
    for (const auto input : write.inputs) names_.take(identifier(plan.inputs[input].name));
    if (is_upsert_) names_.take(context.variable(write.entity));
    update_ = names_.unique("update");
  }

  CppFunction emit() {
    const bool is_transaction = write_.request == plan::WriteRequest::transact_write_items;
    function_.name = identifier(write_.function);
    name_pattern();
    declare();
    describe();
    begin_update();
    guards();
    changes();
    for (const auto& index : write_.indexes) index_keys(index);
    if (pattern_.condition) {
      const auto condition = names_.unique("condition");
      write_condition(context_, plan_, pattern_, constant_, condition, body_);
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
    function_.constants = constant_.text();
    function_.body = body_.text();
    return std::move(function_);
  }

 private:
  void name_pattern() {
    constant_.add_text("name", write_.move ? pattern_.name + "." + write_.function : pattern_.name);
    if (write_.precondition == plan::Precondition::present) {
      constant_.add("precondition", "keywright::Precondition::present");
    }
    if (entity_.ttl) constant_.add_text("ttl_attribute", entity_.ttl->field.name);
  }

  // Arguments -----------------------------------------------------------------------------------

  [[nodiscard]] const plan::Input& input(std::size_t position) const {
    return plan_.inputs[position];
  }
  [[nodiscard]] const model::Field& field_of(const plan::Input& known) const {
    return context_.entity(known.entity).fields[*known.field];
  }
  // Never a member of the input struct, where leaving one out would compile.
  [[nodiscard]] static bool is_positional(const plan::Input& known) {
    return known.role == InputRole::bound || known.role == InputRole::condition ||
           known.role == InputRole::item || known.role == InputRole::current;
  }
  // What binds a key or a condition has a value, also where its field may be without.
  [[nodiscard]] static bool may_be_absent(const plan::Input& known) {
    return known.optional && (known.role == InputRole::current || !is_positional(known));
  }
  [[nodiscard]] const plan::FieldChange* change_by(std::size_t position) const {
    for (const auto& change : write_.changes) {
      if (change.input == position) return &change;
    }
    return nullptr;
  }
  // A value that is left alone, set, or taken away.
  [[nodiscard]] bool is_change(std::size_t position) const {
    const auto* change = change_by(position);
    return change != nullptr && change->may_be_left_out && change->may_be_removed;
  }

  // A value that each call has to give, and nobody should forget.
  [[nodiscard]] bool is_required(std::size_t position) const {
    const auto& known = input(position);
    const bool is_value = known.role == InputRole::new_value || known.role == InputRole::added;
    const auto* change = change_by(position);
    return is_value && change != nullptr && !change->may_be_left_out;
  }

  [[nodiscard]] std::string input_type(std::size_t position) const {
    const auto& known = input(position);
    if (known.role == InputRole::also_put) return context_.entity_type(known.entity);
    const auto& field = field_of(known);
    const auto type = context_.value_type(field.type);
    if (is_change(position)) return "keywright::Change<" + type + ">";
    const bool is_set = field.type.kind == model::TypeKind::set;
    const bool is_plain_set =
        is_set && !(change_by(position) && change_by(position)->may_be_left_out);
    return known.optional && !is_plain_set ? "std::optional<" + type + ">" : type;
  }

  [[nodiscard]] std::string input_name(const plan::Input& known) const {
    if (known.role == InputRole::also_put) return context_.variable(known.entity);
    if (known.role == InputRole::item) return context_.variable(known.entity);
    return identifier(known.name);
  }

  // Where the function finds an input.
  [[nodiscard]] std::string access(std::size_t position) const {
    const auto& known = input(position);
    const auto name = input_name(known);
    if (is_positional(known) || input_variable_.empty()) return name;
    return input_variable_ + "." + name + (is_required(position) ? ".value()" : "");
  }

  [[nodiscard]] std::string comment_of(std::size_t position) const {
    const auto& known = input(position);
    if (known.role == InputRole::also_put) return "put in the same transaction";
    return "";
  }

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
      const auto& known = input(position);
      if (known.role == InputRole::item) {
        function_.parameters.push_back(
            {"const " + context_.entity_type(known.entity) + "&", input_name(known), ""});
      } else if (is_positional(known)) {
        const auto type = may_be_absent(known) ? "const " + input_type(position) + "&"
                                               : context_.parameter_type(field_of(known).type);
        function_.parameters.push_back({type, input_name(known), ""});
      } else {
        others.push_back(position);
      }
    }
    if (others.empty()) return;
    const bool takes_one = others.size() == 1 && !write_.move && !input(others[0]).optional;
    if (takes_one) {
      function_.parameters.push_back({context_.parameter_type(field_of(input(others[0])).type),
                                      input_name(input(others[0])), ""});
      return;
    }
    input_variable_ = names_.unique("input");
    CppStruct members;
    members.name = struct_name();
    for (const auto position : others) {
      auto type = input_type(position);
      if (is_required(position)) type = "keywright::Required<" + type + ">";
      std::string value = type.starts_with("std::optional<") ? "std::nullopt" : "";
      if (is_change(position)) value = "{}";
      members.members.push_back(
          {type, input_name(input(position)), std::move(value), comment_of(position)});
    }
    function_.parameters.push_back({"const " + members.name + "&", input_variable_, ""});
    function_.input = std::move(members);
  }

  void describe() {
    std::string words;
    if (write_.move) {
      words = join(write_.from_states, ", ") + " -> " + write_.to_state +
              ". From any other state: `condition_failed`, with the item as it stands.";
    } else if (is_upsert_) {
      words = "UpdateItem: changes the " + spoken(entity_.name) +
              ", or creates it. Immutable fields stay as they are stored.";
      if (!pattern_.set.empty() || !pattern_.add.empty()) {
        words = "UpdateItem: changes " + join_words(changed_names()) + " of the " +
                spoken(entity_.name) + ", or creates it.";
      }
    } else {
      words = "UpdateItem of " + join_words(changed_names()) + "; `condition_failed` if the " +
              spoken(entity_.name) + " is not there.";
    }
    const bool asks_for_current = std::any_of(
        write_.inputs.begin(), write_.inputs.end(),
        [&](std::size_t position) { return input(position).role == InputRole::current; });
    if (asks_for_current) {
      words += " What is given as current is part of an index key, and must be what is stored.";
    }
    function_.comment = {words};
  }

  [[nodiscard]] std::vector<std::string> changed_names() const {
    std::vector<std::string> names;
    for (const auto* fields : {&pattern_.set, &pattern_.add, &pattern_.remove}) {
      for (const auto& field : *fields) add_once(names, field.name);
    }
    return names;
  }

  // The update ----------------------------------------------------------------------------------

  [[nodiscard]] std::string term_value(const plan::KeyTerm& term) const {
    const auto& field = context_.entity(term.entity).fields[term.field];
    if (term.constant) return enumerator(context_, field.type, *term.constant);
    const auto& known = input(*term.input);
    if (known.role == InputRole::item) {
      const auto member = access(*term.input) + "." + identifier(field.name);
      return field.optional ? "*" + member : member;
    }
    if (is_change(*term.input)) return access(*term.input) + ".value()";
    return may_be_absent(known) ? "*" + access(*term.input) : access(*term.input);
  }

  void begin_update() {
    const auto parts = item_key_parts(context_, write_.entity, write_.key,
                                      [&](const auto& term) { return term_value(term); });
    body_.call("keywright::Update " + update_ + "(",
               {constant_.name(), "make_key(" + join(parts, ", ") + ")"}, ");");
    if (is_upsert_) body_.line(update_ + ".tag(" + string_literal(entity_.name) + ");");
    if (write_.from_states.empty()) return;
    const auto& field = entity_.field(entity_.states->field);
    std::vector<std::string> states;
    for (const auto& state : write_.from_states) {
      states.push_back(enumerator(context_, field.type, state));
    }
    body_.call(update_ + ".from_states(",
               {string_literal(field.name), "{" + join(states, ", ") + "}"}, ");");
  }

  [[nodiscard]] std::string guard_value(const plan::Guard& guard) const {
    const auto& known = input(guard.input);
    return known.role == InputRole::item
               ? access(guard.input) + "." + identifier(entity_.fields[guard.field].name)
               : access(guard.input);
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
    const bool is_item = input(*change.input).role == InputRole::item;
    auto value =
        is_item ? access(*change.input) + "." + identifier(field.name) : access(*change.input);
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
    if (is_change(*change.input)) {
      body_.call(update_ + ".change(", arguments, ");");
    } else if (change.may_be_left_out) {
      arguments[1] = "*" + value;
      guarded(value, head, arguments);
    } else {
      body_.call(head, arguments, ");");
    }
  }

  // `if (value) call(..);`
  void guarded(const std::string& test, const std::string& head,
               const std::vector<std::string>& arguments) {
    const auto whole = "if (" + test + ") " + head + join(arguments, ", ") + ");";
    if (whole.size() + 2 <= CodeWriter::max_columns) {
      body_.line(whole);
      return;
    }
    body_.line("if (" + test + ") {");
    body_.indent();
    body_.call(head, arguments, ");");
    body_.outdent();
    body_.line("}");
  }

  // What an item without the field reads as is no matter of writing.
  [[nodiscard]] static std::string limits_without_default(const model::Field& field) {
    auto copy = field;
    copy.default_value.reset();
    return limits_of(copy);
  }

  // Index keys ----------------------------------------------------------------------------------

  [[nodiscard]] bool is_own_field(const plan::KeyAttribute& attribute) const {
    return attribute.native &&
           entity_.fields[*attribute.parts.front().field].name == attribute.name;
  }

  [[nodiscard]] const plan::EntityKey& key_of(const plan::IndexChange& index) const {
    return *context_.plan.keys[write_.entity].in(index.index);
  }

  [[nodiscard]] std::string key_value(const plan::IndexChange& index, std::size_t position) const {
    const auto& key = key_of(index);
    const auto& change = index.keys[position];
    const auto partitions = key.local ? 0 : key.partition.size();
    std::vector<std::string> arguments;
    for (const auto& term : change.value.terms) {
      if (term.is_component()) arguments.push_back(term_value(term));
    }
    const bool is_partition = position < partitions;
    return context_.key_constant(write_.entity, key, is_partition,
                                 is_partition ? position : position - partitions) +
           "(" + join(arguments, ", ") + ")";
  }

  // Whether this input decides if the entry changes at all.
  [[nodiscard]] bool follows(const plan::IndexChange& index, std::size_t position) const {
    return index.only_with && write_.changes[*index.only_with].input == position;
  }

  // What must hold for the keys to be set; empty: nothing.
  [[nodiscard]] std::vector<std::string> conditions(const plan::IndexChange& index) const {
    std::vector<std::string> tests;
    for (const auto& key : index.keys) {
      if (key.change != KeyChange::set) continue;
      for (const auto& term : key.value.terms) {
        if (!term.is_input()) continue;
        const auto& field = entity_.fields[term.field];
        const auto& known = input(*term.input);
        if (known.role == InputRole::item) {
          if (field.optional) add_once(tests, access(*term.input) + "." + identifier(field.name));
        } else if (known.optional && !key.only_with && !follows(index, *term.input)) {
          add_once(tests, access(*term.input));
        }
      }
    }
    for (const auto& test : index.tests) {
      const auto& field = entity_.field(test.predicate.field);
      const auto& known = input(test.input);
      const bool is_item = known.role == InputRole::item;
      const bool is_optional =
          is_item ? field.optional || CppContext::has_lifetime(entity_, field) : known.optional;
      const auto value =
          is_item ? access(test.input) + "." + identifier(field.name) : access(test.input);
      const auto& entry = entity_.indexes[index.entry];
      // The entry's own predicate, by which its function is named.
      const auto& predicate = entry.when->all_of[test.position];
      add_once(tests, predicate_test(context_, {entity_, entry, predicate}, value, is_optional));
    }
    return tests;
  }

  void index_keys(const plan::IndexChange& index) {
    if (!index.changes()) return;
    if (!index.only_with) {
      entry_keys(index);
      return;
    }
    const auto position = *write_.changes[*index.only_with].input;
    const auto value = access(position);
    body_.condition({is_change(position) ? value + ".sets()" : value});
    body_.indent();
    entry_keys(index);
    body_.outdent();
    if (is_change(position)) {
      body_.line("} else if (!" + value + ".keeps()) {");
      body_.indent();
      for (const auto& key : index.keys) remove_key(key);
      body_.outdent();
    }
    body_.line("}");
  }

  void entry_keys(const plan::IndexChange& index) {
    const auto tests = conditions(index);
    if (!tests.empty()) {
      body_.condition(tests);
      body_.indent();
    }
    for (std::size_t i = 0; i < index.keys.size(); ++i) index_key(index, i);
    if (tests.empty()) return;
    body_.outdent();
    body_.line("} else {");
    body_.indent();
    for (const auto& key : index.keys) remove_key(key);
    body_.outdent();
    body_.line("}");
  }

  void remove_key(const plan::IndexKeyChange& key) {
    if (is_own_field(key.attribute)) return;
    body_.line(update_ + ".remove_key(" + string_literal(key.attribute.name) + ");");
  }

  void index_key(const plan::IndexChange& index, std::size_t position) {
    const auto& change = index.keys[position];
    if (change.change == KeyChange::keep || is_own_field(change.attribute)) return;
    if (change.change == KeyChange::remove) {
      remove_key(change);
      return;
    }
    const auto& key = key_of(index);
    auto value = key_value(index, position);
    const bool is_sharded = key.shards > 1 && position == 0;
    const std::string head = update_ + (change.if_absent ? ".set_key_if_absent(" : ".set_key(");
    if (is_sharded) {
      auto parts = item_key_parts(context_, write_.entity, write_.key,
                                  [&](const auto& term) { return term_value(term); });
      parts.push_back(std::to_string(key.shards));
      const auto name = names_.unique(snake_case(change.attribute.name));
      if (change.only_with) body_.line("if (" + only_with(change) + ") {");
      body_.line("auto " + name + " = " + value + ";");
      const auto shard = names_.unique(name + "_shard");
      body_.constant(shard, "keywright::shard_of(" + join(parts, ", ") + ")");
      body_.line("keywright::append_shard(" + name + ", " + shard + ");");
      body_.line(head + name + ");");
      if (change.only_with) body_.line("}");
    } else if (change.only_with) {
      guarded(only_with(change), head, {value});
    } else {
      body_.call(head, {value}, ");");
    }
  }

  [[nodiscard]] std::string only_with(const plan::IndexKeyChange& change) const {
    return access(*write_.changes[*change.only_with].input);
  }

  void transaction() {
    const auto name = names_.unique("transaction");
    body_.line();
    body_.line("keywright::WriteTransaction " + name + "(" + constant_.name() + ");");
    for (const auto& also : write_.also_put) {
      const auto& put = context_.entity(also.entity);
      const auto value = access(also.input);
      const auto variable = context_.variable(also.entity);
      for (const auto& shared : also.shared) {
        const auto& field = put.fields[shared.field].name;
        const auto& bound = input(shared.input);
        body_.call(name + ".require_same(",
                   {string_literal(variable + "." + field), value + "." + identifier(field),
                    string_literal(bound.name), access(shared.input)},
                   ");");
      }
    }
    body_.line(name + (write_.move ? ".transition(" : ".update(") + update_ + ");");
    for (const auto& also : write_.also_put) {
      const auto item = "to_item(" + access(also.input) +
                        (context_.needs_time(also.entity) ? ", repository_.now())" : ")");
      body_.call(name + ".put(", {item}, ");");
    }
    body_.line("return repository_.transact(" + name + ");");
  }

  const CppContext& context_;
  const plan::PatternPlan& plan_;
  const plan::WritePlan& write_;
  const model::AccessPattern& pattern_;
  const model::Entity& entity_;
  PatternConstant constant_;
  bool is_upsert_;
  UniqueNames names_;
  std::string update_;
  std::string input_variable_;
  CppFunction function_;
  CodeWriter body_{2};
};

}  // namespace

CppFunction update_function(const CppContext& context, const plan::PatternPlan& plan,
                            const plan::WritePlan& write) {
  return UpdateEmitter(context, plan, write).emit();
}

}  // namespace keywright::generate
