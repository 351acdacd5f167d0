// Keys of one entity in its table and in each index: another template, or the same with its fields
// written in another form.

#include "cost/population.hpp"
#include "diff/entities.hpp"
#include "diff/renames.hpp"
#include "diff/words.hpp"

#include <algorithm>
#include <optional>
#include <string>

#include <fmt/format.h>

namespace keywright::diff {
namespace {

struct Entry {
  const model::IndexEntry* declared = nullptr;
  const plan::EntityKey* key = nullptr;
};

class KeyDiffer {
 public:
  KeyDiffer(const EntityContext& context, const EntityPair& pair, ChangeList& changes)
      : context_(context),
        pair_(pair),
        changes_(changes),
        before_(context.before.model.entities[pair.before]),
        after_(context.after.model.entities[pair.after]),
        renamed_(under_new_names(before_, after_)),
        old_keys_(context.before.plan.keys[pair.before]),
        new_keys_(context.after.plan.keys[pair.after]) {}

  void run() {
    table_key();
    for (const auto& entry : after_.indexes) {
      const auto now = entry_of(context_.after, after_, new_keys_, entry.index.name);
      const auto was = entry_of(context_.before, renamed_, old_keys_, entry.index.name);
      if (now.key == nullptr) continue;
      was.key == nullptr ? added(now) : compare(was, now);
    }
    for (const auto& entry : before_.indexes) {
      if (after_.find_index(entry.index.name) == nullptr) removed(entry);
    }
  }

 private:
  static Entry entry_of(const ModelSide& side, const model::Entity& entity,
                        const plan::EntityKeys& keys, const std::string& index) {
    const auto* table = side.model.table_of(entity);
    for (const auto& key : keys.indexes) {
      if (table == nullptr || !key.index || table->indexes[*key.index].name != index) continue;
      return {key.entry ? &entity.indexes[*key.entry] : nullptr, &key};
    }
    return {};
  }

  [[nodiscard]] std::string subject(const Entry& entry) const {
    return after_.name + "." + entry.declared->index.name;
  }

  // The pair that differs in where the values come from, or else in how they are written.
  Change* differ(Kind text_kind, Kind form_kind, const std::string& subject,
                 const plan::EntityKey& was, const plan::EntityKey& now, bool with_names,
                 model::Span span) {
    const auto old_text = key_text(renamed_, was, with_names);
    const auto new_text = key_text(after_, now, with_names);
    if (auto* change = changes_.differ(text_kind, subject, "key", old_text, new_text, span)) {
      return change;
    }
    return changes_.differ(form_kind, subject, "form of the key " + new_text + ":",
                           shown(key_form_text(renamed_, was, &after_)),
                           shown(key_form_text(after_, now)), span);
  }

  static std::string shown(std::string form) {
    return form.empty() ? "text as it is" : std::move(form);
  }

  void table_key() {
    if (!old_keys_.table || !new_keys_.table) {
      designed();
      return;
    }
    auto* change = differ(Kind::key_changed, Kind::key_form_changed, after_.name, *old_keys_.table,
                          *new_keys_.table, false, after_.key.span);
    if (change == nullptr) return;
    change->backfill = context_.backfills.of(Pass::rewrite, pair_.before,
                                             2 * context_.backfills.all_entries(pair_.before));
  }

  // A model may begin without keys: there are no items then.
  void designed() {
    if (old_keys_.table.has_value() == new_keys_.table.has_value()) return;
    if (new_keys_.table) {
      changes_.add(Kind::entity_added, after_.name,
                   fmt::format("entity {} has a key: {}", after_.name,
                               key_text(after_, *new_keys_.table, false)),
                   after_.key.span);
    } else {
      changes_.add(Kind::entity_removed, after_.name,
                   fmt::format("entity {} has no key", after_.name), after_.key_span);
    }
  }

  // Items that are there have every attribute of this key, with these very values.
  [[nodiscard]] bool is_filled(const plan::EntityKey& key) const {
    for (const auto* attributes : {&key.partition, &key.sort}) {
      for (const auto& attribute : *attributes) {
        if (!has_field(attribute) && !has_key(attribute)) return false;
      }
    }
    return true;
  }

  [[nodiscard]] bool has_field(const plan::KeyAttribute& attribute) const {
    if (!attribute.native) return false;
    const auto& field = after_.fields[*attribute.parts.front().field];
    const auto* was = before_.find_field(field.name);
    return was != nullptr && field.name == attribute.name &&
           model::attribute_type(was->type.kind) == model::attribute_type(field.type.kind);
  }

  [[nodiscard]] bool has_key(const plan::KeyAttribute& attribute) const {
    plan::EntityKey now;
    now.partition = {attribute};
    const auto is_same = [&](const plan::KeyAttribute& candidate) {
      plan::EntityKey was;
      was.partition = {candidate};
      return candidate.name == attribute.name &&
             key_text(renamed_, was, true) == key_text(after_, now, true) &&
             key_form_text(renamed_, was, &after_) == key_form_text(after_, now);
    };
    const auto has = [&](const plan::EntityKey& key) {
      return std::any_of(key.partition.begin(), key.partition.end(), is_same) ||
             std::any_of(key.sort.begin(), key.sort.end(), is_same);
    };
    // An entry with a condition leaves items without the key.
    const auto is_whole = [&](const plan::EntityKey& key) {
      return has(key) && !(key.entry && before_.indexes[*key.entry].when);
    };
    return (old_keys_.table && has(*old_keys_.table)) ||
           std::any_of(old_keys_.indexes.begin(), old_keys_.indexes.end(), is_whole);
  }

  void added(const Entry& now) {
    const auto text = key_text(after_, *now.key, true);
    const bool is_there = is_filled(*now.key) && !now.declared->when;
    auto& change = changes_.add(
        is_there ? Kind::index_entry_by_fields : Kind::index_entry_added, subject(now),
        fmt::format("{} is in index {}: {}", after_.name, now.declared->index.name, text),
        now.declared->span);
    change.after = text;
    if (is_there) return;
    change.backfill = context_.backfills.of(Pass::update, pair_.before,
                                            context_.backfills.new_entry(pair_.after, *now.key),
                                            share_of(after_, *now.key));
  }

  static Share share_of(const model::Entity& entity, const plan::EntityKey& key) {
    const auto share = cost::entry_share(entity, key);
    return {share.share, share.guessed};
  }

  void compare(const Entry& was, const Entry& now) {
    const auto& backfills = context_.backfills;
    auto* change = differ(Kind::index_entry_changed, Kind::index_entry_form_changed, subject(now),
                          *was.key, *now.key, true, now.declared->span);
    if (change != nullptr) {
      change->backfill = backfills.of(
          Pass::update, pair_.before,
          backfills.old_entry(pair_.before, *was.key) + backfills.new_entry(pair_.after, *now.key));
    }
    const auto when = [](const Entry& entry) {
      return entry.declared->when ? condition_text(*entry.declared->when) : std::string();
    };
    auto* condition = changes_.differ(Kind::index_entry_condition_changed, subject(now), "when",
                                      when(was), when(now), now.declared->span);
    if (condition != nullptr) {
      condition->backfill = backfills.of(Pass::update, pair_.before,
                                         std::max(backfills.old_entry(pair_.before, *was.key),
                                                  backfills.new_entry(pair_.after, *now.key)),
                                         {1, true});
    }
  }

  void removed(const model::IndexEntry& entry) {
    const auto was = entry_of(context_.before, renamed_, old_keys_, entry.index.name);
    if (was.key == nullptr) return;
    const auto* table = context_.after.model.table_of(after_);
    const bool stays = table != nullptr && table->find_index(entry.index.name) != nullptr;
    auto& change = changes_.add(
        stays ? Kind::index_entry_removed : Kind::index_entry_gone, subject(was),
        fmt::format("{} is no longer in index {}", after_.name, entry.index.name), after_.key_span);
    change.before = key_text(renamed_, *was.key, true);
    if (!stays) return;
    change.backfill = context_.backfills.of(Pass::update, pair_.before,
                                            context_.backfills.old_entry(pair_.before, *was.key),
                                            share_of(before_, *was.key));
  }

  const EntityContext& context_;
  const EntityPair& pair_;
  ChangeList& changes_;
  const model::Entity& before_;
  const model::Entity& after_;
  const model::Entity renamed_;  // the old one: for whatever is a text
  const plan::EntityKeys& old_keys_;
  const plan::EntityKeys& new_keys_;
};

}  // namespace

void compare_keys(const EntityContext& context, const EntityPair& pair, ChangeList& changes) {
  KeyDiffer(context, pair, changes).run();
}

}  // namespace keywright::diff
