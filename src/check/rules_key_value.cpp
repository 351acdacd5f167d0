// KEY003 to KEY005, KEY007 to KEY009, KEY012, KEY013 and KEY015: key values that cannot be read
// back, sort wrongly, are missing, do not fit, or let one tenant read another.

#include "check/disguise.hpp"
#include "check/findings.hpp"
#include "check/key_places.hpp"
#include "check/text.hpp"
#include "plan/key_language.hpp"
#include "plan/size.hpp"
#include <keywright/item.hpp>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

namespace keywright::check {
namespace {

using model::TypeKind;
using plan::KeyLanguage;
using plan::KeyPart;

// KEY003. A component can be read back, and a prefix that ends behind it is exact, if no text of
// `component + delimiter` is the beginning of another.
void check_delimiter(const KeyPlace& place, std::size_t position, Findings& findings) {
  const auto& parts = place.attribute->parts;
  const auto& part = parts[position];
  const auto& next = parts[position + 1];
  const std::string delimiter = next.is_component() ? "" : next.literal;
  const auto& field = place.field(part);

  auto text = KeyLanguage::component(field.type);
  text.append(KeyLanguage::literal(delimiter));
  auto longer = text;
  longer.append(KeyLanguage::between(std::string_view("\0", 1), std::nullopt));
  const auto witness = plan::common_text(text, longer);
  if (!witness) return;

  Finding finding{.rule = "KEY003", .span = part.span, .subject = place.subject()};
  if (delimiter.empty()) {
    finding.message = fmt::format(
        "nothing tells where {} ends in the {}: its values differ in "
        "length and no delimiter follows",
        field.name, place.name());
    finding.help = fmt::format("put a # behind it: {{{}}}#", field.name);
  } else {
    const auto value = witness->substr(0, witness->size() - delimiter.size());
    finding.message = fmt::format("{} in the {} may contain the delimiter {}, as in {}", field.name,
                                  place.name(), quoted(delimiter), quoted(value));
    finding.help = fmt::format("use #, which is escaped in values, or give {} a charset without {}",
                               field.name, quoted(delimiter));
  }
  finding.notes = {{"the field is declared here", field.key}};
  findings.report(std::move(finding));
}

void check_delimiters(const KeyPlace& place, Findings& findings) {
  if (place.attribute->native) return;
  const auto& parts = place.attribute->parts;
  for (std::size_t i = 0; i + 1 < parts.size(); ++i) {
    // Behind the last component a literal may say anything.
    const auto is_component = [](const KeyPart& part) { return part.is_component(); };
    const auto rest = parts.begin() + static_cast<std::ptrdiff_t>(i) + 1;
    if (!parts[i].is_component() || std::none_of(rest, parts.end(), is_component)) continue;
    check_delimiter(place, i, findings);
  }
}

// KEY004 of a type that has no width as text.
void check_number(const KeyPlace& place, const model::Field& field, const KeyPart& part,
                  Findings& findings) {
  findings.report(
      {.rule = "KEY004",
       .span = part.span,
       .subject = place.subject(),
       .message = fmt::format("{} is a number of any width as text in the {}: 10 sorts before 9",
                              field.name, place.name()),
       .help = fmt::format("declare {0}: {{type: int, min: 0, max: ..}}, which is padded, or make "
                           "it a native key, {{field: {0}}}",
                           field.name),
       .notes = {{"the field is declared here", field.key}}});
}

// KEY004, KEY005: text that stands for numbers or times, where its order matters.
void check_disguise(const Subject& subject, const KeyPlace& place, const model::Field& field,
                    const KeyPart& part, Findings& findings) {
  const auto disguise = disguise_of(field);
  if (disguise == Disguise::none) return;
  const auto use = ordered_use(subject.model, place.entity_index, field);
  if (use.pattern == nullptr) return;

  const bool is_time = disguise == Disguise::time;
  Finding finding{
      .rule = is_time ? "KEY005" : "KEY004", .span = part.span, .subject = place.subject()};
  const auto wants = fmt::format("{} wants the order of {}", use.pattern->name, field.name);
  if (is_time) {
    finding.message = fmt::format(
        "{}, which is text of any form in the {}: times with other "
        "fractions or offsets sort wrongly",
        wants, place.name());
    finding.help =
        fmt::format("declare {}: {{type: timestamp}}, as in 2026-01-02T03:04:05.678Z", field.name);
  } else {
    finding.message = fmt::format("{}, which is digits of any number in the {}: 10 sorts before 9",
                                  wants, place.name());
    finding.help =
        fmt::format("declare {}: {{type: int, min: 0, max: ..}}, which is padded", field.name);
  }
  finding.notes = {{fmt::format("{} asks for it here", use.pattern->name), use.span},
                   {"the field is declared here", field.key}};
  findings.report(std::move(finding));
}

void check_order(const Subject& subject, const KeyPlace& place, Findings& findings) {
  for (const auto& part : place.attribute->parts) {
    if (!part.is_component()) continue;
    const auto& field = place.field(part);
    if (!place.attribute->native && field.type.kind == TypeKind::number) {
      check_number(place, field, part, findings);
    } else {
      check_disguise(subject, place, field, part, findings);
    }
  }
}

// KEY007.
void check_presence(const KeyPlace& place, Findings& findings) {
  const bool may_be_absent =
      place.index != nullptr && (place.index->sparse.has_value() || place.entry->when.has_value());
  if (may_be_absent) return;
  for (const auto& part : place.attribute->parts) {
    if (!part.is_component() || !place.field(part).optional) continue;
    const auto& field = place.field(part);
    Finding finding{.rule = "KEY007", .span = part.span, .subject = place.subject()};
    if (place.index == nullptr) {
      finding.message = fmt::format(
          "{} is optional, but the {} is made of it, and no item can lack "
          "its key",
          field.name, place.name());
      finding.help = fmt::format("remove `optional` from {}", field.name);
    } else {
      finding.message = fmt::format(
          "{} is optional, but the {} is made of it: items without {} are missing in "
          "{}, which is not declared sparse",
          field.name, place.name(), field.name, place.index->name);
      finding.help = fmt::format("declare it in the table: {}: {{.., sparse: [{}]}}",
                                 place.index->name, place.entity->name);
    }
    finding.notes = {{"the field is declared here", field.key}};
    findings.report(std::move(finding));
  }
}

// KEY008.
void check_not_empty(const KeyPlace& place, Findings& findings) {
  const auto& attribute = *place.attribute;
  if (attribute.parts.empty() || attribute.type == model::AttributeType::number) return;
  if (attribute.type == model::AttributeType::binary) {
    const auto& type = place.field(attribute.parts.front()).type;
    if (type.min_size().value_or(0) > 0) return;
  } else if (!KeyLanguage::of(*place.entity, attribute).contains("")) {
    return;
  }
  std::vector<std::string> names;
  for (const auto field : attribute.components()) names.push_back(place.entity->fields[field].name);
  findings.report(
      {.rule = "KEY008",
       .span = attribute.span,
       .subject = place.subject(),
       .message = fmt::format("the {} is empty if {} is, and DynamoDB refuses empty keys",
                              place.name(), listed(names)),
       .help = attribute.native
                   ? fmt::format("give {} a min of 1", names.front())
                   : fmt::format("give {} a min of 1, or the key a literal", names.front())});
}

// KEY009.
void check_length(const KeyPlace& place, Findings& findings) {
  const auto& attribute = *place.attribute;
  if (attribute.type == model::AttributeType::number) return;
  const auto most = place.is_partition ? kMaxPartitionKeySize : kMaxSortKeySize;
  const auto longest = plan::longest_key(*place.entity, attribute);
  if (longest && *longest <= most) return;

  Finding finding{.rule = "KEY009", .span = attribute.span, .subject = place.subject()};
  const auto* kind = place.is_partition ? "partition" : "sort";
  if (longest) {
    finding.message = fmt::format("the {} may take {} bytes, and a {} key has at most {}",
                                  place.name(), *longest, kind, most);
    finding.help =
        "lower the max of its fields, or limit their charset: a character of any kind "
        "counts 4 bytes";
  }
  for (const auto field_index : attribute.components()) {
    const auto& field = place.entity->fields[field_index];
    auto alone = attribute;
    std::erase_if(alone.parts, [&](const KeyPart& part) { return part.field != field_index; });
    const auto bytes = plan::longest_key(*place.entity, alone);
    if (!bytes && finding.message.empty()) {
      finding.message = fmt::format(
          "{} has no max, so nothing keeps the {} within the {} bytes of a "
          "{} key",
          field.name, place.name(), most, kind);
      finding.help = fmt::format("give {} a max or a length", field.name);
    }
    finding.notes.push_back({bytes ? fmt::format("{} takes at most {} bytes", field.name, *bytes)
                                   : fmt::format("{} has no limit", field.name),
                             field.key});
  }
  findings.report(std::move(finding));
}

// KEY009 of the items that keep a `unique` rule.
void check_sentinel_length(const Subject& subject, std::size_t position, Findings& findings) {
  const auto& entity = subject.model.entities[position];
  const auto* table = subject.model.table_of(entity);
  if (table == nullptr) return;
  for (const auto& rule : entity.unique) {
    const bool has_key =
        std::all_of(rule.fields.begin(), rule.fields.end(), [&](const auto& field) {
          return field.resolved() && fits_key(entity.fields[field.index].type.kind, false);
        });
    if (!has_key) continue;
    const auto longest = plan::longest_key(entity, plan::sentinel_key(*table, entity, rule));
    if (longest && *longest <= kMaxPartitionKeySize) continue;
    Finding finding{.rule = "KEY009", .span = rule.key, .subject = entity.name};
    finding.message =
        longest ? fmt::format(
                      "the item that keeps {} of {} unique may have a partition key of {} "
                      "bytes, and one has at most {}",
                      rule.name, entity.name, *longest, kMaxPartitionKeySize)
                : fmt::format(
                      "nothing keeps the item that keeps {} of {} unique within the {} "
                      "bytes of a partition key",
                      rule.name, entity.name, kMaxPartitionKeySize);
    finding.help = "lower the max of its fields, or make a hash of them unique";
    for (const auto& field : rule.fields) {
      finding.notes.push_back(
          {fmt::format("{} is a part of its key", field.name), entity.fields[field.index].key});
    }
    findings.report(std::move(finding));
  }
}

// KEY012.
void check_tenant(const Subject& subject, const KeyPlace& place, Findings& findings) {
  const auto& tenant = subject.model.tenant;
  const bool is_first = place.is_partition && place.attribute == &place.key->partition.front();
  if (!tenant || !is_first) return;
  const auto components = place.attribute->components();
  if (components.empty() || place.entity->fields[components.front()].name == **tenant) return;
  const auto& first = place.entity->fields[components.front()].name;
  findings.report(
      {.rule = "KEY012",
       .span = place.attribute->span,
       .subject = place.subject(),
       .message = fmt::format("the {} begins with {}, so whoever knows one of another tenant reads "
                              "that tenant's items",
                              place.name(), first),
       .help = fmt::format("begin it with {{{}}}", **tenant),
       .notes = {{"the tenant's field is declared here", tenant->span}}});
}

// Names of what people type in upper or lower case and mean alike.
bool ignores_case(std::string_view name) {
  for (const std::string_view word :
       {"email", "e_mail", "username", "user_name", "login", "domain", "hostname", "host_name"}) {
    if (!name.ends_with(word)) continue;
    if (name.size() == word.size() || name[name.size() - word.size() - 1] == '_') return true;
  }
  return false;
}

bool has_both_cases(const model::FieldType& type) {
  if (!type.charset) return true;
  const auto has = [&](char32_t first, char32_t last) {
    return std::any_of(
        type.charset->ranges.begin(), type.charset->ranges.end(),
        [&](const auto& range) { return range.first <= last && range.last >= first; });
  };
  return has(U'A', U'Z') && has(U'a', U'z');
}

// KEY013.
void check_case(const KeyPlace& place, Findings& findings) {
  for (const auto& part : place.attribute->parts) {
    if (!part.is_component()) continue;
    const auto& field = place.field(part);
    if (field.type.kind != TypeKind::string || !ignores_case(field.name)) continue;
    if (!has_both_cases(field.type)) continue;
    findings.report(
        {.rule = "KEY013",
         .span = part.span,
         .subject = place.subject(),
         .message = fmt::format("{} in the {} is told apart by upper and lower case: Ann and ann "
                                "are two keys",
                                field.name, place.name()),
         .help = fmt::format("write it in lower case, and say so: give {} a charset such as "
                             "\"[a-z0-9@._+-]\"",
                             field.name),
         .notes = {{"the field is declared here", field.key}}});
  }
}

// KEY015.
void check_exact(const KeyPlace& place, Findings& findings) {
  for (const auto& part : place.attribute->parts) {
    if (!part.is_component()) continue;
    const auto& field = place.field(part);
    if (field.type.kind != TypeKind::floating) continue;
    findings.report(
        {.rule = "KEY015",
         .span = part.span,
         .subject = place.subject(),
         .message = fmt::format("{} in the {} is a double: what looks like one value may "
                                "be several keys",
                                field.name, place.name()),
         .help = fmt::format("declare {} as int (in a smaller unit) or number", field.name),
         .notes = {{"the field is declared here", field.key}}});
  }
}

bool has_fitting_types(const KeyPlace& place) {
  const auto& parts = place.attribute->parts;
  return std::all_of(parts.begin(), parts.end(), [&](const KeyPart& part) {
    return !part.is_component() || fits_key(place.field(part).type.kind, place.attribute->native);
  });
}

}  // namespace

void check_key_values(const Subject& subject, Findings& findings) {
  for (const auto& place : key_places(subject)) {
    check_order(subject, place, findings);
    check_presence(place, findings);
    check_tenant(subject, place, findings);
    check_case(place, findings);
    check_exact(place, findings);
    if (!has_fitting_types(place)) continue;  // KEY004, KEY006 or KEY015 already
    check_delimiters(place, findings);
    check_not_empty(place, findings);
    check_length(place, findings);
  }
  for (std::size_t i = 0; i < subject.model.entities.size(); ++i) {
    check_sentinel_length(subject, i, findings);
  }
}

}  // namespace keywright::check
