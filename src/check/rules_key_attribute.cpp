// KEY006 and KEY014: attributes of a table that two parts of the model use in different ways.

#include "check/findings.hpp"
#include "check/key_places.hpp"
#include "check/text.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace keywright::check {
namespace {

using model::AttributeType;
using model::Table;

bool has(const std::vector<std::string>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

std::string_view type_name(AttributeType type) {
  switch (type) {
    case AttributeType::string:
      return "a String";
    case AttributeType::number:
      return "a Number";
    case AttributeType::binary:
      return "a Binary";
    case AttributeType::boolean:
      return "a Boolean";
    case AttributeType::document:
      return "a document";
    case AttributeType::set:
      return "a set";
  }
  return "";
}

bool is_key_type(AttributeType type) {
  return type == AttributeType::string || type == AttributeType::number ||
         type == AttributeType::binary;
}

// A key attribute that the table declares, and where.
struct Declared {
  const model::KeyAttribute* attribute;
  const model::TableIndex* index;  // null: the table itself
  [[nodiscard]] std::string owner(const Table& table) const {
    return index == nullptr ? fmt::format("table {}", table.name)
                            : fmt::format("index {}", index->name);
  }
};

std::vector<Declared> declared_attributes(const Table& table) {
  std::vector<Declared> declared{{&table.partition, nullptr}};
  if (table.sort) declared.push_back({&*table.sort, nullptr});
  for (const auto& index : table.indexes) {
    for (const auto& attribute : index.partition) declared.push_back({&attribute, &index});
    for (const auto& attribute : index.sort) declared.push_back({&attribute, &index});
  }
  return declared;
}

// What an attribute holds, as the first place that says so has it.
struct TypeUse {
  AttributeType type;
  std::string what;
  model::Span span;
};
using TypeUses = std::map<std::string, TypeUse, std::less<>>;

// KEY006.
class TypeCheck {
 public:
  TypeCheck(const Table& table, Findings& findings) : table_(table), findings_(findings) {}

  void declared() {
    for (const auto& [attribute, index] : declared_attributes(table_)) {
      if (!attribute->type) continue;
      use(attribute->name, **attribute->type, "declared as", attribute->type->span, table_.name);
    }
  }

  void filled(const KeyPlace& place) {
    const auto& attribute = *place.attribute;
    for (const auto& part : attribute.parts) {
      if (part.is_component()) check_component(place, part);
    }
    if (!is_key_type(attribute.type)) return;
    if (!filled_.insert({place.entity, attribute.name}).second) return;
    const auto what = attribute.native
                          ? fmt::format("filled by {}.{} as", place.entity->name,
                                        place.field(attribute.parts.front()).name)
                          : fmt::format("filled by a template of {} as", place.entity->name);
    use(attribute.name, attribute.type, what, attribute.span, place.subject());
  }

  // Numbers as text have KEY004, doubles KEY015.
  void check_component(const KeyPlace& place, const plan::KeyPart& part) {
    const auto& field = place.field(part);
    const auto kind = field.type.kind;
    const bool native = place.attribute->native;
    const bool is_number = kind == model::TypeKind::number || kind == model::TypeKind::floating;
    if (is_number || fits_key(kind, native)) return;
    findings_.report(
        {.rule = "KEY006",
         .span = part.span,
         .subject = place.subject(),
         .message = native
                        ? fmt::format("{} is a {}, and the {} must be a String, Number or Binary",
                                      field.name, model::to_text(kind), place.name())
                        : fmt::format("{} is a {}, which cannot be a part of a text key such as "
                                      "the {}",
                                      field.name, model::to_text(kind), place.name()),
         .help = fmt::format("use another field than {}", field.name),
         .notes = {{"the field is declared here", field.key}}});
  }

  // Fields are stored under their own name, which may be that of a native key. (Where it is that of
  // a composed one, KEY014 says so.)
  void stored(const model::Entity& entity, const std::vector<std::string>& composed) {
    for (const auto& field : entity.fields) {
      if (!uses_.contains(field.name) || has(composed, field.name)) continue;
      if (filled_.contains({&entity, field.name})) continue;
      use(field.name, model::attribute_type(field.type.kind),
          fmt::format("a field of {} as", entity.name), field.type.span,
          entity.name + "." + field.name);
    }
  }

 private:
  void use(const std::string& name, AttributeType type, const std::string& what,
           const model::Span& span, const std::string& subject) {
    const auto [found, is_new] = uses_.try_emplace(name, TypeUse{type, what, span});
    const auto& first = found->second;
    if (is_new || first.type == type) return;
    findings_.report(
        {.rule = "KEY006",
         .span = span,
         .subject = subject,
         .message = fmt::format("key attribute {} is {} {}, but {} {}", name, what, type_name(type),
                                first.what, type_name(first.type)),
         .help = fmt::format("give {} one type in the whole table", name),
         .notes = {{fmt::format("{} {} here", first.what, type_name(first.type)), first.span}}});
  }

  const Table& table_;
  Findings& findings_;
  TypeUses uses_;
  std::set<std::pair<const model::Entity*, std::string>> filled_;
};

// Attributes that templates fill: nobody else may write them.
std::vector<std::string> composed_attributes(const Subject& subject, const Table& table) {
  std::vector<std::string> names;
  for (const auto& place : key_places(subject)) {
    if (place.table == &table && !place.attribute->native) names.push_back(place.attribute->name);
  }
  return names;
}

// KEY014: the same name twice among the keys.
void check_reuse(const Subject& subject, const Table& table, Findings& findings) {
  const auto declared = declared_attributes(table);
  const auto composed = composed_attributes(subject, table);
  for (std::size_t i = 0; i < declared.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const auto& [attribute, index] = declared[i];
      const auto& [earlier, earlier_index] = declared[j];
      if (attribute->name != earlier->name) continue;
      // A field's own attribute may be a key of several indexes, but once in each.
      const bool is_same_key = index == earlier_index;
      if (!is_same_key && !has(composed, attribute->name)) continue;
      Finding finding{.rule = "KEY014",
                      .span = attribute->span,
                      .subject = index == nullptr ? table.name : index->name};
      finding.message =
          is_same_key ? fmt::format("{} has the key attribute {} twice", declared[i].owner(table),
                                    attribute->name)
                      : fmt::format(
                            "{} is a key attribute of {} and of {}, whose templates would "
                            "overwrite each other",
                            attribute->name, declared[j].owner(table), declared[i].owner(table));
      finding.help = fmt::format("give it a name of its own, such as {}",
                                 index == nullptr ? "sk" : index->name + "_sk");
      finding.notes = {{"the name is used first here", earlier->span}};
      findings.report(std::move(finding));
      break;
    }
  }
}

// KEY014: a field that would overwrite a key.
void check_fields(const model::Entity& entity, const std::vector<std::string>& composed,
                  Findings& findings) {
  for (const auto& field : entity.fields) {
    if (!has(composed, field.name)) continue;
    findings.report({.rule = "KEY014",
                     .span = field.key,
                     .subject = entity.name + "." + field.name,
                     .message = fmt::format("field {} of {} has the name of a key attribute, which "
                                            "a template fills",
                                            field.name, entity.name),
                     .help = "rename the field"});
  }
}

}  // namespace

void check_key_attributes(const Subject& subject, Findings& findings) {
  for (const auto& table : subject.model.tables) {
    check_reuse(subject, table, findings);
    const auto composed = composed_attributes(subject, table);
    TypeCheck types(table, findings);
    types.declared();
    for (const auto& place : key_places(subject)) {
      if (place.table == &table) types.filled(place);
    }
    for (const auto& entity : subject.model.entities) {
      if (subject.model.table_of(entity) != &table) continue;
      check_fields(entity, composed, findings);
      types.stored(entity, composed);
    }
  }
}

}  // namespace keywright::check
