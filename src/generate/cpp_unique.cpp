#include "generate/cpp_update.hpp"
#include "generate/cpp_values.hpp"

#include <utility>

// What keeps values unique: `transaction.release(..)` of what an item had, `transaction.claim(..)`
// of what it has then. The runtime leaves out what is the same.

namespace keywright::generate {

using plan::InputRole;

void UniqueEmitter::emit(const std::string& transaction) {
  const auto& entity = context.entity(write.entity);
  for (const auto& unique : write.unique) {
    const auto call = [&](const std::string& verb, const std::vector<plan::KeyTerm>& terms) {
      std::vector<std::string> arguments;
      std::vector<std::string> tests;
      for (const auto& term : terms) {
        auto [expression, test] = value_of(unique, term);
        arguments.push_back(std::move(expression));
        if (!test.empty()) tests.push_back(std::move(test));
      }
      if (terms.empty()) return;
      const auto key =
          context.unique_constant(write.entity, unique.rule) + "(" + join(arguments, ", ") + ")";
      const auto head = transaction + "." + verb + "(";
      const std::vector<std::string> values{string_literal(entity.unique[unique.rule].name), key};
      if (tests.empty()) {
        body.call(head, values, ");");
      } else {
        body.guarded_call(join(tests, " && "), head, values, ");");
      }
    };
    call("release", unique.before);
    call("claim", unique.after);
  }
}

UniqueEmitter::Value UniqueEmitter::value_of(const plan::UniqueChange& unique,
                                             const plan::KeyTerm& term) {
  const auto& field = context.entity(term.entity).fields[term.field];
  if (term.constant) return {enumerator(context, field.type, *term.constant), ""};
  const auto& known = plan.inputs[*term.input];
  const auto own = access(*term.input);
  if (known.role == InputRole::item) {
    const auto member = own + "." + identifier(field.name);
    return field.optional ? Value{"*" + member, member} : Value{member, ""};
  }
  if (known.role != InputRole::new_value) {
    const bool may_lack = known.optional && known.role == InputRole::current;
    return may_lack ? Value{"*" + own, own} : Value{own, ""};
  }
  const auto change = change_by(*term.input);
  if (!change->may_be_left_out) {
    return change->may_be_removed ? Value{"*" + own, own} : Value{own, ""};
  }
  // Left out, the value stays.
  std::string stored;
  for (const auto& before : unique.before) {
    if (before.field == term.field && before.input) stored = access(*before.input);
  }
  if (!change->may_be_removed && !field.optional) return {own + ".value_or(" + stored + ")", ""};
  const auto after = names.unique("new_" + field.name);
  body.constant(after, change->may_be_removed ? own + ".applied_to(" + stored + ")"
                                              : own + " ? " + own + " : " + stored);
  return {"*" + after, after};
}

const plan::FieldChange* UniqueEmitter::change_by(std::size_t input) const {
  for (const auto& change : write.changes) {
    if (change.input == input) return &change;
  }
  return nullptr;
}

}  // namespace keywright::generate
