#include "generate/cpp_update.hpp"
#include "generate/cpp_update_parts.hpp"
#include "generate/cpp_values.hpp"

// The index keys of an update: an item enters an index by all of its keys, if what the entry asks
// for holds, and leaves it by all.

namespace keywright::generate {

using plan::KeyChange;

void IndexKeyEmitter::emit(const plan::IndexChange& index) const {
  if (!index.changes()) return;
  if (!index.only_with) {
    set_or_remove(index);
    return;
  }
  const auto position = *write.changes[*index.only_with].input;
  const auto value = inputs.access(position);
  body.condition({inputs.is_change(position) ? value + ".sets()" : value});
  body.indent();
  set_or_remove(index);
  body.outdent();
  if (inputs.is_change(position)) {
    body.line("} else if (!" + value + ".keeps()) {");
    body.indent();
    for (const auto& key : index.keys) remove_key(key);
    body.outdent();
  }
  body.line("}");
}

void IndexKeyEmitter::set_or_remove(const plan::IndexChange& index) const {
  const auto tests = conditions(index);
  if (!tests.empty()) {
    body.condition(tests);
    body.indent();
  }
  for (const auto& change : index.keys) change_key(index, change);
  if (tests.empty()) return;
  body.outdent();
  body.line("} else {");
  body.indent();
  for (const auto& key : index.keys) remove_key(key);
  body.outdent();
  body.line("}");
}

// What must hold for the keys to be set; empty: nothing.
std::vector<std::string> IndexKeyEmitter::conditions(const plan::IndexChange& index) const {
  std::vector<std::string> tests;
  for (const auto& each : entry_conditions(context, plan, write, index)) {
    const auto value = each.is_item ? inputs.access(each.input) + "." +
                                          identifier(entity().fields[each.field].name)
                                    : inputs.access(each.input);
    if (each.predicate == nullptr) {
      add_once(tests, value);
    } else {
      add_once(tests,
               predicate_test(context, {entity(), entity().indexes[index.entry], *each.predicate},
                              value, each.is_optional));
    }
  }
  return tests;
}

void IndexKeyEmitter::change_key(const plan::IndexChange& index,
                                 const plan::IndexKeyChange& change) const {
  if (change.change == KeyChange::keep || change.attribute.is_own_field(entity())) return;
  if (change.change == KeyChange::remove) {
    remove_key(change);
    return;
  }
  const auto& key = *context.plan.keys[write.entity].in(index.index);
  const auto [is_partition, position] = position_of(key, change.attribute.name);
  std::vector<std::string> components;
  for (const auto& term : change.value.terms) {
    if (term.is_component()) components.push_back(inputs.component(term));
  }
  const auto value = context.key_constant(write.entity, key, is_partition, position) + "(" +
                     join(components, ", ") + ")";
  const std::string head = update + (change.if_absent ? ".set_key_if_absent(" : ".set_key(");
  if (key.shards > 1 && is_partition) {
    set_sharded(key.shards, change, head, value);
  } else if (change.only_with) {
    body.guarded_call(only_with(change), head, {value}, ");");
  } else {
    body.call(head, {value}, ");");
  }
}

void IndexKeyEmitter::set_sharded(std::uint32_t shards, const plan::IndexKeyChange& change,
                                  const std::string& head, const std::string& value) const {
  auto parts = item_key_parts(context, write.entity, write.key,
                              [&](const auto& term) { return inputs.component(term); });
  parts.push_back(std::to_string(shards));
  const auto name = names.unique(snake_case(change.attribute.name));
  if (change.only_with) {
    body.line("if (" + only_with(change) + ") {");
    body.indent();
  }
  body.line("auto " + name + " = " + value + ";");
  const auto shard = names.unique(name + "_shard");
  body.constant(shard, "keywright::shard_of(", parts);
  body.line("keywright::append_shard(" + name + ", " + shard + ");");
  body.line(head + name + ");");
  if (!change.only_with) return;
  body.outdent();
  body.line("}");
}

void IndexKeyEmitter::remove_key(const plan::IndexKeyChange& key) const {
  if (key.attribute.is_own_field(entity())) return;
  body.line(update + ".remove_key(" + string_literal(key.attribute.name) + ");");
}

std::string IndexKeyEmitter::only_with(const plan::IndexKeyChange& change) const {
  return inputs.access(*write.changes[*change.only_with].input);
}

}  // namespace keywright::generate
