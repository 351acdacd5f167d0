// KEY001, KEY002 and KEY011: entities that take each other's place, or cannot be told apart.

#include "check/findings.hpp"
#include "check/pattern_text.hpp"
#include "check/text.hpp"
#include "plan/key_language.hpp"
#include "plan/size.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

namespace keywright::check {
namespace {

using model::AccessPattern;
using model::Entity;
using plan::EntityKey;
using plan::KeyAttribute;
using plan::KeyLanguage;
using plan::ReadPlan;

// Values that both keys can have, as messages show them.
struct Collision {
  std::string partition;
  std::optional<std::string> sort;  // absent in a table without sort key
};

std::string key_witness(const EntityKey& key, const Collision& collision) {
  auto text = fmt::format("{} {}", key.partition.front().name, collision.partition);
  if (collision.sort) text += fmt::format(" and {} {}", key.sort.front().name, *collision.sort);
  return text;
}

std::string value_text(const KeyAttribute& attribute, const std::string& witness) {
  return attribute.type == model::AttributeType::string ? quoted(witness) : "of any value";
}

std::optional<Collision> collision_of(const Entity& a, const EntityKey& a_key, const Entity& b,
                                      const EntityKey& b_key) {
  if (a_key.partition.empty() || b_key.partition.empty()) return std::nullopt;
  const bool has_sort = !a_key.sort.empty() && !b_key.sort.empty();
  // Before anything is compared at length: other literals are told apart at once.
  const auto begins_alike = [](const KeyAttribute& x, const KeyAttribute& y) {
    return plan::may_begin_alike(plan::leading_literal(x), plan::leading_literal(y));
  };
  if (has_sort && !begins_alike(a_key.sort.front(), b_key.sort.front())) return std::nullopt;
  const auto partition = plan::common_key(a, a_key.partition.front(), b, b_key.partition.front());
  if (!partition) return std::nullopt;
  Collision collision{value_text(a_key.partition.front(), *partition), std::nullopt};
  if (!has_sort) return collision;
  const auto sort = plan::common_key(a, a_key.sort.front(), b, b_key.sort.front());
  if (!sort) return std::nullopt;
  collision.sort = value_text(a_key.sort.front(), *sort);
  return collision;
}

// What tells the two apart. A native key has no room for a literal.
std::string way_apart(const Entity& entity, const EntityKey& key) {
  if (!key.sort.empty() && !key.sort.front().native) {
    return fmt::format("begin the sort key of {} with a literal of its own", entity.name);
  }
  if (!key.partition.front().native) {
    return fmt::format("begin the partition key of {} with a literal of its own", entity.name);
  }
  return fmt::format("give {} a table of its own, or compose its key of a literal and its fields",
                     entity.name);
}

// KEY001 between two entities.
void check_pair(const Subject& subject, std::size_t first, std::size_t second, Findings& findings) {
  const auto& a = subject.model.entities[first];
  const auto& b = subject.model.entities[second];
  const auto& a_key = subject.plan.keys[first].table;
  const auto& b_key = subject.plan.keys[second].table;
  if (!a_key || !b_key || a.table.index != b.table.index) return;
  const auto collision = collision_of(a, *a_key, b, *b_key);
  if (!collision) return;
  findings.report(
      {.rule = "KEY001",
       .span = b.key.span,
       .subject = b.name,
       .message = fmt::format("{} and {} can overwrite each other: both may have {}", b.name,
                              a.name, key_witness(*b_key, *collision)),
       .help = way_apart(b, *b_key),
       .notes = {{fmt::format("the key of {} is {}", b.name, key_text(b, *b_key)), {}},
                 {fmt::format("the key of {} is {}", a.name, key_text(a, *a_key)), a.key.span}}});
}

// KEY001 between an entity and the sentinel items that keep a `unique` rule of any entity.
void check_sentinels(const Subject& subject, std::size_t position, Findings& findings) {
  const auto& entity = subject.model.entities[position];
  const auto& key = subject.plan.keys[position].table;
  if (!key || key->partition.empty() || key->sort.empty()) return;
  if (key->partition.front().native || key->sort.front().native) return;
  for (const auto& owner : subject.model.entities) {
    if (owner.table.index != entity.table.index) continue;
    for (const auto& rule : owner.unique) {
      const auto prefix = fmt::format("UNIQUE#{}#{}#", owner.name, rule.name);
      const auto partition = plan::common_text(KeyLanguage::of(entity, key->partition.front()),
                                               KeyLanguage::prefix(prefix));
      const bool meets_sort = KeyLanguage::of(entity, key->sort.front()).contains("UNIQUE");
      if (!partition || !meets_sort) continue;
      findings.report(
          {.rule = "KEY001",
           .span = entity.key.span,
           .subject = entity.name,
           .message = fmt::format("{} can overwrite what keeps {} of {} unique: both may have {}",
                                  entity.name, rule.name, owner.name,
                                  key_witness(*key, {quoted(*partition), quoted("UNIQUE")})),
           .help = fmt::format("begin the partition key of {} with another literal", entity.name),
           .notes = {{"the rule is declared here", rule.key}}});
    }
  }
}

// KEY002: what a prefix takes besides the entity whose prefix it is.
void check_prefix(const Subject& subject, const AccessPattern& pattern, const ReadPlan& read,
                  Findings& findings) {
  if (read.sort.kind != plan::SortConditionKind::begins_with) return;
  const auto prefix = read.sort.lower.text(subject.model);
  const auto& wanted = subject.model.entities[pattern.entity().index];
  const auto* wanted_key = subject.plan.keys[pattern.entity().index].in(read.index);
  for (const auto& neighbour : read.neighbours) {
    const auto& entity = subject.model.entities[neighbour.entity];
    const auto* key = subject.plan.keys[neighbour.entity].in(read.index);
    const auto& span = wanted_key->sort.back().span;
    findings.report(
        {.rule = "KEY002",
         .span = span,
         .subject = pattern.name,
         .message =
             fmt::format("{} reads every sort key that begins with {}, which takes in {}, as in "
                         "{}, {}",
                         pattern.name, quoted(prefix), entity.name,
                         quoted(neighbour.partition_witness), quoted(neighbour.sort_witness)),
         .help = fmt::format("begin the sort keys of {} and {} so that neither is the beginning of "
                             "the other",
                             wanted.name, entity.name),
         .notes = {{fmt::format("the key of {} is {}", entity.name, key_text(entity, *key)),
                    key->sort.empty() ? entity.key.span : key->sort.front().span},
                   {fmt::format("a call would read {} of it in vain", bytes_text(neighbour.bytes)),
                    {}}}});
  }
}

// KEY011: the reader of an index that does not hold `_type` cannot say what an entry is.
void check_tag(const Subject& subject, const AccessPattern& pattern, const ReadPlan& read,
               Findings& findings) {
  if (!read.index) return;
  const auto first = pattern.entity().index;
  const auto& table = *table_of(subject, pattern);
  model::Field tag;
  tag.name = plan::type_attribute;
  if (plan::is_projected(table, subject.plan.keys[first], read.index, tag)) return;

  std::vector<std::size_t> met;
  for (const auto& range : read.ranges) met.push_back(range.entity);
  for (const auto& neighbour : read.neighbours) met.push_back(neighbour.entity);
  if (met.size() < 2) return;
  std::vector<std::string> names;
  for (const auto entity : met) names.push_back(subject.model.entities[entity].name);
  const auto& index = table.indexes[*read.index];
  findings.report(
      {.rule = "KEY011",
       .span = index.projection.kind == model::ProjectionKind::include ? index.projection.span
                                                                       : index.key,
       .subject = index.name,
       .message =
           fmt::format("{} reads {} from index {}, which does not hold the attribute {} that "
                       "tells them apart",
                       pattern.name, listed(names), index.name, plan::type_attribute),
       .help = fmt::format("add {} to what {} includes, or give each entity an index of its own",
                           plan::type_attribute, index.name),
       .notes = {{fmt::format("{} is declared here", pattern.name), pattern.key}}});
}

}  // namespace

void check_key_collisions(const Subject& subject, Findings& findings) {
  for (std::size_t i = 0; i < subject.model.entities.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) check_pair(subject, j, i, findings);
    check_sentinels(subject, i, findings);
  }
  for (const auto& plan : subject.plan.patterns) {
    const auto& pattern = subject.model.access_patterns[plan.pattern];
    const auto* read = plan.read();
    if (read == nullptr || read->access != plan::Access::query) continue;
    check_prefix(subject, pattern, *read, findings);
    check_tag(subject, pattern, *read, findings);
  }
}

}  // namespace keywright::check
