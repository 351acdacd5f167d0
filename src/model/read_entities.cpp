#include "model/condition_parser.hpp"
#include "model/key_template.hpp"
#include "model/map_reader.hpp"
#include "model/sections.hpp"

#include <array>
#include <utility>

namespace keywright::model {
namespace {

using Rule = StructuralRule;

constexpr std::int64_t most_shards = 1000;

constexpr std::array native_keys{
    KeyRow<FieldRef>{"field",
                     [](Findings& findings, const Entry& entry, FieldRef& field) {
                       if (auto read = read_reference<FieldRef>(findings, entry)) field = *read;
                     },
                     "{field: device_id}"}};

// One attribute of a native key: `tenant_id`, or `{field: tenant_id}`.
std::optional<FieldRef> read_native_field(Findings& findings, const Entry& entry) {
  if (entry.value.kind != NodeKind::map) {
    auto field = read_reference<FieldRef>(findings, entry);
    if (field && field->name.find('{') != std::string::npos) {
      findings.add(Rule::bad_value, field->span,
                   "the attributes of a multi-attribute key are fields, not templates",
                   "name the field without braces, or write one template instead of the list");
      return std::nullopt;
    }
    return field;
  }
  FieldRef field;
  read_map(findings, entry, "a native key", native_keys, field);
  if (field.name.empty()) return std::nullopt;
  return field;
}

// What cannot be understood gives a source without parts: that it was written is known.
KeySource read_key_source(Findings& findings, const Entry& entry) {
  KeySource source;
  source.span = entry.value.span;
  source.key = entry.key_span;
  if (entry.value.kind == NodeKind::scalar) {
    auto key_template = parse_key_template(findings, entry);
    if (key_template) source.key_template = std::move(*key_template);
    return source;
  }
  source.form = KeyForm::native;
  const bool is_list = entry.value.kind == NodeKind::list;
  const std::vector<Node> items = is_list ? entry.value.items : std::vector<Node>{entry.value};
  if (items.empty() || items.size() > most_key_attributes) {
    findings.add(Rule::bad_value, entry.value.span,
                 "half a key has one to four attributes, found " + std::to_string(items.size()));
    return source;
  }
  std::vector<FieldRef> fields;
  for (const Node& item : items) {
    auto field = read_native_field(findings, Entry{entry.key, entry.key_span, item});
    if (field) fields.push_back(std::move(*field));
  }
  if (fields.size() == items.size()) source.fields = std::move(fields);
  return source;
}

constexpr std::array key_keys{
    KeyRow<EntityKey>{"pk",
                      [](Findings& findings, const Entry& entry, EntityKey& key) {
                        key.pk = read_key_source(findings, entry);
                      },
                      "pk: \"JOB#{job_id}\""},
    KeyRow<EntityKey>{"sk", [](Findings& findings, const Entry& entry,
                               EntityKey& key) { key.sk = read_key_source(findings, entry); }},
};

void read_key(Findings& findings, const Entry& entry, Entity& entity) {
  entity.key.span = entry.value.span;
  entity.key.key = entry.key_span;
  read_map(findings, entry, "a key", key_keys, entity.key,
           "write {pk: \"JOB#{job_id}\", sk: METADATA}");
}

void read_shards(Findings& findings, const Entry& entry, IndexEntry& index) {
  index.shards.span = entry.value.span;
  index.shards.key = entry.key_span;
  if (entry.value.kind == NodeKind::scalar && entry.value.text == "auto") {
    index.shards.automatic = true;
    return;
  }
  if (entry.value.kind != NodeKind::scalar || !is_decimal(entry.value.text)) {
    report_type(findings, entry, "a number of shards or `auto`");
    return;
  }
  if (const auto count = read_integer(findings, entry, 1, most_shards)) {
    index.shards.count = static_cast<std::uint32_t>(count->value);
  }
}

constexpr std::array index_keys{
    KeyRow<IndexEntry>{"pk",
                       [](Findings& findings, const Entry& entry, IndexEntry& index) {
                         index.pk = read_key_source(findings, entry);
                       }},
    KeyRow<IndexEntry>{"sk",
                       [](Findings& findings, const Entry& entry, IndexEntry& index) {
                         index.sk = read_key_source(findings, entry);
                       }},
    KeyRow<IndexEntry>{"when",
                       [](Findings& findings, const Entry& entry, IndexEntry& index) {
                         index.when = parse_condition(findings, entry, false);
                       }},
    KeyRow<IndexEntry>{"shards", read_shards},
};

void read_indexes(Findings& findings, const Entry& section, Entity& entity) {
  if (section.value.kind != NodeKind::map) {
    report_type(findings, section, "a map of keys by the index's name");
    return;
  }
  for (const Entry& entry : section.value.entries) {
    IndexEntry& index = entity.indexes.emplace_back();
    index.index.name = entry.key;
    index.index.span = entry.key_span;
    index.span = entry.value.span;
    read_map(findings, entry, "index entry " + quoted(entry.key), index_keys, index);
  }
}

constexpr std::array ttl_keys{
    KeyRow<TimeToLive>{"field",
                       [](Findings& findings, const Entry& entry, TimeToLive& ttl) {
                         if (auto field = read_reference<FieldRef>(findings, entry))
                           ttl.field = *field;
                       },
                       "field: expires_at"},
    KeyRow<TimeToLive>{"after",
                       [](Findings& findings, const Entry& entry, TimeToLive& ttl) {
                         ttl.after = read_duration(findings, entry);
                       }},
};

void read_ttl(Findings& findings, const Entry& entry, Entity& entity) {
  TimeToLive ttl;
  ttl.span = entry.value.span;
  ttl.key = entry.key_span;
  if (entry.value.kind == NodeKind::scalar) {
    const auto field = read_reference<FieldRef>(findings, entry);
    if (!field) return;
    ttl.field = *field;
    entity.ttl = std::move(ttl);
  } else if (read_map(findings, entry, "a ttl", ttl_keys, ttl)) {
    entity.ttl = std::move(ttl);
  }
}

constexpr std::array parent_keys{
    KeyRow<PerParent>{"of",
                      [](Findings& findings, const Entry& entry, PerParent& per_parent) {
                        if (auto parent = read_reference<EntityRef>(findings, entry)) {
                          per_parent.parent = *parent;
                        }
                      },
                      "of: Job"},
    KeyRow<PerParent>{"avg",
                      [](Findings& findings, const Entry& entry, PerParent& per_parent) {
                        per_parent.avg = read_number(findings, entry);
                      }},
    KeyRow<PerParent>{"max",
                      [](Findings& findings, const Entry& entry, PerParent& per_parent) {
                        per_parent.max = read_count(findings, entry);
                      }},
};

void read_per_parent(Findings& findings, const Entry& entry, Entity& entity) {
  PerParent per_parent;
  per_parent.span = entry.value.span;
  per_parent.key = entry.key_span;
  if (!read_map(findings, entry, "`per_parent`", parent_keys, per_parent,
                "write {of: Job, avg: 20, max: 200}"))
    return;
  const auto& [avg, max] = std::pair(per_parent.avg, per_parent.max);
  if (avg && max && avg->value > static_cast<double>(max->value)) {
    findings.add(Rule::bad_value, avg->span, "the average is above the maximum",
                 "raise `max` or lower `avg`");
  }
  entity.per_parent = std::move(per_parent);
}

// `[email]`, or a map from names to the fields that are unique together.
void read_unique(Findings& findings, const Entry& section, Entity& entity) {
  if (section.value.kind == NodeKind::map) {
    for (const Entry& entry : section.value.entries) {
      check_name(findings, entry, "a uniqueness rule");
      UniqueRule& rule = entity.unique.emplace_back();
      rule.name = entry.key;
      rule.key = entry.key_span;
      rule.span = entry.value.span;
      rule.fields = read_references<FieldRef>(findings, entry);
      if (entry.value.kind == NodeKind::list && entry.value.items.empty()) {
        findings.add(Rule::bad_value, entry.value.span, "this rule names no field");
      }
    }
    return;
  }
  for (FieldRef& field : read_references<FieldRef>(findings, section)) {
    UniqueRule& rule = entity.unique.emplace_back();
    rule.name = field.name;
    rule.key = field.span;
    rule.span = field.span;
    rule.fields.push_back(std::move(field));
  }
}

constexpr std::array entity_keys{
    KeyRow<Entity>{"fields",
                   [](Findings& findings, const Entry& entry, Entity& entity) {
                     entity.fields_span = entry.value.span;
                     read_fields(findings, entry, entity.fields);
                   },
                   "fields: {job_id: {type: ulid}}"},
    KeyRow<Entity>{"key", read_key},
    KeyRow<Entity>{"indexes", read_indexes},
    KeyRow<Entity>{"states", read_states},
    KeyRow<Entity>{"ttl", read_ttl},
    KeyRow<Entity>{"count", [](Findings& findings, const Entry& entry,
                               Entity& entity) { entity.count = read_count(findings, entry, 0); }},
    KeyRow<Entity>{"per_parent", read_per_parent},
    KeyRow<Entity>{"rebuildable",
                   [](Findings& findings, const Entry& entry, Entity& entity) {
                     assign(entity.rebuildable, read_flag(findings, entry));
                   }},
    KeyRow<Entity>{"unique", read_unique},
    KeyRow<Entity>{"version",
                   [](Findings& findings, const Entry& entry, Entity& entity) {
                     entity.version = read_reference<FieldRef>(findings, entry);
                   }},
    KeyRow<Entity>{"table",
                   [](Findings& findings, const Entry& entry, Entity& entity) {
                     if (auto table = read_reference<TableRef>(findings, entry)) {
                       entity.table = *table;
                     }
                   }},
};

}  // namespace

void describe_entities(Language& language) {
  language.maps.push_back(described("entity", entity_keys));
  language.maps.push_back(described("key", key_keys));
  language.maps.push_back(described("native_key", native_keys));
  language.maps.push_back(described("index_entry", index_keys));
  language.maps.push_back(described("ttl", ttl_keys));
  language.maps.push_back(described("per_parent", parent_keys));
}

void read_entities(Findings& findings, const Entry& section, Model& model) {
  model.has_entities = true;
  if (section.value.kind != NodeKind::map) {
    report_type(findings, section, "a map of entities by name");
    return;
  }
  for (const Entry& entry : section.value.entries) {
    findings.set_subject(entry.key);
    check_name(findings, entry, "an entity");
    Entity& entity = model.entities.emplace_back();
    entity.name = entry.key;
    entity.key_span = entry.key_span;
    entity.span = entry.value.span;
    read_map(findings, entry, "entity " + quoted(entry.key), entity_keys, entity);
  }
  findings.set_subject({});
}

}  // namespace keywright::model
