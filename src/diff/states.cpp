// State machines and uniqueness of one entity.

#include "diff/entities.hpp"
#include "diff/renames.hpp"
#include "diff/words.hpp"

#include <algorithm>
#include <string>

#include <fmt/format.h>

namespace keywright::diff {
namespace {

class StateDiffer {
 public:
  StateDiffer(const EntityContext& context, const EntityPair& pair, ChangeList& changes)
      : context_(context),
        pair_(pair),
        changes_(changes),
        before_(under_new_names(context.before.model.entities[pair.before],
                                context.after.model.entities[pair.after])),
        after_(context.after.model.entities[pair.after]) {}

  void run() {
    changes_.differ(Kind::states_changed, after_.name, "states", machine_text(before_),
                    machine_text(after_), after_.states ? after_.states->span : after_.key_span);
    if (before_.states && after_.states) moves(*before_.states, *after_.states);
    // The items that are there know nothing of a machine that is new.
    if (after_.states) requirements(before_.states.value_or(model::StateMachine{}), *after_.states);
    unique();
  }

 private:
  static std::string machine_text(const model::Entity& entity) {
    if (!entity.states) return "";
    const auto& machine = *entity.states;
    return fmt::format("of {}, from {}, final: {}", machine.field.name, machine.initial.name,
                       machine.final_states.empty() ? "none" : names_text(machine.final_states));
  }

  static std::string move_text(const model::Move& move) {
    auto text = fmt::format("from {} to {}", names_text(move.from), move.to.name);
    if (!move.set.empty()) text += ", sets " + names_text(move.set);
    if (!move.remove.empty()) text += ", removes " + names_text(move.remove);
    if (!move.also_put.empty()) text += ", puts " + names_text(move.also_put);
    return text;
  }

  template <class Named>
  static const Named* find(const std::vector<Named>& all, const std::string& name) {
    const auto found =
        std::find_if(all.begin(), all.end(), [&](const Named& each) { return each.name == name; });
    return found == all.end() ? nullptr : &*found;
  }

  void moves(const model::StateMachine& before, const model::StateMachine& after) {
    for (const auto& move : after.moves) {
      const auto subject = after_.name + "." + move.name;
      const auto* was = find(before.moves, move.name);
      if (was != nullptr) {
        changes_.differ(Kind::move_changed, subject, "move", move_text(*was), move_text(move),
                        move.span);
        continue;
      }
      changes_
          .add(Kind::move_added, subject,
               fmt::format("{} has the move {}: {}", after_.name, move.name, move_text(move)),
               move.key)
          .after = move_text(move);
    }
    for (const auto& move : before.moves) {
      if (find(after.moves, move.name) != nullptr) continue;
      changes_
          .add(Kind::move_removed, after_.name + "." + move.name,
               fmt::format("{} has no move {}", after_.name, move.name), after.span)
          .before = move_text(move);
    }
  }

  void requirements(const model::StateMachine& before, const model::StateMachine& after) {
    const auto of_state = [](const model::StateMachine& machine, const std::string& state,
                             const std::string& field) {
      for (const auto& row : machine.required) {
        if (row.state.name != state) continue;
        for (const auto& each : row.fields) {
          if (each.name == field) return true;
        }
      }
      return false;
    };
    for (const auto& row : after.required) {
      for (const auto& field : row.fields) {
        if (of_state(before, row.state.name, field.name)) continue;
        auto& change = changes_.add(
            Kind::state_requires_more, after_.name + "." + field.name,
            fmt::format("state {} of {} requires {}", row.state.name, after_.name, field.name),
            field.span);
        const auto states = static_cast<double>(states_of(before_.states ? before : after).size());
        change.backfill = context_.backfills.of(
            Pass::update, pair_.before,
            field.resolved() ? context_.backfills.entries_with(pair_.after, after_.field(field))
                             : 0,
            {states > 0 ? 1 / states : 1, true});
      }
    }
    for (const auto& row : before.required) {
      for (const auto& field : row.fields) {
        if (of_state(after, row.state.name, field.name)) continue;
        changes_.add(Kind::states_changed, after_.name,
                     fmt::format("state {} of {} does not require {}", row.state.name, after_.name,
                                 field.name),
                     after.span);
      }
    }
  }

  [[nodiscard]] std::vector<model::Located<std::string>> states_of(
      const model::StateMachine& machine) const {
    const auto* field = before_.find_field(machine.field.name);
    return field == nullptr ? std::vector<model::Located<std::string>>{} : field->type.values;
  }

  static std::string unique_text(const model::Entity& entity, const model::UniqueRule& rule) {
    std::string text;
    for (const auto& field : rule.fields) {
      if (!text.empty()) text += ", ";
      text += field.name;
      if (!field.resolved()) continue;
      if (const auto form = form_text(entity.field(field), false); !form.empty()) {
        text += " (" + form + ")";
      }
    }
    return text;
  }

  void unique() {
    for (const auto& rule : after_.unique) {
      const auto subject = after_.name + "." + rule.name;
      const auto* was = find(before_.unique, rule.name);
      const auto text = unique_text(after_, rule);
      Change* change = nullptr;
      if (was != nullptr) {
        change = changes_.differ(Kind::unique_changed, subject, "unique",
                                 unique_text(before_, *was), text, rule.span);
      } else {
        change = &changes_.add(Kind::unique_added, subject,
                               fmt::format("{} is unique by {}", after_.name, text), rule.key);
        change->after = text;
      }
      if (change == nullptr) continue;
      change->backfill = context_.backfills.of(
          was == nullptr ? Pass::sentinels : Pass::other_sentinels, pair_.before, 0);
    }
    const auto& old = context_.before.model.entities[pair_.before];
    for (const auto& rule : old.unique) {
      if (find(after_.unique, rule.name) != nullptr) continue;
      auto& change = changes_.add(
          Kind::unique_removed, after_.name + "." + rule.name,
          fmt::format("{} is no longer unique by {}", after_.name, unique_text(old, rule)),
          after_.key_span);
      change.before = unique_text(old, rule);
      change.backfill = context_.backfills.of(Pass::sentinels, pair_.before, 0);
    }
  }

  const EntityContext& context_;
  const EntityPair& pair_;
  ChangeList& changes_;
  const model::Entity before_;  // its fields as the new one calls them
  const model::Entity& after_;
};

}  // namespace

void compare_states(const EntityContext& context, const EntityPair& pair, ChangeList& changes) {
  StateDiffer(context, pair, changes).run();
}

}  // namespace keywright::diff
