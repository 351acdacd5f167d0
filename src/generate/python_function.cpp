#include "generate/python_function.hpp"

#include <utility>

namespace keywright::generate {

using plan::InputRole;

std::string PythonConstant::text() const {
  PythonWriter out;
  std::vector<std::string> arguments;
  for (const auto& member : members_) {
    arguments.push_back(member.name + "=" +
                        (member.is_text ? python_literal(member.value) : member.value));
  }
  std::vector<std::string> aliases;
  for (const auto& [alias, attribute] : placeholders_.aliases()) {
    aliases.push_back(python_literal(alias) + ": " + python_literal(attribute));
  }
  if (!aliases.empty()) arguments.push_back("aliases={" + join(aliases, ", ") + "}");
  const auto head = name_ + " = kw." + type_ + "(";
  const auto inside = join(arguments, ", ");
  if (head.size() + inside.size() + 1 <= PythonWriter::max_columns) {
    out.line(head + inside + ")");
    return out.text();
  }
  out.line(head);
  out.indent();
  if (4 + inside.size() <= PythonWriter::max_columns) {
    out.line(inside);
  } else {
    for (const auto& member : members_) {
      if (member.is_text) {
        out.text_argument(member.name, member.value);
      } else {
        out.line(member.name + "=" + member.value + ",");
      }
    }
    if (!aliases.empty()) out.line(arguments.back() + ",");
  }
  out.outdent();
  out.line(")");
  return out.text();
}

std::string PythonPut::write(const std::string& constant, const std::string& value,
                             bool creates) const {
  const auto put = names.unique("put");
  const auto& definition = context.entity(entity);
  const auto descriptor = context.entity_constant(entity);
  if (!is_counted(definition)) {
    body.call(put + " = kw.Put(", {constant, descriptor, context.item_call(entity, value)});
    return put;
  }
  const auto& field = definition.field(*definition.version);
  const auto member = python_identifier(field.name);
  const auto next = names.unique("next_" + snake_case(definition.name));
  body.call(next + " = dataclasses.replace(",
            {value, member + "=" + (creates ? "1" : value + "." + member + " + 1")});
  body.call(put + " = kw.Put(", {constant, descriptor, context.item_call(entity, next)});
  if (!creates) {
    body.call(put + ".require_version(", {python_literal(field.name), value + "." + member});
  }
  return put;
}

void PythonUnique::emit(const std::string& transaction) const {
  const auto& entity = context.entity(write.entity);
  for (const auto& unique : write.unique) {
    const auto call = [&](const std::string& verb, const std::vector<plan::KeyTerm>& terms) {
      if (terms.empty()) return;
      std::vector<std::string> arguments;
      std::vector<std::string> tests;
      for (const auto& term : terms) {
        auto [expression, test] = value_of(unique, term);
        arguments.push_back(std::move(expression));
        if (!test.empty()) tests.push_back(std::move(test));
      }
      const auto key = context.unique_constant(write.entity, unique.rule) + ".value(" +
                       join(arguments, ", ") + ")";
      if (!tests.empty()) {
        body.condition("if", tests);
        body.indent();
      }
      body.call(transaction + "." + verb + "(",
                {python_literal(entity.unique[unique.rule].name), key});
      if (!tests.empty()) body.outdent();
    };
    call("release", unique.before);
    call("claim", unique.after);
  }
}

PythonUnique::Value PythonUnique::value_of(const plan::UniqueChange& unique,
                                           const plan::KeyTerm& term) const {
  const auto& field = context.entity(term.entity).fields[term.field];
  if (term.constant) return {context.enumerator(field.type, *term.constant), ""};
  const auto& known = plan.inputs[*term.input];
  const auto own = inputs.name(known);
  if (known.role == InputRole::item) {
    const auto member = own + "." + python_identifier(field.name);
    return {member, field.optional ? member + " is not None" : ""};
  }
  if (known.role != InputRole::new_value) {
    const bool may_lack = known.optional && known.role == InputRole::current;
    return {own, may_lack ? own + " is not None" : ""};
  }
  const auto* change = inputs.change_by(*term.input);
  if (!change->may_be_left_out) {
    return {own, change->may_be_removed ? own + " is not None" : ""};
  }
  // Left out, the value stays.
  std::string stored;
  for (const auto& before : unique.before) {
    if (before.field == term.field && before.input)
      stored = inputs.name(plan.inputs[*before.input]);
  }
  const auto after = names.unique("new_" + field.name);
  body.line(after + " = " +
            (change->may_be_removed ? "kw.changed(" + own + ", " + stored + ")"
                                    : stored + " if " + own + " is None else " + own));
  const bool may_lack = change->may_be_removed || field.optional;
  return {after, may_lack ? after + " is not None" : ""};
}

void python_require(const PythonContext& context, const plan::PatternPlan& plan,
                    PythonConstant& constant, const std::string& write, PythonWriter& body) {
  const auto& pattern = plan::declared(context.model, plan);
  const auto entity = pattern.entity().index;
  const auto text = condition_text(context, plan, constant.placeholders());
  std::vector<std::string> values;
  for (const auto& binding : text.bindings) {
    const auto& field = context.entity(entity).fields[binding.field];
    const auto value = binding.literal != nullptr ? context.literal(field.type, *binding.literal)
                                                  : python_identifier(binding.parameter);
    values.push_back(python_literal(binding.placeholder) + ": " + context.entity_constant(entity) +
                     ".value(" + python_literal(field.name) + ", " + value + ")");
  }
  const auto expression = python_literal(text.expression);
  const std::string accepts =
      accepts_absent(context.entity(entity), pattern) ? "accepts_absent=True" : "";
  const auto whole = write + ".require(kw.Condition(" + expression +
                     (values.empty() ? "" : ", {" + join(values, ", ") + "}") +
                     (accepts.empty() ? "" : ", " + accepts) + "))";
  if (4 * static_cast<std::size_t>(body.level()) + whole.size() <= PythonWriter::max_columns) {
    body.line(whole);
    return;
  }
  body.line(write + ".require(");
  body.indent();
  body.line("kw.Condition(");
  body.indent();
  body.line(expression + ",");
  if (!values.empty()) {
    body.line("{");
    body.indent();
    for (const auto& value : values) body.line(value + ",");
    body.outdent();
    body.line("},");
  }
  if (!accepts.empty()) body.line(accepts + ",");
  body.outdent();
  body.line(")");
  body.outdent();
  body.line(")");
}

}  // namespace keywright::generate
