#include "imports/settle.hpp"

#include "imports/names.hpp"
#include "model/entity.hpp"
#include "model/values.hpp"
#include "model/word_case.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <unordered_set>
#include <utility>

namespace keywright::imports {
namespace {

// AWS: of tables, indexes and key attributes.
constexpr std::size_t longest_name = 255;
constexpr std::size_t longest_template = 1000;

bool is_name(const std::string& name) {
  return !name.empty() && name.size() <= longest_name;
}

std::string shown(const std::optional<DraftKey>& key) {
  if (!key) return "nothing";
  if (!key->is_native()) return quoted(key->text);
  std::string names;
  for (const std::string& field : key->fields) names += (names.empty() ? "" : ", ") + field;
  return quoted(names);
}

void settle_attributes(std::vector<DraftAttribute>& attributes, bool& fits) {
  for (const DraftAttribute& attribute : attributes) fits = fits && is_name(attribute.name);
  fits = fits && attributes.size() <= model::most_key_attributes;
}

void settle_indexes(Report& report, DraftTable& table) {
  std::unordered_set<std::string> seen;
  std::erase_if(table.indexes, [&](DraftIndex& index) {
    bool fits =
        is_name(index.name) && (index.local ? index.sort.size() == 1 : !index.partition.empty());
    settle_attributes(index.partition, fits);
    settle_attributes(index.sort, fits);
    if (!fits || !seen.insert(index.name).second) {
      report.add(Rule::left_out, index.span,
                 fits ? "the index " + quoted(index.name) + " stands twice, and was taken once"
                      : "the index " + quoted(index.name) +
                            " has no keys that an index may have, and was left out");
      return true;
    }
    return false;
  });
}

void settle_tables(Report& report, Draft& draft) {
  std::unordered_set<std::string> seen;
  std::erase_if(draft.tables, [&](DraftTable& table) {
    const bool fits = is_name(table.name) && is_name(table.partition.name) &&
                      (!table.sort || is_name(table.sort->name));
    if (!fits || !seen.insert(table.name).second) {
      report.add(
          Rule::left_out, table.span,
          fits ? "the table " + quoted(table.name) + " stands twice, and was taken once"
               : "the table " + quoted(table.name) + " lacks a name or a key, and was left out");
      return true;
    }
    settle_indexes(report, table);
    if (table.ttl.size() > longest_name) table.ttl.clear();
    return false;
  });
}

class EntitySettler {
 public:
  EntitySettler(Report& report, const DraftTable& table, DraftEntity& entity)
      : report_(report), table_(table), entity_(entity) {}

  void run() {
    settle_fields();
    settle_key();
    settle_entries();
    settle_ttl();
  }

 private:
  void settle_fields() {
    std::unordered_set<std::string> seen;
    std::erase_if(entity_.fields, [&](const DraftField& field) {
      if (field.name == "_type") {
        report_.add(Rule::left_out, field.span,
                    "`_type` was left out: it is the attribute that tags the entity");
        return true;
      }
      if (!model::is_identifier(field.name) || !is_name(field.name)) {
        report_.add(Rule::left_out, field.span, entity_.comments,
                    "the attribute " + quoted(field.name) +
                        " cannot be the name of a field, and was left out");
        return true;
      }
      return !seen.insert(field.name).second;
    });
  }

  [[nodiscard]] bool has(const std::string& field) const {
    return entity_.find_field(field) != nullptr;
  }

  // Why the half of a key cannot be taken; empty if it can.
  [[nodiscard]] std::string fault_of(const DraftKey& key) const {
    if (!key.is_native() && (!is_template(key.text) || key.text.size() > longest_template)) {
      return quoted(key.text) + " is no template";
    }
    for (const std::string& field : key.components()) {
      if (!has(field)) return "there is no field " + quoted(field);
    }
    return key.is_native() && key.fields.empty() ? "it is empty" : "";
  }

  [[nodiscard]] std::string fault_of_key() const {
    if (entity_.sk && !entity_.pk) return "its partition key is not known";
    for (const auto* half : {&entity_.pk, &entity_.sk}) {
      if (!*half) continue;
      if (auto fault = fault_of(**half); !fault.empty()) return fault;
      if ((*half)->is_native() && (*half)->fields.size() != 1) return "it has several attributes";
    }
    if (entity_.sk && !table_.sort) return "the table has no sort key";
    if (!entity_.sk && table_.sort)
      return "the table has the sort key " + quoted(table_.sort->name);
    return {};
  }

  void settle_key() {
    if (!entity_.pk && !entity_.sk) return;
    const std::string fault = fault_of_key();
    if (fault.empty()) return;
    report_.add(Rule::undecided, entity_.span, entity_.comments,
                "the key of " + quoted(entity_.name) + ", pk " + shown(entity_.pk) + " and sk " +
                    shown(entity_.sk) + ", was left out: " + fault);
    entity_.pk.reset();
    entity_.sk.reset();
  }

  [[nodiscard]] std::string fault_of_half(const std::optional<DraftKey>& half,
                                          const std::vector<DraftAttribute>& attributes,
                                          std::string_view name) const {
    if (!half) return attributes.empty() ? "" : "it lacks its " + std::string(name);
    if (attributes.empty()) return "the index has no " + std::string(name);
    if (auto fault = fault_of(*half); !fault.empty()) return fault;
    const std::size_t given = half->is_native() ? half->fields.size() : 1;
    return given == attributes.size() ? "" : "the index has another number of key attributes";
  }

  void settle_entries() {
    std::unordered_set<std::string> seen;
    std::erase_if(entity_.indexes, [&](DraftIndexEntry& entry) {
      const DraftIndex* index = table_.find_index(entry.index);
      std::string fault = index == nullptr ? "the table has no such index" : "";
      if (index != nullptr && index->local) entry.pk.reset();
      if (fault.empty()) fault = fault_of_half(entry.pk, index->partition, "partition key");
      if (fault.empty()) fault = fault_of_half(entry.sk, index->sort, "sort key");
      if (fault.empty() && !seen.insert(entry.index).second) fault = "it stands twice";
      if (fault.empty()) return false;
      report_.add(Rule::undecided, entry.span, entity_.comments,
                  "the entry in " + quoted(entry.index) + ", pk " + shown(entry.pk) + " and sk " +
                      shown(entry.sk) + ", was left out: " + fault);
      return true;
    });
  }

  void settle_ttl() {
    if (table_.ttl.empty() || !has(table_.ttl)) return;
    const auto field =
        std::find_if(entity_.fields.begin(), entity_.fields.end(),
                     [&](const DraftField& each) { return each.name == table_.ttl; });
    if (field->type == "int" || field->type == "number") field->type = "epoch_seconds";
    entity_.ttl = field->type == "epoch_seconds" ? field->name : "";
  }

  Report& report_;
  const DraftTable& table_;
  DraftEntity& entity_;
};

void rename_entity(Draft& draft, const std::string& from, const std::string& to) {
  for (DraftPattern& pattern : draft.patterns) {
    if (pattern.entity == from) pattern.entity = to;
    for (std::string& returned : pattern.returns) {
      const std::size_t end = returned.find_last_not_of("*?") + 1;  // "Order*"
      if (std::string_view(returned).substr(0, end) == from) returned.replace(0, end, to);
    }
    for (DraftPattern& step : pattern.steps) {
      if (step.entity == from) step.entity = to;
    }
  }
}

void settle_entities(Report& report, Draft& draft) {
  std::erase_if(draft.entities, [&](const DraftEntity& entity) {
    if (draft.find_table(entity.table) != nullptr) return false;
    report.add(Rule::left_out, entity.span,
               "entity " + quoted(entity.name) + " was left out with its table");
    return true;
  });
  std::unordered_set<std::string> seen;
  for (DraftEntity& entity : draft.entities) {
    std::string name =
        unique_name(identifier(entity.name, "Entity"),
                    [&seen](const std::string& other) { return seen.contains(other); });
    seen.insert(name);
    if (name != entity.name) {
      report.add(Rule::taken_as, entity.span, entity.comments,
                 "entity " + quoted(entity.name) + " is called " + quoted(name) + " here");
      // Of two entities of one name, patterns mean the first.
      if (!seen.contains(entity.name)) rename_entity(draft, entity.name, name);
      entity.name = std::move(name);
    }
    EntitySettler(report, *draft.find_table(entity.table), entity).run();
  }
}

// What an index includes are fields of its table's entities, or key attributes.
void settle_projections(Report& report, Draft& draft) {
  for (DraftTable& table : draft.tables) {
    std::set<std::string> known{table.partition.name};
    if (table.sort) known.insert(table.sort->name);
    for (const DraftIndex& index : table.indexes) {
      for (const DraftAttribute& attribute : index.partition) known.insert(attribute.name);
      for (const DraftAttribute& attribute : index.sort) known.insert(attribute.name);
    }
    for (const DraftEntity& entity : draft.entities) {
      if (entity.table != table.name) continue;
      for (const DraftField& field : entity.fields) known.insert(field.name);
    }
    for (DraftIndex& index : table.indexes) {
      std::unordered_set<std::string> seen;
      std::erase_if(index.include, [&](const std::string& name) {
        if (!seen.insert(name).second) return true;
        if (known.contains(name)) return false;
        report.add(Rule::left_out, index.span, table.comments,
                   "the index " + quoted(index.name) + " includes " + quoted(name) +
                       ", which no entity has");
        return true;
      });
      if (index.projection == "include" && index.include.empty()) index.projection = "keys_only";
    }
  }
}

}  // namespace

void settle(Report& report, Draft& draft) {
  if (draft.name.empty() && !draft.tables.empty()) draft.name = draft.tables.front().name;
  draft.name = model::snake_case(identifier(draft.name, "imported"));
  if (!model::is_identifier(draft.name)) draft.name = "imported";
  settle_tables(report, draft);
  settle_entities(report, draft);
  settle_projections(report, draft);
  settle_patterns(report, draft);
}

}  // namespace keywright::imports
