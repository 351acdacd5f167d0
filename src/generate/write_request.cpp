#include "generate/write_request.hpp"

#include "generate/read_request.hpp"
#include "model/spelling.hpp"

#include <utility>

namespace keywright::generate {
namespace {

using model::join;
using plan::InputRole;
using plan::KeyChange;

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

// The input that gives a parameter of the condition.
std::string parameter_name(const plan::PatternPlan& plan, std::string_view parameter) {
  for (const auto& input : plan.inputs) {
    if (input.parameter == parameter) return input.name;
  }
  return std::string(parameter);
}

}  // namespace

bool WriteInputs::is_positional(const plan::Input& known) {
  return known.role == InputRole::bound || known.role == InputRole::condition ||
         known.role == InputRole::item || known.role == InputRole::current ||
         known.role == InputRole::expected_version;
}

bool WriteInputs::may_be_absent(const plan::Input& known) {
  return known.optional && (known.role == InputRole::current || !is_positional(known));
}

const plan::FieldChange* WriteInputs::change_by(std::size_t position) const {
  for (const auto& change : write_.changes) {
    if (change.input == position) return &change;
  }
  return nullptr;
}

bool WriteInputs::is_change(std::size_t position) const {
  const auto* change = change_by(position);
  return change != nullptr && change->may_be_left_out && change->may_be_removed;
}

bool WriteInputs::is_required(std::size_t position) const {
  const auto& known = input(position);
  const bool is_value = known.role == InputRole::new_value || known.role == InputRole::added;
  const auto* change = change_by(position);
  return is_value && change != nullptr && !change->may_be_left_out;
}

std::string WriteInputs::name(const plan::Input& known) const {
  if (known.role == InputRole::also_put) return naming_.variable(known.entity);
  if (known.role == InputRole::item) return naming_.variable(known.entity);
  return naming_.language.identifier(known.name);
}

bool accepts_absent(const model::Entity& entity, const model::AccessPattern& pattern) {
  using model::Operation;
  const bool is_whole = *pattern.operation == Operation::create ||
                        *pattern.operation == Operation::put ||
                        *pattern.operation == Operation::delete_item;
  return entity.ttl && is_whole && pattern.condition &&
         std::all_of(pattern.condition->all_of.begin(), pattern.condition->all_of.end(),
                     [](const auto& each) { return model::holds_of_none(each.comparison); });
}

ConditionText condition_text(const Naming& naming, const plan::PatternPlan& plan,
                             Placeholders& placeholders) {
  const auto& pattern = plan::declared(naming.model, plan);
  const auto& entity = naming.entity(pattern.entity().index);
  ConditionText text;
  std::vector<std::string> conditions;
  UniqueNames own;
  for (const auto& input : plan.inputs) own.take(input.name);
  const auto bind = [&](const model::Predicate& predicate, const model::Literal& literal) {
    ConditionText::Binding binding;
    binding.field = predicate.field.index;
    if (literal.kind == model::LiteralKind::parameter) {
      binding.placeholder = ':' + literal.text;
      binding.parameter = parameter_name(plan, literal.text);
      const bool is_known =
          std::any_of(text.bindings.begin(), text.bindings.end(),
                      [&](const auto& known) { return known.placeholder == binding.placeholder; });
      if (is_known) return binding.placeholder;
    } else {
      binding.placeholder = ':' + own.unique(entity.field(predicate.field).name);
      binding.literal = &literal;
    }
    text.bindings.push_back(binding);
    return binding.placeholder;
  };
  for (const auto& predicate : pattern.condition->all_of) {
    const auto name = placeholders.of(entity.field(predicate.field).name);
    std::vector<std::string> values;
    for (const auto& literal : predicate.values) values.push_back(bind(predicate, literal));
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
  text.expression = join(conditions, " AND ");
  return text;
}

std::vector<EntryCondition> entry_conditions(const Naming& naming, const plan::PatternPlan& plan,
                                             const plan::WritePlan& write,
                                             const plan::IndexChange& index) {
  const auto& entity = naming.entity(write.entity);
  // Whether this input decides if the entry changes at all.
  const auto follows = [&](std::size_t input) {
    return index.only_with && write.changes[*index.only_with].input == input;
  };
  std::vector<EntryCondition> conditions;
  for (const auto& key : index.keys) {
    if (key.change != KeyChange::set) continue;
    for (const auto& term : key.value.terms) {
      if (!term.is_input()) continue;
      const auto& known = plan.inputs[*term.input];
      const bool is_item = known.role == InputRole::item;
      const bool may_lack = is_item ? entity.fields[term.field].optional
                                    : known.optional && !key.only_with && !follows(*term.input);
      if (!may_lack) continue;
      add_once(
          conditions,
          {.input = *term.input, .field = term.field, .is_item = is_item, .is_optional = true});
    }
  }
  for (const auto& test : index.tests) {
    const auto& field = entity.field(test.predicate.field);
    const auto& known = plan.inputs[test.input];
    const bool is_item = known.role == InputRole::item;
    // The entry's own predicate, by which its function is named.
    const auto& predicate = entity.indexes[index.entry].when->all_of[test.position];
    add_once(conditions,
             {.input = test.input,
              .field = test.predicate.field.index,
              .is_item = is_item,
              .is_optional =
                  is_item ? field.optional || Naming::has_lifetime(entity, field) : known.optional,
              .predicate = &predicate});
  }
  return conditions;
}

KeyPosition position_of(const plan::EntityKey& key, std::string_view attribute) {
  const auto find = [&](const std::vector<plan::KeyAttribute>& half) {
    const auto found = std::find_if(half.begin(), half.end(),
                                    [&](const auto& each) { return each.name == attribute; });
    return static_cast<std::size_t>(found - half.begin());
  };
  const auto in_partition = key.local ? key.partition.size() : find(key.partition);
  if (in_partition < key.partition.size()) return {true, in_partition};
  return {false, find(key.sort)};
}

std::vector<std::size_t> lackable_components(const model::Entity& entity,
                                             const plan::EntityKey& key) {
  std::vector<std::size_t> fields;
  bool has_others = false;
  for (const auto* half : {&key.partition, &key.sort}) {
    for (const auto& attribute : *half) {
      has_others = has_others || !attribute.is_own_field(entity);
      for (const auto field : attribute.components()) {
        if (entity.fields[field].optional) add_once(fields, field);
      }
    }
  }
  return has_others ? fields : std::vector<std::size_t>{};
}

std::string ttl_name(const model::Entity& entity) {
  return entity.ttl ? entity.ttl->field.name : "";
}

bool is_counted(const model::Entity& entity) {
  return entity.version && entity.version->resolved();
}

}  // namespace keywright::generate
