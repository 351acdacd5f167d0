// IDX001 to IDX005: indexes that cannot be made, that nobody reads, or that hold more than anybody
// wants.

#include "check/findings.hpp"
#include "check/key_places.hpp"
#include "check/pattern_text.hpp"
#include "check/text.hpp"
#include "plan/capacity.hpp"
#include "plan/size.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

namespace keywright::check {
namespace {

using model::Entity;
using model::Table;
using model::TableIndex;

constexpr std::size_t most_global = 20;            // IDX001: a quota, which AWS raises on request
constexpr std::size_t most_local = 5;              // IDX001
constexpr std::size_t most_projected_names = 100;  // IDX002: of all indexes of a table
constexpr double mostly_unwanted = 0.5;            // IDX005: share of the entries

struct PlacedIndex {
  const Table& table;
  std::size_t position;
  [[nodiscard]] const TableIndex& index() const { return table.indexes[position]; }
};

// An entity of the table with its key in the index, if it has one there.
struct Member {
  std::size_t position;
  const Entity* entity;
  const plan::EntityKey* key;
};

std::vector<Member> members_of(const Subject& subject, const PlacedIndex& index) {
  std::vector<Member> members;
  for (std::size_t i = 0; i < subject.model.entities.size(); ++i) {
    const auto& entity = subject.model.entities[i];
    if (subject.model.table_of(entity) != &index.table) continue;
    members.push_back({i, &entity, subject.plan.keys[i].in(index.position)});
  }
  return members;
}

// Whether the pattern reads the index, or would if nothing else stood in its way.
bool is_meant(const Subject& subject, const plan::PatternPlan& plan, const PlacedIndex& index) {
  const auto& pattern = subject.model.access_patterns[plan.pattern];
  if (table_of(subject, pattern) != &index.table) return false;
  if (const auto* read = plan.read()) return read->index == index.position;
  if (pattern.use_index && pattern.use_index->index == index.position) return true;
  if (pattern.use_index && !pattern.use_index->resolved()) {
    // A misspelt name: the entity's indexes may all be the one that was meant.
    return std::any_of(plan.candidates.begin(), plan.candidates.end(), [&](const auto& candidate) {
      return candidate.index == index.position && candidate.reasons.size() == 1;
    });
  }
  const auto* nearest = plan.nearest();
  return nearest != nullptr && nearest->index == index.position;
}

bool returns_entity(const model::AccessPattern& pattern, std::size_t entity) {
  return std::any_of(pattern.returns.begin(), pattern.returns.end(),
                     [entity](const auto& returned) { return returned.entity.index == entity; });
}

// IDX003.
bool is_used(const Subject& subject, const PlacedIndex& index) {
  return std::any_of(subject.plan.patterns.begin(), subject.plan.patterns.end(),
                     [&](const auto& plan) { return is_meant(subject, plan, index); });
}

void report_unused(const Subject& subject, const PlacedIndex& index, Findings& findings) {
  Finding finding{.rule = "IDX003", .span = index.index().key, .subject = index.index().name};
  finding.severity = model::Severity::warning;
  finding.message = fmt::format(
      "no access pattern reads index {}, but every write of its entries "
      "is paid for",
      index.index().name);
  finding.help = fmt::format("remove {} from the table and from its entities", index.index().name);
  for (const auto& member : members_of(subject, index)) {
    if (member.key == nullptr) continue;
    const auto size = plan::entry_size(subject.model, *member.entity, index.position);
    finding.notes.push_back(
        {fmt::format("an entry of {} takes {} on average, and {} WRU to write", member.entity->name,
                     bytes_text(size.avg), number_text(plan::write_units(size.avg))),
         member.entity->indexes[*member.key->entry].index.span});
  }
  findings.report(std::move(finding));
}

bool is_listed(const TableIndex& index, std::size_t entity) {
  return std::any_of(index.sparse->begin(), index.sparse->end(),
                     [entity](const auto& reference) { return reference.index == entity; });
}

// Whether some items of the entity stay out of the index.
bool leaves_some_out(const Member& member) {
  if (member.entity->indexes[*member.key->entry].when) return true;
  for (const auto* attributes : {&member.key->partition, &member.key->sort}) {
    for (const auto& attribute : *attributes) {
      for (const auto field : attribute.components()) {
        if (member.entity->fields[field].optional) return true;
      }
    }
  }
  return false;
}

// An entity without entry is in the index nonetheless if all its key attributes are fields of it.
bool slips_in(const Member& member, const TableIndex& index) {
  if (member.key != nullptr || index.local) return false;
  const auto carries = [&](const model::KeyAttribute& attribute) {
    return member.entity->find_field(attribute.name) != nullptr;
  };
  return std::all_of(index.partition.begin(), index.partition.end(), carries) &&
         std::all_of(index.sort.begin(), index.sort.end(), carries);
}

// IDX004.
void check_sparse(const Subject& subject, const PlacedIndex& placed, Findings& findings) {
  const auto& index = placed.index();
  if (!index.sparse) return;
  bool all_are_in = true;
  bool one_is_unlisted = false;
  for (const auto& member : members_of(subject, placed)) {
    const bool listed_here = is_listed(index, member.position);
    all_are_in = all_are_in && listed_here && member.key != nullptr && !leaves_some_out(member);
    const bool sneaks = slips_in(member, index);
    if (listed_here || (member.key == nullptr && !sneaks)) continue;
    one_is_unlisted = true;
    const auto span = sneaks ? member.entity->find_field(index.partition.front().name)->key
                             : member.entity->indexes[*member.key->entry].index.span;
    findings.report(
        {.rule = "IDX004",
         .span = span,
         .subject = fmt::format("{}.{}", member.entity->name, index.name),
         .message =
             fmt::format("{} is not as sparse as declared: {} also has its key attributes{}",
                         index.name, member.entity->name, sneaks ? ", as fields of its own" : ""),
         .help = fmt::format("add {} to the sparse list of {}, or keep it out of the index",
                             member.entity->name, index.name),
         .notes = {{"the list stands here", index.sparse_span}}});
  }
  if (!all_are_in || one_is_unlisted) return;
  findings.report(
      {.rule = "IDX004",
       .span = index.sparse_span,
       .subject = index.name,
       .message = fmt::format("{} is declared sparse, but every item of table {} is in it",
                              index.name, placed.table.name),
       .help = "remove `sparse`, or give an entity's entry a `when`"});
}

// Whether the items that the condition leaves out lack a key attribute by themselves.
bool holds_by_presence(const model::Condition& when, const std::vector<std::size_t>& native) {
  return std::all_of(when.all_of.begin(), when.all_of.end(), [&](const auto& predicate) {
    return predicate.comparison == model::Comparison::exists &&
           std::find(native.begin(), native.end(), predicate.field.index) != native.end();
  });
}

// IDX004: an item leaves an index by losing a key attribute of it, and none may lose its own
// fields.
void check_when(const Subject& subject, const PlacedIndex& placed, Findings& findings) {
  for (const auto& member : members_of(subject, placed)) {
    if (member.key == nullptr) continue;
    const auto& entry = member.entity->indexes[*member.key->entry];
    if (!entry.when) continue;
    std::vector<std::size_t> native;
    bool one_is_composed = false;
    const auto look = [&](const std::vector<plan::KeyAttribute>& attributes) {
      for (const auto& attribute : attributes) {
        one_is_composed = one_is_composed || !attribute.native;
        if (!attribute.native) continue;
        for (const auto field : attribute.components()) native.push_back(field);
      }
    };
    if (!member.key->local) look(member.key->partition);
    look(member.key->sort);
    if (native.empty() || one_is_composed || holds_by_presence(*entry.when, native)) continue;
    std::vector<std::string> names;
    for (const auto field : native) names.push_back(member.entity->fields[field].name);
    findings.report(
        {.rule = "IDX004",
         .span = entry.when->span,
         .subject = fmt::format("{}.{}", member.entity->name, placed.index().name),
         .message = fmt::format("`when` keeps no item of {} out of {}, whose key attributes are "
                                "its own fields: {}",
                                member.entity->name, placed.index().name, listed(names)),
         .help = fmt::format("use composed keys, such as pk: \"{{{}}}\", under names that are no "
                             "fields; or drop `when`",
                             names.front()),
         .notes = {{"the key is declared here", entry.span}}});
  }
}

// How many items of the entity the table is expected to hold.
std::optional<double> expected_items(const model::Model& model, const Entity& entity) {
  double items = 1;
  const auto* at = &entity;
  for (std::size_t depth = 0; depth <= model.entities.size(); ++depth) {
    if (at->count) return items * static_cast<double>(**at->count);
    if (!at->per_parent) return std::nullopt;
    const auto& per_parent = *at->per_parent;
    if (per_parent.avg) {
      items *= **per_parent.avg;
    } else if (per_parent.max) {
      items *= static_cast<double>(**per_parent.max);
    } else {
      return std::nullopt;
    }
    at = model.entity(per_parent.parent);
    if (at == nullptr) return std::nullopt;
  }
  return std::nullopt;
}

// IDX005: entries of entities that no pattern on the index returns.
void check_wanted(const Subject& subject, const PlacedIndex& placed, Findings& findings) {
  double all = 0;
  double unwanted = 0;
  std::vector<Member> in_vain;
  for (const auto& member : members_of(subject, placed)) {
    if (member.key == nullptr) continue;
    const auto items = expected_items(subject.model, *member.entity);
    if (!items) return;  // AP011's matter
    all += *items;
    const bool is_wanted = std::any_of(
        subject.plan.patterns.begin(), subject.plan.patterns.end(), [&](const auto& plan) {
          return is_meant(subject, plan, placed) &&
                 returns_entity(subject.model.access_patterns[plan.pattern], member.position);
        });
    if (is_wanted) continue;
    unwanted += *items;
    in_vain.push_back(member);
  }
  if (all == 0 || unwanted / all < mostly_unwanted) return;
  std::vector<std::string> names;
  for (const auto& member : in_vain) names.push_back(member.entity->name);
  const auto& first = in_vain.front();
  findings.report(
      {.rule = "IDX005",
       .span = first.entity->indexes[*first.key->entry].index.span,
       .subject = placed.index().name,
       .message =
           fmt::format("no pattern wants {} from {}, and that is {}% of its entries", listed(names),
                       placed.index().name, number_text(std::round(100 * unwanted / all))),
       .help =
           holds_every_item(placed.table, placed.index())
               ? fmt::format("give {} attributes of its own, which {} {} not fill",
                             placed.index().name, listed(names), names.size() == 1 ? "does" : "do")
               : fmt::format("remove {} from indexes of {}", placed.index().name, listed(names)),
       .notes = {{fmt::format("{} entries of {} expected", number_text(unwanted), number_text(all)),
                  {}}}});
}

bool is_key_of(const std::vector<model::KeyAttribute>& attributes, const std::string& name) {
  return std::any_of(attributes.begin(), attributes.end(),
                     [&](const auto& attribute) { return attribute.name == name; });
}

// IDX002 of one index.
void check_projection(const PlacedIndex& placed, Findings& findings) {
  const auto& index = placed.index();
  if (index.projection.kind != model::ProjectionKind::include) return;
  if (index.projection.include.empty()) {
    findings.report({.rule = "IDX002",
                     .span = index.projection.span,
                     .subject = index.name,
                     .message = fmt::format("index {} includes nothing, and DynamoDB refuses an "
                                            "empty list",
                                            index.name),
                     .help = "write projection: keys_only"});
  }
  const auto& table = placed.table;
  for (const auto& name : index.projection.include) {
    const bool is_key = is_key_of({table.partition}, *name) ||
                        (table.sort && is_key_of({*table.sort}, *name)) ||
                        is_key_of(index.partition, *name) || is_key_of(index.sort, *name);
    if (!is_key) continue;
    findings.report({.rule = "IDX002",
                     .span = name.span,
                     .subject = index.name,
                     .message = fmt::format("index {} includes {}, which is a key attribute and "
                                            "there anyway: DynamoDB refuses it in the list",
                                            index.name, *name),
                     .help = fmt::format("remove {} from include", *name)});
  }
}

// IDX001: more indexes than a table may have, or local ones where none can be.
void check_numbers(const Table& table, Findings& findings) {
  std::size_t local = 0;
  std::size_t global = 0;
  for (const auto& index : table.indexes) {
    Finding finding{.rule = "IDX001", .span = index.key, .subject = index.name};
    if (index.local && !table.sort) {
      finding.message = fmt::format(
          "index {} is local, but table {} has no sort key: its partitions hold one item each",
          index.name, table.name);
      finding.help =
          fmt::format("make {} a global index, or give the table a sort key", index.name);
      findings.report(std::move(finding));
      return;  // of the others the same would be said
    }
    const auto number = index.local ? ++local : ++global;
    const auto most = index.local ? most_local : most_global;
    if (number != most + 1) continue;
    finding.message =
        fmt::format("{} is the {} index number {} of table {}, and {} are allowed", index.name,
                    index.local ? "local" : "global", number, table.name, most);
    finding.help = index.local ? "make it a global index: of those a table may have 20"
                               : "let entities share an index, or have AWS raise the quota and "
                                 "waive this rule";
    findings.report(std::move(finding));
  }
}

// IDX002 of a table: names count once per index.
void check_projected_names(const Table& table, Findings& findings) {
  std::size_t names = 0;
  for (const auto& index : table.indexes) {
    const auto before = names;
    names += index.projection.include.size();
    if (names <= most_projected_names || before > most_projected_names) continue;
    findings.report({.rule = "IDX002",
                     .span = index.projection.span,
                     .subject = index.name,
                     .message = fmt::format("the indexes of table {} include {} attributes up to "
                                            "here, and {} are allowed in all",
                                            table.name, names, most_projected_names),
                     .help = "use projection: all for the widest of them"});
  }
}

}  // namespace

void check_indexes(const Subject& subject, Findings& findings) {
  for (const auto& table : subject.model.tables) {
    check_numbers(table, findings);
    check_projected_names(table, findings);
    for (std::size_t i = 0; i < table.indexes.size(); ++i) {
      const PlacedIndex index{table, i};
      check_projection(index, findings);
      check_sparse(subject, index, findings);
      check_when(subject, index, findings);
      if (is_used(subject, index)) {
        check_wanted(subject, index, findings);
      } else if (!table.indexes[i].local || table.sort) {  // else IDX001
        report_unused(subject, index, findings);
      }
    }
  }
}

}  // namespace keywright::check
