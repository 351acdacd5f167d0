// IDX007, IDX008, IDX010, IDX011 and IDX013 to IDX015: indexes that are right, and cost more or
// give less than they might.

#include "check/findings.hpp"
#include "check/key_places.hpp"
#include "check/pattern_text.hpp"
#include "check/text.hpp"
#include "cost/cost.hpp"
#include "plan/capacity.hpp"
#include "plan/size.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>

namespace keywright::check {
namespace {

using model::Entity;
using model::TableIndex;
using plan::EntityKey;

constexpr double most_moves = 0.5;   // IDX007: of the writes of the table
constexpr double least_moves = 50;   // IDX007: WRU/s
constexpr double most_unread = 0.5;  // IDX008: of the bytes of an entry

// One index, and the entities with entries in it.
struct Place {
  const Subject& subject;
  std::size_t table_position;
  std::size_t position;

  [[nodiscard]] const model::Table& table() const { return subject.model.tables[table_position]; }
  [[nodiscard]] const TableIndex& index() const { return table().indexes[position]; }
  [[nodiscard]] const EntityKey* key_of(std::size_t entity) const {
    if (subject.model.table_of(subject.model.entities[entity]) != &table()) return nullptr;
    const auto* key = subject.plan.keys[entity].in(position);
    return key == nullptr || key->partition.empty() ? nullptr : key;
  }
  [[nodiscard]] std::vector<std::size_t> entities() const {
    std::vector<std::size_t> result;
    for (std::size_t i = 0; i < subject.model.entities.size(); ++i) {
      if (key_of(i) != nullptr) result.push_back(i);
    }
    return result;
  }
  [[nodiscard]] model::Span entry_span(std::size_t entity) const {
    return subject.model.entities[entity].indexes[*key_of(entity)->entry].index.span;
  }
  // The patterns that it serves.
  [[nodiscard]] std::vector<const plan::PatternPlan*> readers() const {
    std::vector<const plan::PatternPlan*> result;
    for (const auto& plan : subject.plan.patterns) {
      const auto* read = plan.read();
      if (read == nullptr || read->index != position) continue;
      if (table_of(subject, subject.model.access_patterns[plan.pattern]) == &table()) {
        result.push_back(&plan);
      }
    }
    return result;
  }
};

// IDX007.
void check_moves(const Place& place, Findings& findings) {
  double moves = 0;
  double all = 0;
  std::vector<model::Note> notes;
  for (const auto& traffic : place.subject.traffic) {
    if (traffic.table != place.table_position) continue;
    all += traffic.calls.peak * traffic.write_units();
    for (const auto& write : traffic.indexes) {
      if (write.table != place.table_position || write.index != place.position) continue;
      if (write.entry_writes != 2) continue;
      const auto load = traffic.calls.peak * write.units;
      moves += load;
      notes.push_back({fmt::format("{}: {} calls/s x {} WRU = {} WRU/s", traffic.name,
                                   number_text(traffic.calls.peak), number_text(write.units),
                                   number_text(load)),
                       {}});
    }
  }
  if (moves < least_moves || moves / all <= most_moves) return;
  const auto entities = place.entities();
  if (entities.empty()) return;
  notes.push_back({fmt::format("the table takes {} WRU/s in all", number_text(all)), {}});
  findings.report(
      {.rule = "IDX007",
       .span = place.entry_span(entities.front()),
       .subject = place.index().name,
       .message = fmt::format("{}% of what table {} writes moves entries of {}, whose key changes: "
                              "two writes each time",
                              number_text(std::round(100 * moves / all)), place.table().name,
                              place.index().name),
       .help = "leave out of the key what changes so often, or write it less often",
       .notes = std::move(notes)});
}

// The fields that the readers of the index want; nullopt: all.
std::optional<std::set<std::string>> wanted_fields(const Place& place) {
  std::set<std::string> names;
  for (const auto* plan : place.readers()) {
    const auto& pattern = place.subject.model.access_patterns[plan->pattern];
    if (pattern.fields.empty()) return std::nullopt;
    for (const auto& field : pattern.fields) names.insert(field.name);
    const auto& entity = place.subject.model.entities[pattern.entity().index];
    const bool tells_expiry = entity.ttl && *pattern.expired == model::ExpiredItems::exclude;
    if (tells_expiry) names.insert(entity.ttl->field.name);
  }
  return names;
}

bool is_key_attribute(const Place& place, const std::string& name) {
  const auto named = [&](const auto& attribute) { return attribute.name == name; };
  const auto& table = place.table();
  return table.partition.name == name || (table.sort && table.sort->name == name) ||
         std::any_of(place.index().partition.begin(), place.index().partition.end(), named) ||
         std::any_of(place.index().sort.begin(), place.index().sort.end(), named);
}

// IDX008.
void check_projection(const Place& place, Findings& findings) {
  if (place.index().projection.kind != model::ProjectionKind::all) return;
  if (place.readers().empty()) return;
  const auto wanted = wanted_fields(place);
  const auto entities = place.entities();
  if (!wanted || entities.size() != 1) return;
  const auto position = entities.front();
  const auto& entity = place.subject.model.entities[position];
  const auto whole = plan::entry_size(place.subject.model, entity, place.position).avg;
  double unread = 0;
  std::vector<std::string> include;
  for (const auto& field : entity.fields) {
    if (is_key_attribute(place, field.name)) continue;
    if (wanted->contains(field.name)) {
      include.push_back(field.name);
    } else {
      unread += plan::field_size(field).avg;
    }
  }
  const auto saved = plan::write_units(whole) - plan::write_units(whole - unread);
  if (unread / whole < most_unread || saved < 1) return;
  double entries = 0;
  for (const auto& traffic : place.subject.traffic) {
    for (const auto& write : traffic.indexes) {
      const bool is_here = write.table == place.table_position && write.index == place.position;
      if (is_here && write.entry_bytes > 0) {
        entries += traffic.calls.avg * write.units / plan::write_units(write.entry_bytes);
      }
    }
  }
  const auto dollars = entries * saved * place.subject.costs.prices.month_on_demand().write;
  findings.report({.rule = "IDX008",
                   .span = place.index().projection.span.written() ? place.index().projection.span
                                                                   : place.index().key,
                   .subject = place.index().name,
                   .message = fmt::format(
                       "{} holds {} of each {}, of which its patterns read {}: {} WRU per "
                       "entry instead of {}, ${} a month",
                       place.index().name, bytes_text(whole), entity.name,
                       bytes_text(whole - unread), number_text(plan::write_units(whole)),
                       number_text(plan::write_units(whole - unread)), cost::dollars_text(dollars)),
                   .help = include.empty() ? std::string("set projection: keys_only")
                                           : fmt::format("set projection: {{include: [{}]}}",
                                                         join(include, ", "))});
}

// The components of a key, half by half: two keys of the same ones sort alike.
std::vector<std::vector<std::size_t>> order_of(const EntityKey& key) {
  std::vector<std::vector<std::size_t>> order(2);
  for (const auto& attribute : key.partition) {
    for (const auto field : attribute.components()) order[0].push_back(field);
  }
  for (const auto& attribute : key.sort) {
    for (const auto field : attribute.components()) order[1].push_back(field);
  }
  return order;
}

bool has_condition(const Entity& entity, const EntityKey& key) {
  return key.entry && entity.indexes[*key.entry].when.has_value();
}

// IDX010: against the table (nullopt) or an earlier index.
bool is_double(const Place& place, std::optional<std::size_t> other) {
  const auto entities = place.entities();
  return !entities.empty() && std::all_of(entities.begin(), entities.end(), [&](auto position) {
    const auto& entity = place.subject.model.entities[position];
    const auto* theirs = place.subject.plan.keys[position].in(other);
    const auto* ours = place.key_of(position);
    return theirs != nullptr && order_of(*ours) == order_of(*theirs) &&
           ours->shards == theirs->shards && !has_condition(entity, *ours) &&
           !has_condition(entity, *theirs);
  });
}

void check_double(const Place& place, Findings& findings) {
  std::vector<std::optional<std::size_t>> others{std::nullopt};
  for (std::size_t i = 0; i < place.position; ++i) others.emplace_back(i);
  for (const auto& other : others) {
    if (!is_double(place, other)) continue;
    const auto first = place.entities().front();
    findings.report({.rule = "IDX010",
                     .span = place.entry_span(first),
                     .subject = place.index().name,
                     .message = fmt::format("{} has the same items in the same order as {}",
                                            place.index().name, source_name(place.table(), other)),
                     .help = fmt::format("remove {}: what it serves, {} serves too",
                                         place.index().name, source_name(place.table(), other))});
    return;
  }
}

// Whether a text key of fields alone says no more than the fields would, one by one.
bool is_plain(const std::vector<plan::KeyAttribute>& attributes, const Entity& entity,
              std::vector<std::string>& names) {
  for (const auto& attribute : attributes) {
    if (attribute.native) return false;
    for (const auto& part : attribute.parts) {
      if (!part.field) {
        if (part.literal != "#") return false;
        continue;
      }
      const auto& field = entity.fields[*part.field];
      if (!fits_key(field.type.kind, true)) return false;
      names.push_back(field.name);
    }
  }
  return true;
}

// IDX011.
void check_synthetic(const Place& place, Findings& findings) {
  const auto entities = place.entities();
  if (place.index().local || entities.size() != 1) return;
  const auto& targets = place.subject.model.targets;
  const bool is_supported = std::all_of(targets.begin(), targets.end(), [](const auto& target) {
    return *target == model::Target::aws || *target == model::Target::embedded;
  });
  const auto& entity = place.subject.model.entities[entities.front()];
  const auto& key = *place.key_of(entities.front());
  std::vector<std::string> partition;
  std::vector<std::string> sort;
  if (!is_supported || key.shards > 1 || has_condition(entity, key)) return;
  if (!is_plain(key.partition, entity, partition) || !is_plain(key.sort, entity, sort)) return;
  const auto fits = [](const auto& names) { return names.size() <= model::most_key_attributes; };
  if (partition.empty() || !fits(partition) || !fits(sort)) return;
  findings.report(
      {.rule = "IDX011",
       .span = place.entry_span(entities.front()),
       .subject = fmt::format("{}.{}", entity.name, place.index().name),
       .message = fmt::format("the key of {} in {} is made of plain fields, which can be its key "
                              "attributes themselves",
                              entity.name, place.index().name),
       .help = fmt::format("write partition: [{}]{} in the table, and the same as pk and sk",
                           join(partition, ", "),
                           sort.empty() ? "" : ", sort: [" + join(sort, ", ") + "]")});
}

// IDX013.
void check_local(const Place& place, Findings& findings) {
  if (!place.index().local || !place.table().sort) return;
  const auto readers = place.readers();
  const bool is_needed =
      readers.empty() || std::any_of(readers.begin(), readers.end(),
                                     [](const auto* plan) { return plan->read()->consistent; });
  if (is_needed) return;  // an unread one is IDX003's
  findings.report(
      {.rule = "IDX013",
       .span = place.index().key,
       .subject = place.index().name,
       .message = fmt::format("{} is a local index that no strong read uses, and it binds all "
                              "items of a partition key to 10 GB",
                              place.index().name),
       .help = fmt::format("make it a global one with the partition key of table {}; a local index "
                           "can be neither added nor removed later",
                           place.table().name)});
}

// IDX014 and IDX015.
void check_expectations(const Place& place, Findings& findings) {
  if (place.index().local) return;
  for (const auto* plan : place.readers()) {
    const auto& pattern = place.subject.model.access_patterns[plan->pattern];
    if (pattern.read_after_write) {
      findings.report(
          {.rule = "IDX014",
           .span = pattern.key,
           .subject = pattern.name,
           .message = fmt::format("{} reads what was just written, but {} follows the table with a "
                                  "delay",
                                  pattern.name, source_name(place.table(), place.position)),
           .help = "let a key of the table serve it, or return what the write gave"});
    }
    for (std::size_t i = 0; i < pattern.returns.size(); ++i) {
      const auto& returned = pattern.returns[i];
      const auto& range = plan->read()->ranges[i];
      const bool wants_one = pattern.is_collection &&
                             returned.cardinality != model::Cardinality::many && !range.single;
      const auto& entity = place.subject.model.entities[returned.entity.index];
      const bool is_kept_unique =
          std::any_of(entity.unique.begin(), entity.unique.end(), [&](const auto& rule) {
            return std::all_of(rule.fields.begin(), rule.fields.end(), [&](const auto& field) {
              return std::any_of(pattern.by.begin(), pattern.by.end(),
                                 [&](const auto& by) { return by.name == field.name; });
            });
          });
      if (!wants_one || is_kept_unique) continue;
      std::vector<std::string> by;
      for (const auto& field : pattern.by) by.push_back(field.name);
      findings.report(
          {.rule = "IDX015",
           .span = returned.span,
           .subject = pattern.name,
           .message = fmt::format("{} expects one {}, but nothing keeps {} unique: {} may hold "
                                  "several",
                                  pattern.name, entity.name, listed(by),
                                  source_name(place.table(), place.position)),
           .help = fmt::format("add to {}: unique: {{{}: [{}]}}, or return \"{}*\"", entity.name,
                               by.empty() ? "key" : join(by, "_"), join(by, ", "), entity.name)});
    }
  }
}

}  // namespace

void check_index_use(const Subject& subject, Findings& findings) {
  for (std::size_t i = 0; i < subject.model.tables.size(); ++i) {
    for (std::size_t j = 0; j < subject.model.tables[i].indexes.size(); ++j) {
      const Place place{subject, i, j};
      check_moves(place, findings);
      check_projection(place, findings);
      check_double(place, findings);
      check_synthetic(place, findings);
      check_local(place, findings);
      check_expectations(place, findings);
    }
  }
}

}  // namespace keywright::check
