// SIZE003, SIZE004, SIZE006 and SIZE008: what grows past a limit, or has none.

#include "check/findings.hpp"
#include "check/pattern_text.hpp"
#include "check/text.hpp"
#include "plan/size.hpp"

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include <fmt/format.h>

namespace keywright::check {
namespace {

using model::Entity;
using model::TypeKind;

constexpr double gigabyte = 1024.0 * 1024 * 1024;
constexpr double largest_collection = 10 * gigabyte;  // SIZE003: with local indexes
constexpr double large_partition = gigabyte;          // SIZE006
constexpr double many_children = 100'000;             // SIZE006
constexpr std::size_t most_actions = 100;             // SIZE008
constexpr double largest_transaction = 4.0 * 1024 * 1024;

bool has_date(const Entity& entity, const plan::EntityKey& key) {
  for (const auto& attribute : key.partition) {
    for (const auto field : attribute.components()) {
      if (entity.fields[field].type.kind == TypeKind::date) return true;
    }
  }
  return false;
}

// Whether more than one of the entity's items can share a partition.
bool is_many(const Entity& entity, const plan::EntityKey& key) {
  for (const auto& attribute : key.sort) {
    for (const auto field : attribute.components()) {
      const bool in_partition =
          std::any_of(key.partition.begin(), key.partition.end(),
                      [field](const auto& other) { return other.mentions(field); });
      if (!in_partition && field < entity.fields.size()) return true;
    }
  }
  return false;
}

std::string form_of(const Entity& entity, const plan::EntityKey& key) {
  return key.partition.empty() ? "" : template_text(entity, key.partition.front());
}

// SIZE003: all items of a partition key value, with their entries in local indexes.
void check_collection(const Subject& subject, std::size_t first, Findings& findings) {
  const auto& entity = subject.model.entities[first];
  const auto* table = subject.model.table_of(entity);
  const auto& key = subject.plan.keys[first].table;
  if (table == nullptr || !key || key->partition.empty()) return;
  const auto has_local = [](const auto& index) { return index.local; };
  if (std::none_of(table->indexes.begin(), table->indexes.end(), has_local)) return;
  const auto form = form_of(entity, *key);
  double bytes = 0;
  std::vector<model::Note> notes;
  const Entity* endless = nullptr;
  for (std::size_t i = 0; i < subject.model.entities.size(); ++i) {
    const auto& other = subject.model.entities[i];
    const auto& other_key = subject.plan.keys[i].table;
    if (subject.model.table_of(other) != table || !other_key) continue;
    if (form_of(other, *other_key) != form) continue;
    if (i < first) return;  // said of the first of them
    double count = 1;
    if (is_many(other, *other_key)) {
      const auto& per_parent = other.per_parent;
      if (per_parent && per_parent->max) {
        count = static_cast<double>(**per_parent->max);
      } else if (per_parent && per_parent->avg) {
        count = **per_parent->avg;
      } else {
        if (!other.ttl && !has_date(other, *other_key)) endless = &other;
        continue;
      }
    }
    double each = subject.plan.item_sizes[i].avg;
    for (const auto& index : subject.plan.keys[i].indexes) {
      if (index.local) each += plan::entry_size(subject.model, other, *index.index).avg;
    }
    bytes += count * each;
    notes.push_back({fmt::format("{} {} of {} = {}", number_text(count), other.name,
                                 bytes_text(each), bytes_text(count * each)),
                     other.key_span});
  }
  Finding finding{.rule = "SIZE003", .span = entity.key_span, .subject = entity.name};
  if (bytes > largest_collection) {
    finding.severity = model::Severity::error;
    finding.message = fmt::format(
        "the items of one {} may take {}, and a table with local indexes takes {} per partition "
        "key",
        form, bytes_text(bytes), bytes_text(largest_collection));
    finding.help = "make the local indexes global, or put a part of time into the partition key";
    finding.notes = std::move(notes);
  } else if (endless != nullptr) {
    finding.severity = model::Severity::warning;
    finding.message = fmt::format(
        "nothing bounds how many {} share one {}, and a table with local indexes takes {} per "
        "partition key",
        endless->name, form, bytes_text(largest_collection));
    finding.help = fmt::format("give {} per_parent: {{of: .., max: ..}}, or a ttl", endless->name);
  } else {
    return;
  }
  findings.report(std::move(finding));
}

// SIZE004.
void check_lists(const Entity& entity, const std::vector<model::Field>& fields,
                 const std::string& path, Findings& findings) {
  for (const auto& field : fields) {
    const auto& type = field.type;
    if (type.kind == TypeKind::object) {
      check_lists(entity, type.fields, path + field.name + ".", findings);
    }
    const bool is_list =
        type.kind == TypeKind::list || type.kind == TypeKind::set || type.kind == TypeKind::map;
    if (!is_list || type.max || !type.avg) continue;  // without avg too: AP011
    findings.report(
        {.rule = "SIZE004",
         .span = field.key,
         .subject = fmt::format("{}.{}{}", entity.name, path, field.name),
         .message = fmt::format("nothing bounds how many elements {} of {} may have, and an item "
                                "has at most 400 KB",
                                field.name, entity.name),
         .help =
             fmt::format("give {} a max, or make its elements items of their own", field.name)});
  }
}

// SIZE006.
void check_children(const Subject& subject, std::size_t position, Findings& findings) {
  const auto& entity = subject.model.entities[position];
  const auto& key = subject.plan.keys[position].table;
  if (!entity.per_parent || !entity.per_parent->avg || entity.per_parent->max || entity.ttl) return;
  if (!key || has_date(entity, *key)) return;
  const auto count = **entity.per_parent->avg;
  const auto bytes = count * subject.plan.item_sizes[position].avg;
  if (count < many_children && bytes < large_partition) return;
  findings.report(
      {.rule = "SIZE006",
       .span = entity.per_parent->key,
       .subject = entity.name,
       .message = fmt::format("each {} has {} {} of {} in one partition, {} on average, and they "
                              "only grow",
                              entity.per_parent->parent.name, number_text(count), entity.name,
                              bytes_text(subject.plan.item_sizes[position].avg), bytes_text(bytes)),
       .help = "put a date into the partition key, give them a ttl, or a max per parent"});
}

// The actions that a step takes at most for one item: what is put beside a move counts, and so do
// the sentinels that keep values unique, one that is given back and one that is taken.
struct Actions {
  std::uint64_t items = 1;
  std::uint64_t sentinels = 0;
};
Actions actions_of(const plan::PatternPlan& plan, std::size_t step) {
  Actions most;
  for (const auto& planned : plan.steps) {
    if (planned.step != step) continue;
    for (const auto& write : planned.writes) {
      std::uint64_t sentinels = 0;
      for (const auto& change : write.unique) {
        sentinels += (change.before.empty() ? 0U : 1U) + (change.after.empty() ? 0U : 1U);
      }
      most.items = std::max<std::uint64_t>(most.items, 1 + write.also_put.size());
      most.sentinels = std::max(most.sentinels, sentinels);
    }
  }
  return most;
}

// SIZE008: chunks would not be one transaction.
void check_transaction(const Subject& subject, const plan::PatternPlan& plan, Findings& findings) {
  const auto& pattern = subject.model.access_patterns[plan.pattern];
  if (*pattern.operation != model::Operation::transact) return;
  Finding finding{.rule = "SIZE008", .span = pattern.steps_span, .subject = pattern.name};
  Actions actions{.items = 0};
  double bytes = 0;
  bool has_many = false;
  for (std::size_t i = 0; i < pattern.steps.size(); ++i) {
    const auto* run = subject.model.pattern_of(pattern.steps[i]);
    const bool is_many = run != nullptr && run->is_many();
    const std::uint64_t most = is_many && run->items.max ? **run->items.max : 1;
    const auto each = actions_of(plan, i);
    has_many = has_many || is_many;
    actions.items += most * each.items;
    actions.sentinels += most * each.sentinels;
    if (run == nullptr || run->returns.empty() || !run->entity().resolved()) continue;
    bytes +=
        static_cast<double>(most) * subject.plan.item_sizes[run->entity().index].max.value_or(0);
  }
  if (actions.items + actions.sentinels > most_actions) {
    finding.message =
        fmt::format("{} {} {} {}{}, and a transaction has at most {}", name_of(pattern),
                    has_many ? "may be of" : "has", actions.items, has_many ? "items" : "steps",
                    actions.sentinels == 0
                        ? std::string()
                        : " and " + counted(static_cast<double>(actions.sentinels), "sentinel") +
                              " of `unique:`",
                    most_actions);
    finding.help = "split it, if its parts may be seen one by one";
    findings.report(std::move(finding));
    return;
  }
  if (bytes <= largest_transaction) return;
  finding.message =
      fmt::format("the items of {} may take {}, and a transaction takes {} at most",
                  name_of(pattern), bytes_text(bytes), bytes_text(largest_transaction));
  finding.help = "lower the max of their fields, or split it";
  findings.report(std::move(finding));
}

}  // namespace

void check_growth(const Subject& subject, Findings& findings) {
  for (std::size_t i = 0; i < subject.model.entities.size(); ++i) {
    const auto& entity = subject.model.entities[i];
    check_collection(subject, i, findings);
    check_lists(entity, entity.fields, "", findings);
    check_children(subject, i, findings);
  }
  for (const auto& plan : subject.plan.patterns) check_transaction(subject, plan, findings);
}

}  // namespace keywright::check
