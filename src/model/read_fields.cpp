#include "model/charset.hpp"
#include "model/condition_parser.hpp"
#include "model/literal_check.hpp"
#include "model/map_reader.hpp"
#include "model/sections.hpp"
#include "model/type_parser.hpp"
#include <keywright/number.hpp>

#include <algorithm>
#include <array>
#include <initializer_list>
#include <utility>

namespace keywright::model {
namespace {

using Rule = StructuralRule;

constexpr unsigned bit(TypeKind kind) {
  return 1U << static_cast<unsigned>(kind);
}
constexpr unsigned bits(std::initializer_list<TypeKind> kinds) {
  unsigned all = 0;
  for (const TypeKind kind : kinds) all |= bit(kind);
  return all;
}

using enum TypeKind;
constexpr unsigned containers = bits({list, map, set});
constexpr unsigned sized = bits({string, binary, json}) | containers;
constexpr unsigned decimals = bits({number, floating});
constexpr unsigned integers = bits({integer, epoch_seconds});
constexpr unsigned scalars = bits({string, enumeration, boolean, integer, number, floating,
                                   timestamp, date, epoch_seconds, uuid, ulid, binary});

bool is_one_of(TypeKind kind, unsigned kinds) {
  return (bit(kind) & kinds) != 0;
}

// An option is read into the field's own type, or into that of a list's elements.
struct TypeOption {
  std::string_view name;
  unsigned kinds;
  std::string_view belongs_to;
  void (*read)(Findings&, const Entry&, FieldType&);
};

void read_limit(Findings& findings, const Entry& entry, FieldType& type,
                std::optional<Located<std::int64_t>>& limit,
                std::optional<Located<std::string>>& decimal_limit) {
  if (is_one_of(type.kind, decimals)) {
    decimal_limit = read_decimal(findings, entry);
  } else if (is_one_of(type.kind, integers)) {
    limit = read_integer(findings, entry);
  } else {
    limit = read_integer(findings, entry, 0);
  }
}

void read_values(Findings& findings, const Entry& entry, FieldType& type) {
  type.values = read_names(findings, entry);
  if (entry.value.kind == NodeKind::list && entry.value.items.empty()) {
    findings.add(Rule::bad_value, entry.value.span, "an enum needs at least one value");
  }
}

void read_element_options(Findings& findings, const Entry& entry, FieldType& type);

constexpr std::array type_options{
    TypeOption{"charset", bits({string}), "string",
               [](Findings& findings, const Entry& entry, FieldType& type) {
                 type.charset = parse_charset(findings, entry);
               }},
    TypeOption{"length", bits({string, binary}), "string and binary",
               [](Findings& findings, const Entry& entry, FieldType& type) {
                 type.length = read_integer(findings, entry, 1);
               }},
    TypeOption{"min", sized | decimals | integers, "text, numbers, binary, json, list, map and set",
               [](Findings& findings, const Entry& entry, FieldType& type) {
                 read_limit(findings, entry, type, type.min, type.number_min);
               }},
    TypeOption{"max", sized | decimals | integers, "text, numbers, binary, json, list, map and set",
               [](Findings& findings, const Entry& entry, FieldType& type) {
                 read_limit(findings, entry, type, type.max, type.number_max);
               }},
    TypeOption{"avg", sized, "string, binary, json, list, map and set",
               [](Findings& findings, const Entry& entry, FieldType& type) {
                 type.avg = read_number(findings, entry);
               }},
    TypeOption{"values", bits({enumeration}), "enum", read_values},
    TypeOption{"fields", bits({object}), "object",
               [](Findings& findings, const Entry& entry, FieldType& type) {
                 read_fields(findings, entry, type.fields);
               }},
    TypeOption{"element", containers, "list, map and set", read_element_options},
    TypeOption{"cardinality", scalars, "single values",
               [](Findings& findings, const Entry& entry, FieldType& type) {
                 type.cardinality = read_count(findings, entry);
               }},
    TypeOption{"uniform", scalars, "single values",
               [](Findings& findings, const Entry& entry, FieldType& type) {
                 type.uniform = read_flag(findings, entry);
               }},
};

const TypeOption* find_option(std::string_view name) {
  const auto* const found =
      std::find_if(type_options.begin(), type_options.end(),
                   [name](const TypeOption& option) { return option.name == name; });
  return found == type_options.end() ? nullptr : found;
}

void report_misplaced(Findings& findings, const Entry& entry, const TypeOption& option,
                      const FieldType& type) {
  std::string help = "it belongs to " + std::string(option.belongs_to);
  if (!type.elements.empty() && is_one_of(type.element().kind, option.kinds)) {
    help = "for the elements write `element: {" + entry.key + ": ..}`";
  }
  findings.add(Rule::misplaced_key, entry.key_span,
               quoted(entry.key) + " means nothing for the type " + quoted(to_text(type.kind)),
               std::move(help));
}

void read_option(Findings& findings, const Entry& entry, const TypeOption& option,
                 FieldType& type) {
  // `values` and `fields` can only mean the innermost element: list<object> has no fields of its
  // own.
  FieldType* target = &type;
  if (option.name == "values" || option.name == "fields") {
    while (!target->elements.empty()) target = &target->elements.front();
  }
  if (is_one_of(target->kind, option.kinds)) {
    option.read(findings, entry, *target);
  } else {
    report_misplaced(findings, entry, option, type);
  }
}

void check_order(Findings& findings, const FieldType& type) {
  std::optional<Span> wrong;
  if (type.min && type.max && **type.min > **type.max) wrong = type.max->span;
  // Limits that were read are numbers.
  if (type.number_min && type.number_max &&
      *Number::parse(**type.number_min) > *Number::parse(**type.number_max)) {
    wrong = type.number_max->span;
  }
  if (!wrong) return;
  findings.add(Rule::bad_value, *wrong, "the maximum is below the minimum",
               "raise `max` or lower `min`");
}

void check_average(Findings& findings, const FieldType& type) {
  if (!type.avg) return;
  const bool low = type.min && type.avg->value < static_cast<double>(type.min->value);
  const bool high = type.max && type.avg->value > static_cast<double>(type.max->value);
  if (low || high) {
    findings.add(Rule::bad_value, type.avg->span,
                 low ? "the average is below the minimum" : "the average is above the maximum");
  }
}

// What the options of one type say together.
void check_type(Findings& findings, const FieldType& type, const Span& at) {
  if (type.kind == enumeration && type.values.empty()) {
    findings.add(Rule::missing_key, at, "an enum lacks the key `values`",
                 "write for instance values: [queued, running]");
  }
  if (type.kind == object && type.fields.empty()) {
    findings.add(Rule::missing_key, at, "an object lacks the key `fields`",
                 "name its fields, or use json or map<..>");
  }
  if (type.length && (type.min || type.max)) {
    findings.add(Rule::misplaced_key, type.length->key, "`length` excludes `min` and `max`",
                 "keep one or the other");
  }
  check_order(findings, type);
  check_average(findings, type);
  for (const FieldType& element : type.elements) check_type(findings, element, at);
}

void read_element_options(Findings& findings, const Entry& entry, FieldType& type) {
  if (entry.value.kind != NodeKind::map) {
    report_type(findings, entry, "a map of options");
    return;
  }
  for (const Entry& inner : entry.value.entries) {
    if (const TypeOption* option = find_option(inner.key)) {
      read_option(findings, inner, *option, type.elements.front());
      continue;
    }
    std::vector<std::string_view> known;
    for (const TypeOption& row : type_options) known.push_back(row.name);
    findings.add(Rule::unknown_key, inner.key_span, "an element has no key " + quoted(inner.key),
                 suggest(inner.key, known));
  }
}

struct FieldOption {
  std::string_view name;
  void (*read)(Findings&, const Entry&, Field&);
};

constexpr std::array field_options{
    FieldOption{"type", [](Findings&, const Entry&, Field&) {}},  // read before all others
    FieldOption{"optional",
                [](Findings& findings, const Entry& entry, Field& field) {
                  const auto flag = read_flag(findings, entry);
                  field.optional = flag && flag->value;
                }},
    FieldOption{"default",
                [](Findings& findings, const Entry& entry, Field& field) {
                  field.default_value = read_literal(findings, entry);
                }},
    FieldOption{"immutable",
                [](Findings& findings, const Entry& entry, Field& field) {
                  const auto flag = read_flag(findings, entry);
                  field.immutable = flag && flag->value;
                }},
    FieldOption{"pii",
                [](Findings& findings, const Entry& entry, Field& field) {
                  const auto flag = read_flag(findings, entry);
                  field.pii = flag && flag->value;
                }},
};

void report_unknown_option(Findings& findings, const Entry& entry) {
  std::vector<std::string_view> known;
  for (const FieldOption& row : field_options) known.push_back(row.name);
  for (const TypeOption& row : type_options) known.push_back(row.name);
  findings.add(Rule::unknown_key, entry.key_span, "a field has no key " + quoted(entry.key),
               suggest(entry.key, known));
}

void read_field_options(Findings& findings, const Node& map, Field& field) {
  for (const Entry& entry : map.entries) {
    const auto* const own =
        std::find_if(field_options.begin(), field_options.end(),
                     [&entry](const FieldOption& row) { return row.name == entry.key; });
    if (own != field_options.end()) {
      own->read(findings, entry, field);
    } else if (const TypeOption* option = find_option(entry.key)) {
      read_option(findings, entry, *option, field.type);
    } else {
      report_unknown_option(findings, entry);
    }
  }
}

Field read_field(Findings& findings, const Entry& entry) {
  Field field;
  field.name = entry.key;
  field.key = entry.key_span;
  field.span = entry.value.span;
  check_name(findings, entry, "a field");
  if (entry.key == "_type") {
    findings.add(Rule::bad_value, entry.key_span, "`_type` is the attribute that tags the entity",
                 "choose another name");
  }
  const bool is_map = entry.value.kind == NodeKind::map;
  const Entry* type_entry = is_map ? entry.value.find("type") : &entry;
  if (entry.value.kind == NodeKind::list || entry.value.is_null()) {
    report_type(findings, entry, "a type or a map of options");
    return field;
  }
  if (type_entry == nullptr) {
    findings.add(Rule::missing_key, entry.key_span,
                 "field " + quoted(entry.key) + " lacks the key `type`",
                 "write for instance {type: string}");
    return field;
  }
  auto type = parse_type(findings, *type_entry);
  // Options cannot be judged without their type.
  if (!type) return field;
  field.type = std::move(*type);
  const std::size_t findings_before = findings.size();
  if (is_map) read_field_options(findings, entry.value, field);
  // What was not understood is not judged.
  if (findings.size() != findings_before) return field;
  check_type(findings, field.type, entry.key_span);
  if (field.default_value) check_literal(findings, field.type, *field.default_value);
  return field;
}

}  // namespace

void describe_fields(Language& language) {
  LanguageMap field{"field", {}};
  LanguageMap element{"element", {}};
  for (const FieldOption& option : field_options) {
    field.keys.push_back({option.name, option.name == "type"});
  }
  for (const TypeOption& option : type_options) {
    field.keys.push_back({option.name, false});
    element.keys.push_back({option.name, false});
    LanguageUse& use = language.type_uses.emplace_back(LanguageUse{option.name, {}});
    for (const auto& word : type_words) {
      if (is_one_of(word.value, option.kinds)) use.words.push_back(word.text);
    }
  }
  language.maps.push_back(std::move(field));
  language.maps.push_back(std::move(element));
}

void read_fields(Findings& findings, const Entry& section, std::vector<Field>& fields) {
  if (section.value.kind != NodeKind::map) {
    report_type(findings, section, "a map of fields by name");
    return;
  }
  for (const Entry& entry : section.value.entries) fields.push_back(read_field(findings, entry));
}

}  // namespace keywright::model
