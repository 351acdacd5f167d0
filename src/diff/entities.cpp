#include "diff/entities.hpp"

#include "diff/words.hpp"
#include "plan/key_language.hpp"

#include <algorithm>
#include <optional>
#include <string>

#include <fmt/format.h>

namespace keywright::diff {
namespace {

struct EntityPairs {
  std::vector<EntityPair> both;  // in the order of the new model
  std::vector<std::size_t> old_only;
  std::vector<std::size_t> new_only;
};

bool share_key(const EntityContext& context, std::size_t before, std::size_t after) {
  const auto& old_keys = context.before.plan.keys[before];
  const auto& new_keys = context.after.plan.keys[after];
  if (!old_keys.table || !new_keys.table) return false;
  const auto& was = context.before.model.entities[before];
  const auto& now = context.after.model.entities[after];
  return context.tables.new_of(was.table.index) == now.table.index &&
         key_text(was, *old_keys.table, false) == key_text(now, *new_keys.table, false);
}

// By name; then those that lie under the same key of the same table were renamed.
EntityPairs match_entities(const EntityContext& context) {
  const auto& before = context.before.model.entities;
  const auto& after = context.after.model.entities;
  EntityPairs pairs;
  for (std::size_t i = 0; i < before.size(); ++i) {
    if (context.after.model.find_entity(before[i].name) == nullptr) pairs.old_only.push_back(i);
  }
  for (std::size_t i = 0; i < after.size(); ++i) {
    const auto* same = context.before.model.find_entity(after[i].name);
    if (same != nullptr) {
      pairs.both.push_back({static_cast<std::size_t>(same - before.data()), i});
      continue;
    }
    const auto renamed =
        std::find_if(pairs.old_only.begin(), pairs.old_only.end(),
                     [&](std::size_t candidate) { return share_key(context, candidate, i); });
    if (renamed == pairs.old_only.end()) {
      pairs.new_only.push_back(i);
      continue;
    }
    pairs.both.push_back({*renamed, i});
    pairs.old_only.erase(renamed);
  }
  return pairs;
}

// All sort keys that a query may read; a superset where inputs decide.
plan::KeyLanguage range_of(const plan::SortCondition& condition) {
  const auto literal = [](const plan::KeyExpression& key) {
    return key.terms.empty() || key.terms.front().is_component() ? std::string()
                                                                 : key.terms.front().literal;
  };
  const auto lower = literal(condition.lower);
  switch (condition.kind) {
    case plan::SortConditionKind::equal:
    case plan::SortConditionKind::begins_with:
      return plan::KeyLanguage::prefix(lower);
    case plan::SortConditionKind::between: {
      // An upper end with inputs is anything that begins with its literal.
      const auto upper = literal(condition.upper);
      const auto end = condition.upper.is_constant() ? upper : plan::after_prefix(upper);
      if (end.empty()) return plan::KeyLanguage::between(lower, std::nullopt);
      return plan::KeyLanguage::between(lower, end);
    }
    case plan::SortConditionKind::greater:
    case plan::SortConditionKind::greater_equal:
      return plan::KeyLanguage::between(lower, std::nullopt);
    default:
      return plan::KeyLanguage::any();
  }
}

class EntityDiffer {
 public:
  EntityDiffer(const EntityContext& context, std::vector<Change>& out)
      : context_(context), changes_(out) {}

  void run() {
    const auto pairs = match_entities(context_);
    for (const auto& pair : pairs.both) compare(pair);
    for (const auto entity : pairs.new_only) {
      const auto& added = context_.after.model.entities[entity];
      auto& change = changes_.add(Kind::entity_added, added.name,
                                  fmt::format("entity {} is new", added.name), added.key_span);
      for (const auto gone : pairs.old_only) note_collision(gone, entity, change);
    }
    for (const auto entity : pairs.old_only) removed(entity);
  }

 private:
  void compare(const EntityPair& pair) {
    const auto& before = context_.before.model.entities[pair.before];
    const auto& after = context_.after.model.entities[pair.after];
    if (before.name != after.name) {
      auto& change = changes_.add(Kind::entity_renamed, after.name,
                                  fmt::format("entity {} is called {}", before.name, after.name),
                                  after.key_span);
      change.before = before.name;
      change.after = after.name;
      change.backfill = context_.backfills.of(Pass::update, pair.before,
                                              context_.backfills.all_entries(pair.before));
      if (!before.unique.empty()) {
        change.note = "the sentinels of its unique values have the old name in their keys too";
      }
    }
    if (before.table.resolved() && after.table.resolved() && has_moved(before, after)) {
      auto& change = changes_.add(Kind::entity_moved, after.name,
                                  fmt::format("entity {} lives in table {}, and did in {}",
                                              after.name, after.table.name, before.table.name),
                                  after.key_span);
      change.before = before.table.name;
      change.after = after.table.name;
      change.backfill = context_.backfills.of(Pass::rewrite, pair.before,
                                              2 * context_.backfills.all_entries(pair.before));
    } else {
      compare_keys(context_, pair, changes_);
    }
    compare_fields(context_, pair, changes_);
    compare_states(context_, pair, changes_);
    estimates(before, after);
  }

  [[nodiscard]] bool has_moved(const model::Entity& before, const model::Entity& after) const {
    return context_.tables.new_of(before.table.index) != after.table.index;
  }

  void estimates(const model::Entity& before, const model::Entity& after) {
    const auto count = [](const model::Entity& entity) {
      return entity.count ? std::to_string(**entity.count) : std::string();
    };
    const auto children = [](const model::Entity& entity) {
      if (!entity.per_parent) return std::string();
      std::string text = entity.per_parent->parent.name;
      if (entity.per_parent->avg) text += fmt::format(", avg {}", **entity.per_parent->avg);
      if (entity.per_parent->max) text += fmt::format(", max {}", **entity.per_parent->max);
      return text;
    };
    const auto rebuildable = [](const model::Entity& entity) {
      return std::string(*entity.rebuildable ? "true" : "false");
    };
    changes_.differ(Kind::model_settings_changed, after.name, "rebuildable", rebuildable(before),
                    rebuildable(after), after.key_span);
    changes_.differ(Kind::estimates_changed, after.name, "count", count(before), count(after),
                    after.key_span);
    changes_.differ(Kind::estimates_changed, after.name, "per_parent", children(before),
                    children(after), after.key_span);
  }

  // The items of an entity that is gone are where a new one puts its own.
  void note_collision(std::size_t gone, std::size_t added, Change& change) const {
    const auto& old_key = context_.before.plan.keys[gone].table;
    const auto& new_key = context_.after.plan.keys[added].table;
    if (!old_key || !new_key || old_key->partition.empty() || new_key->partition.empty()) return;
    const auto& before = context_.before.model.entities[gone];
    const auto& after = context_.after.model.entities[added];
    if (context_.tables.new_of(before.table.index) != after.table.index) return;
    const auto partition =
        plan::common_key(before, old_key->partition.front(), after, new_key->partition.front());
    if (!partition) return;
    std::string sort;
    if (!old_key->sort.empty() && !new_key->sort.empty()) {
      const auto common =
          plan::common_key(before, old_key->sort.front(), after, new_key->sort.front());
      if (!common) return;
      sort = "/" + *common;
    }
    change.note = fmt::format("an item of {}, which is gone, may have the same key: {}{}",
                              before.name, *partition, sort);
  }

  void removed(std::size_t entity) {
    const auto& gone = context_.before.model.entities[entity];
    const auto reader = collection_over(entity);
    auto& change =
        changes_.add(reader.empty() ? Kind::entity_removed : Kind::entity_removed_in_collection,
                     gone.name, fmt::format("entity {} is gone", gone.name), {});
    change.backfill =
        context_.backfills.of(Pass::deletion, entity, context_.backfills.all_entries(entity));
    if (!reader.empty()) change.note = fmt::format("{} reads where they are", reader);
  }

  // A pattern of the new model that reads several entities together, and may meet items of this one
  // of the old model; empty if there is none.
  [[nodiscard]] std::string collection_over(std::size_t entity) const {
    const auto& gone = context_.before.model.entities[entity];
    const auto& key = context_.before.plan.keys[entity].table;
    if (!key || key->partition.empty()) return {};
    for (const auto& pattern : context_.after.plan.patterns) {
      const auto& declared = context_.after.model.access_patterns[pattern.pattern];
      const auto* read = pattern.read();
      if (!declared.is_collection || read == nullptr || read->index || read->ranges.empty())
        continue;
      const auto root = read->ranges.front().entity;
      const auto& other = context_.after.model.entities[root];
      const auto& other_key = context_.after.plan.keys[root].table;
      const bool is_same_table = context_.tables.new_of(gone.table.index) == other.table.index;
      if (!is_same_table || !other_key || other_key->partition.empty()) continue;
      if (!plan::common_key(gone, key->partition.front(), other, other_key->partition.front())) {
        continue;
      }
      if (key->sort.empty()) return declared.name;
      const auto sort = plan::KeyLanguage::of(gone, key->sort.front());
      if (plan::common_text(sort, range_of(read->sort))) return declared.name;
    }
    return {};
  }

  const EntityContext& context_;
  ChangeList changes_;
};

}  // namespace

Change* ChangeList::differ(Kind kind, const std::string& subject, std::string_view aspect,
                           const std::string& before, const std::string& after, model::Span span) {
  if (before == after) return nullptr;
  const auto shown = [](const std::string& text) { return text.empty() ? "none" : text; };
  auto& change =
      add(kind, subject,
          fmt::format("{}: {} {}, was {}", subject, aspect, shown(after), shown(before)), span);
  change.before = before;
  change.after = after;
  return &change;
}

std::vector<Change> compare_entities(const EntityContext& context) {
  std::vector<Change> changes;
  EntityDiffer(context, changes).run();
  return changes;
}

}  // namespace keywright::diff
