#include "generate/python_context.hpp"

#include "generate/common_code.hpp"
#include "generate/python_writer.hpp"

#include <utility>

namespace keywright::generate {
namespace {

using model::Comparison;
using model::TypeKind;

std::string component_text(const model::Field& field, bool partial) {
  const auto begin = '{' + field.name;
  if (partial) return begin + "*}";
  switch (field.type.kind) {
    case TypeKind::integer:
    case TypeKind::epoch_seconds: {
      const auto padding = plan::padding_of(field.type);
      return begin + ':' + std::to_string(padding.min) + ".." + std::to_string(padding.max) + "}";
    }
    case TypeKind::enumeration:
    case TypeKind::boolean:
    case TypeKind::timestamp:
    case TypeKind::date:
    case TypeKind::uuid:
    case TypeKind::ulid:
      return begin + ':' + std::string(model::to_text(field.type.kind)) + "}";
    default:
      return begin + "}";
  }
}

// Python reads no integer that begins with a zero.
std::string without_leading_zeros(std::string_view text) {
  const bool is_negative = text.starts_with('-');
  if (is_negative || text.starts_with('+')) text.remove_prefix(1);
  while (text.size() > 1 && text[0] == '0' && text[1] >= '0' && text[1] <= '9') {
    text.remove_prefix(1);
  }
  return (is_negative ? "-" : "") + std::string(text);
}

}  // namespace

PythonContext::PythonContext(const model::Model& the_model, const plan::Plan& the_plan)
    : Naming(the_model, the_plan, python) {
  name_constants();
}

std::string PythonContext::value_type(const model::FieldType& type) const {
  switch (type.kind) {
    case TypeKind::string:
    case TypeKind::ulid:
      return "str";
    case TypeKind::enumeration:
    case TypeKind::object:
      return named_type(type);
    case TypeKind::boolean:
      return "bool";
    case TypeKind::integer:
      return "int";
    case TypeKind::number:
      return "Decimal";
    case TypeKind::floating:
      return "float";
    case TypeKind::timestamp:
    case TypeKind::epoch_seconds:
      return "dt.datetime";
    case TypeKind::date:
      return "dt.date";
    case TypeKind::uuid:
      return "UUID";
    case TypeKind::binary:
      return "bytes";
    case TypeKind::json:
      return "kw.Document";
    case TypeKind::list:
      return "list[" + value_type(type.element()) + "]";
    case TypeKind::map:
      return "dict[str, " + value_type(type.element()) + "]";
    case TypeKind::set:
      return "set[" + value_type(type.element()) + "]";
  }
  return {};
}

// An absent set is an empty one.
std::string PythonContext::member_type(const model::Field& field) const {
  const auto type = value_type(field.type);
  return field.optional && field.type.kind != TypeKind::set ? type + " | None" : type;
}

std::string PythonContext::member_type(const model::Entity& owner,
                                       const model::Field& field) const {
  if (has_lifetime(owner, field)) return value_type(field.type) + " | None";
  return member_type(field);
}

std::string PythonContext::codec(const model::FieldType& type) const {
  switch (type.kind) {
    case TypeKind::string:
      return "kw.STRING";
    case TypeKind::enumeration:
      return "kw.EnumCodec(" + named_type(type) + ")";
    case TypeKind::boolean:
      return "kw.BOOL";
    case TypeKind::integer:
      return "kw.INT";
    case TypeKind::number:
      return "kw.NUMBER";
    case TypeKind::floating:
      return "kw.DOUBLE";
    case TypeKind::timestamp:
      return "kw.TIMESTAMP";
    case TypeKind::date:
      return "kw.DATE";
    case TypeKind::epoch_seconds:
      return "kw.EPOCH_SECONDS";
    case TypeKind::uuid:
      return "kw.UUID";
    case TypeKind::ulid:
      return "kw.ULID";
    case TypeKind::binary:
      return "kw.BINARY";
    case TypeKind::json:
      return "kw.JSON";
    case TypeKind::list:
      return "kw.ListCodec(" + codec(type.element()) + ")";
    case TypeKind::map:
      return "kw.MapCodec(" + codec(type.element()) + ")";
    case TypeKind::set:
      return "kw.SetCodec(" + codec(type.element()) + ")";
    case TypeKind::object:
      return object_constant(type);
  }
  return {};
}

// The names that users import come first, and so keep theirs if a key's is the same.
void PythonContext::name_constants() {
  auto names = type_names();
  const auto constant = [&](std::string_view name) {
    return names.unique(python_identifier(upper_snake(name)));
  };
  for (const auto& table : model.tables) {
    table_constants_.push_back(
        constant(model.tables.size() == 1 ? "table" : table.label + "_table"));
  }
  for (const auto& each : model.entities) entity_constants_.push_back(constant(each.name));
  for (const auto& each : model.entities) {
    for (const auto& field : each.fields) name_objects(names, field.type);
  }
  for (const auto& each : summaries()) summary_constants_[each.name] = constant(each.name);
  for (std::size_t i = 0; i < model.entities.size(); ++i) {
    const auto& keys = plan.keys[i];
    name_key(names, i, *keys.table);
    for (const auto& key : keys.indexes) name_key(names, i, key);
    for (std::size_t rule = 0; rule < entity(i).unique.size(); ++rule) {
      unique_constants_[{i, rule}] = names.unique(upper_snake(entity(i).name) + "_UNIQUE_" +
                                                  upper_snake(entity(i).unique[rule].name));
    }
  }
}

void PythonContext::name_key(UniqueNames& names, std::size_t about, const plan::EntityKey& key) {
  const auto owner = upper_snake(entity(about).name);
  const auto indexed =
      key.index ? owner + "_" + upper_snake(model.table_of(entity(about))->indexes[*key.index].name)
                : owner;
  for (const bool is_partition : {true, false}) {
    // A local index has the table's partition key.
    if (is_partition && key.local) continue;
    const auto count = (is_partition ? key.partition : key.sort).size();
    for (std::size_t i = 0; i < count; ++i) {
      const auto number = count > 1 ? std::to_string(i + 1) : std::string();
      key_constants_[{about, key.index, is_partition, i}] =
          names.unique(indexed + (is_partition ? "_PK" : "_SK") + number);
    }
  }
}

void PythonContext::name_objects(UniqueNames& names, const model::FieldType& type) {
  for (const auto& element : type.elements) name_objects(names, element);
  for (const auto& field : type.fields) name_objects(names, field.type);
  if (type.kind == TypeKind::object) {
    object_constants_[&type] = names.unique(python_identifier(upper_snake(named_type(type))));
  }
}

const std::string& PythonContext::entity_constant(std::size_t about) const {
  return entity_constants_.at(about);
}

const std::string& PythonContext::object_constant(const model::FieldType& type) const {
  return object_constants_.at(&type);
}

const std::string& PythonContext::summary_constant(const Summary& summary) const {
  return summary_constants_.at(summary.name);
}

const std::string& PythonContext::key_constant(std::size_t about, const plan::EntityKey& key,
                                               bool is_partition, std::size_t position) const {
  const auto index = key.local && is_partition ? std::nullopt : key.index;
  return key_constants_.at({about, index, is_partition, position});
}

const std::string& PythonContext::unique_constant(std::size_t about, std::size_t rule) const {
  return unique_constants_.at({about, rule});
}

const std::string& PythonContext::table_constant(std::size_t table) const {
  return table_constants_.at(table);
}

std::string PythonContext::item_function(std::size_t about) const {
  return snake_case(entity(about).name) + "_item";
}

std::string PythonContext::item_call(std::size_t about, const std::string& value) const {
  return item_function(about) + "(" + value +
         (needs_time(about) ? ", self._repository.now())" : ")");
}

std::vector<std::string> PythonContext::enumerators(const model::FieldType& type) const {
  std::vector<std::string> names;
  UniqueNames unique;
  for (const auto& value : type.values) names.push_back(unique.unique(upper_snake(*value)));
  return names;
}

std::string PythonContext::enumerator(const model::FieldType& type, std::string_view value) const {
  const auto names = enumerators(type);
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (*type.values[i] == value) return named_type(type) + "." + names[i];
  }
  return named_type(type) + "(" + python_literal(value) + ")";
}

std::string PythonContext::literal(const model::FieldType& type,
                                   const model::Literal& value) const {
  const auto quoted = python_literal(value.text);
  const bool is_set = type.kind == TypeKind::set;
  if (value.kind == model::LiteralKind::empty_list) return is_set ? "set()" : "[]";
  if (value.kind == model::LiteralKind::empty_map) return "{}";
  switch (type.kind) {
    case TypeKind::enumeration:
      return enumerator(type, value.text);
    case TypeKind::integer:
      return without_leading_zeros(value.text);
    case TypeKind::number:
      return "Decimal(" + quoted + ")";
    case TypeKind::floating:
      return "float(" + quoted + ")";
    case TypeKind::boolean:
      return value.text == "true" ? "True" : "False";
    case TypeKind::timestamp:
      return "kw.TIMESTAMP.parse(" + quoted + ")";
    case TypeKind::date:
      return "kw.DATE.parse(" + quoted + ")";
    case TypeKind::epoch_seconds:
      return "dt.datetime.fromtimestamp(" + without_leading_zeros(value.text) +
             ", dt.timezone.utc)";
    case TypeKind::uuid:
      return "UUID(" + quoted + ")";
    case TypeKind::binary:
      return quoted + ".encode()";
    case TypeKind::json:
      if (value.kind == model::LiteralKind::boolean) {
        return value.text == "true" ? "True" : "False";
      }
      return value.kind == model::LiteralKind::number ? "Decimal(" + quoted + ")" : quoted;
    default:
      return quoted;
  }
}

std::vector<std::string> PythonContext::predicate_tests(const model::Field& field,
                                                        const model::Predicate& predicate,
                                                        const std::string& value,
                                                        bool is_optional) const {
  const auto comparison = predicate.comparison;
  if (comparison == Comparison::exists || comparison == Comparison::not_exists) {
    const bool exists = comparison == Comparison::exists;
    if (field.type.kind == TypeKind::set) return {exists ? value : "not " + value};
    if (is_optional) return {value + (exists ? " is not None" : " is None")};
    return {exists ? "True" : "False"};
  }
  std::vector<std::string> tests;
  if (is_optional) tests.push_back(value + " is not None");
  std::vector<std::string> values;
  for (const auto& each : predicate.values) values.push_back(literal(field.type, each));
  const bool is_equality = comparison == Comparison::equal || comparison == Comparison::in ||
                           comparison == Comparison::not_equal;
  if (values.size() > 1) {
    tests.push_back(value + " in (" + join(values, ", ") + ")");
  } else if (field.type.kind == TypeKind::boolean && is_equality) {
    const bool wanted = (values.front() == "True") == (comparison != Comparison::not_equal);
    tests.push_back(wanted ? value : "not " + value);
  } else if (field.type.kind == TypeKind::enumeration && !is_equality) {
    // Stored as text, and compared as such where order matters.
    tests.push_back(value + ".value" + std::string(comparison_operator(comparison)) +
                    python_literal(predicate.values.front().text));
  } else if (field.type.kind == TypeKind::enumeration) {
    tests.push_back(value + (comparison == Comparison::not_equal ? " is not " : " is ") +
                    values.front());
  } else {
    tests.push_back(value + std::string(comparison_operator(comparison)) + values.front());
  }
  return tests;
}

std::string python_template(const model::Entity& entity, const std::vector<plan::KeyPart>& parts) {
  std::string text;
  for (const auto& part : parts) {
    text += part.field ? component_text(entity.fields[*part.field], false) : part.literal;
  }
  return text;
}

std::string python_template(const model::Model& model, const plan::KeyExpression& expression) {
  std::string text;
  for (const auto& term : expression.terms) {
    text += term.is_component()
                ? component_text(model.entities[term.entity].fields[term.field], term.partial)
                : term.literal;
  }
  return text;
}

std::string python_item_key(const PythonContext& context, std::size_t entity,
                            const std::vector<plan::KeyExpression>& key,
                            const std::function<std::string(const plan::KeyTerm&)>& argument) {
  const auto& table_key = *context.plan.keys[entity].table;
  const auto constant = [&](bool is_partition, std::size_t position) {
    return context.key_constant(entity, table_key, is_partition, position);
  };
  return join(key_calls(table_key, key, constant, argument), " | ");
}

std::string python_duration(std::chrono::seconds duration) {
  const auto count = duration.count();
  const auto of = [&](std::int64_t unit, const char* name) {
    return "dt.timedelta(" + std::string(name) + "=" + std::to_string(count / unit) + ")";
  };
  if (count % 86400 == 0) return of(86400, "days");
  if (count % 3600 == 0) return of(3600, "hours");
  return count % 60 == 0 ? of(60, "minutes") : of(1, "seconds");
}

}  // namespace keywright::generate
