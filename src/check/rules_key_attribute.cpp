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
std::vector<std::string> composed_attributes(const std::vector<KeyPlace>& places) {
  std::vector<std::string> names;
  for (const auto& place : places) {
    if (!place.attribute->native) names.push_back(place.attribute->name);
  }
  return names;
}

bool is_same_part(const plan::KeyPart& a, const plan::KeyPart& b) {
  return a.literal == b.literal && a.field == b.field;
}

bool holds_the_same(const plan::KeyAttribute& a, const plan::KeyAttribute& b) {
  return a.native == b.native && a.shards == b.shards &&
         std::equal(a.parts.begin(), a.parts.end(), b.parts.begin(), b.parts.end(), is_same_part);
}

// KEY014: the same name twice among the keys. A key of the table may be one of an index too, as in
// an inverted index, if each item has the same there.
class ReuseCheck {
 public:
  ReuseCheck(const Table& table, const std::vector<KeyPlace>& places, Findings& findings)
      : table_(table),
        places_(places),
        composed_(composed_attributes(places)),
        declared_(declared_attributes(table)),
        findings_(findings) {}

  void run() {
    for (std::size_t i = 0; i < declared_.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        if (declared_[i].attribute->name != declared_[j].attribute->name) continue;
        check_pair(declared_[i], declared_[j]);
        break;
      }
    }
    for (const auto& index : table_.indexes) {
      if (holds_every_item(table_, index)) check_members(index);
    }
  }

 private:
  void check_pair(const Declared& later, const Declared& earlier) {
    const auto& name = later.attribute->name;
    if (later.index == earlier.index) {
      return report(later, earlier,
                    fmt::format("{} has the key attribute {} twice", later.owner(table_), name));
    }
    // A field's own attribute may be a key of several indexes, but once in each.
    if (!has(composed_, name)) return;
    if (earlier.index == nullptr) return check_same_as_table(*later.index, name);
    report(later, earlier,
           fmt::format("{} is a key attribute of {} and of {}, whose templates would overwrite "
                       "each other",
                       name, earlier.owner(table_), later.owner(table_)));
  }

  void report(const Declared& later, const Declared& earlier, std::string message) {
    findings_.report(
        {.rule = "KEY014",
         .span = later.attribute->span,
         .subject = later.index == nullptr ? table_.name : later.index->name,
         .message = std::move(message),
         .help = fmt::format("give it a name of its own, such as {}",
                             later.index == nullptr ? "sk" : later.index->name + "_sk"),
         .notes = {{"the name is used first here", earlier.attribute->span}}});
  }

  void check_same_as_table(const model::TableIndex& index, const std::string& name) {
    for (const auto& place : places_) {
      if (place.index != &index || place.attribute->name != name) continue;
      const auto own = std::find_if(places_.begin(), places_.end(), [&](const KeyPlace& other) {
        return other.entity == place.entity && other.index == nullptr &&
               other.attribute->name == name;
      });
      if (own == places_.end() || holds_the_same(*own->attribute, *place.attribute)) continue;
      findings_.report(
          {.rule = "KEY014",
           .span = place.attribute->span,
           .subject = place.subject(),
           .message = fmt::format("{} is a key attribute of table {} and of index {}, and {} fills "
                                  "it with two templates, which would overwrite each other",
                                  name, table_.name, index.name, place.entity->name),
           .help =
               fmt::format("write the template of the table's key here too, or give index {} an "
                           "attribute of its own",
                           index.name),
           .notes = {{"the table's key is here", own->attribute->span}}});
    }
  }

  // Who is in such an index says so, and nothing keeps an item out.
  void check_members(const model::TableIndex& index) {
    for (const auto& place : places_) {
      if (place.index != nullptr || !place.is_partition) continue;
      const auto& entries = place.entity->indexes;
      const auto entry = std::find_if(entries.begin(), entries.end(), [&](const auto& candidate) {
        return candidate.index.resolved() && &table_.indexes[candidate.index.index] == &index;
      });
      if (entry == entries.end()) {
        findings_.report(
            {.rule = "KEY014",
             .span = place.entity->key.span,
             .subject = place.entity->name,
             .message = fmt::format("{} is in index {} without saying so: the keys of that index "
                                    "are those of the table, which every item has",
                                    place.entity->name, index.name),
             .help =
                 fmt::format("give {} an entry in {} with the templates of its key, or give the "
                             "index attributes of its own",
                             place.entity->name, index.name)});
      } else if (entry->when) {
        findings_.report({.rule = "KEY014",
                          .span = entry->when->span,
                          .subject = place.entity->name + "." + index.name,
                          .message = fmt::format(
                              "nothing keeps an item out of index {}, whose keys are those of "
                              "the table",
                              index.name),
                          .help = "remove the `when`, or give the index attributes of its own"});
      }
    }
  }

  const Table& table_;
  const std::vector<KeyPlace>& places_;
  std::vector<std::string> composed_;
  std::vector<Declared> declared_;
  Findings& findings_;
};

// KEY014: a field that would overwrite a key, or be taken for one. An entity whose own key is the
// field itself stores it once.
void check_fields(const model::Entity& entity, const std::vector<KeyPlace>& places,
                  Findings& findings) {
  const auto composed = composed_attributes(places);
  for (const auto& field : entity.fields) {
    const auto is_the_key = [&](const KeyPlace& place) {
      return place.entity == &entity && place.attribute->name == field.name &&
             place.attribute->native && &place.field(place.attribute->parts.front()) == &field;
    };
    if (!has(composed, field.name)) continue;
    if (std::any_of(places.begin(), places.end(), is_the_key)) continue;
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
  const auto all_places = key_places(subject);
  for (const auto& table : subject.model.tables) {
    std::vector<KeyPlace> places;
    for (const auto& place : all_places) {
      if (place.table == &table) places.push_back(place);
    }
    ReuseCheck(table, places, findings).run();
    const auto composed = composed_attributes(places);
    TypeCheck types(table, findings);
    types.declared();
    for (const auto& place : places) types.filled(place);
    for (const auto& entity : subject.model.entities) {
      if (subject.model.table_of(entity) != &table) continue;
      check_fields(entity, places, findings);
      types.stored(entity, composed);
    }
  }
}

}  // namespace keywright::check
