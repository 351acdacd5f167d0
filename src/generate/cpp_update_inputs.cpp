#include "generate/cpp_update_parts.hpp"
#include "generate/cpp_values.hpp"

namespace keywright::generate {

using plan::InputRole;

std::string UpdateInputs::type(std::size_t position) const {
  const auto& known = input(position);
  if (known.role == InputRole::also_put) return context_.entity_type(known.entity);
  const auto& field = field_of(known);
  const auto value = context_.value_type(field.type);
  if (is_change(position)) return "keywright::Change<" + value + ">";
  const bool is_set = field.type.kind == model::TypeKind::set;
  const bool is_plain_set =
      is_set && !(change_by(position) && change_by(position)->may_be_left_out);
  return known.optional && !is_plain_set ? "std::optional<" + value + ">" : value;
}

std::string UpdateInputs::comment(std::size_t position) const {
  const auto& known = input(position);
  if (known.role == InputRole::also_put) return "put in the same transaction";
  return "";
}

std::string UpdateInputs::access(std::size_t position) const {
  const auto& known = input(position);
  const auto own = name(known);
  if (is_positional(known) || variable_.empty()) return own;
  return variable_ + "." + own + (is_required(position) ? ".value()" : "");
}

std::string UpdateInputs::component(const plan::KeyTerm& term) const {
  const auto& field = context_.entity(term.entity).fields[term.field];
  if (term.constant) return enumerator(context_, field.type, *term.constant);
  const auto& known = input(*term.input);
  if (known.role == InputRole::item) {
    const auto member = access(*term.input) + "." + identifier(field.name);
    return field.optional ? '*' + member : member;
  }
  if (is_change(*term.input)) return access(*term.input) + ".value()";
  return may_be_absent(known) ? '*' + access(*term.input) : access(*term.input);
}

}  // namespace keywright::generate
