#include "generate/cpp_context.hpp"

namespace keywright::generate {
namespace {

using model::TypeKind;

bool is_small(TypeKind kind) {
  switch (kind) {
    case TypeKind::enumeration:
    case TypeKind::boolean:
    case TypeKind::integer:
    case TypeKind::floating:
    case TypeKind::timestamp:
    case TypeKind::date:
    case TypeKind::epoch_seconds:
      return true;
    default:
      return false;
  }
}

}  // namespace

CppContext::CppContext(const model::Model& the_model, const plan::Plan& the_plan)
    : Naming(the_model, the_plan, cpp) {}

std::string CppContext::value_type(const model::FieldType& type) const {
  switch (type.kind) {
    case TypeKind::string:
      return "std::string";
    case TypeKind::enumeration:
    case TypeKind::object:
      return named_type(type);
    case TypeKind::boolean:
      return "bool";
    case TypeKind::integer:
      return "std::int64_t";
    case TypeKind::number:
      return "keywright::Number";
    case TypeKind::floating:
      return "double";
    case TypeKind::timestamp:
      return "keywright::Timestamp";
    case TypeKind::date:
      return "keywright::Date";
    case TypeKind::epoch_seconds:
      return "keywright::EpochSeconds";
    case TypeKind::uuid:
      return "keywright::Uuid";
    case TypeKind::ulid:
      return "keywright::Ulid";
    case TypeKind::binary:
      return "keywright::Binary";
    case TypeKind::json:
      return "keywright::AttributeValue";
    case TypeKind::list:
      return "std::vector<" + value_type(type.element()) + ">";
    case TypeKind::map:
      return "std::map<std::string, " + value_type(type.element()) + ">";
    case TypeKind::set:
      return "std::set<" + value_type(type.element()) + ">";
  }
  return {};
}

// An absent set is an empty one.
std::string CppContext::member_type(const model::Field& field) const {
  const auto type = value_type(field.type);
  const bool is_optional = field.optional && field.type.kind != TypeKind::set;
  return is_optional ? "std::optional<" + type + ">" : type;
}

std::string CppContext::member_type(const model::Entity& owner, const model::Field& field) const {
  if (has_lifetime(owner, field)) return "std::optional<" + value_type(field.type) + ">";
  return member_type(field);
}

std::string CppContext::parameter_type(const model::FieldType& type) const {
  const auto name = value_type(type);
  return is_small(type.kind) ? name : "const " + name + "&";
}

std::string CppContext::key_constant(std::size_t about, const plan::EntityKey& key,
                                     bool is_partition, std::size_t position) const {
  std::string name = 'k' + pascal_case(entity(about).name);
  if (key.index) name += pascal_case(model.table_of(entity(about))->indexes[*key.index].name);
  // A local index has the table's partition key.
  if (key.local && is_partition) name = 'k' + pascal_case(entity(about).name);
  name += is_partition ? "Pk" : "Sk";
  const auto& attributes = is_partition ? key.partition : key.sort;
  if (attributes.size() > 1) name += std::to_string(position + 1);
  return name;
}

std::string CppContext::unique_constant(std::size_t about, std::size_t rule) const {
  return "k" + pascal_case(entity(about).name) + "Unique" +
         pascal_case(entity(about).unique[rule].name);
}

}  // namespace keywright::generate
