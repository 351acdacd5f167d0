// WR001 to WR003: state machines that lose a race, get stuck or leave half a state behind.

#include "check/findings.hpp"
#include "check/text.hpp"

#include <algorithm>
#include <cstddef>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>

namespace keywright::check {
namespace {

using model::Entity;
using model::Move;
using model::StateMachine;
using model::StateRef;

using States = std::set<std::size_t>;

template <typename References>
bool has_index(const References& references, std::size_t index) {
  return std::any_of(references.begin(), references.end(),
                     [index](const auto& reference) { return reference.index == index; });
}

std::vector<const StateRef*> all_references(const StateMachine& machine) {
  std::vector<const StateRef*> references{&machine.initial};
  for (const auto& state : machine.final_states) references.push_back(&state);
  for (const auto& move : machine.moves) {
    for (const auto& state : move.from) references.push_back(&state);
    references.push_back(&move.to);
  }
  for (const auto& requirement : machine.required) references.push_back(&requirement.state);
  return references;
}

class MachineCheck {
 public:
  MachineCheck(const Entity& entity, Findings& findings)
      : entity_(entity), machine_(*entity.states), findings_(findings) {}

  void run() {
    for (const auto& move : machine_.moves) check_condition(move);
    if (!machine_.field.resolved() || !check_values()) return;
    check_reachable();
    check_exits();
    for (const auto& move : machine_.moves) check_fields(move);
  }

 private:
  [[nodiscard]] const std::vector<model::Located<std::string>>& values() const {
    return entity_.field(machine_.field).type.values;
  }
  [[nodiscard]] std::string move_name(const Move& move) const {
    return fmt::format("move {} of {}", move.name, entity_.name);
  }

  [[nodiscard]] std::string subject_of(const Move& move) const {
    return fmt::format("{}.{}", entity_.name, move.name);
  }

  // WR001. Every move is conditional on its from-states; it still decides no race if the state it
  // leads to is among them.
  void check_condition(const Move& move) {
    if (move.from.size() < 2) return;  // from one state to itself: an update guarded by the state
    for (const auto& state : move.from) {
      if (state.name != move.to.name) continue;
      findings_.report(
          {.rule = "WR001",
           .span = state.span,
           .subject = subject_of(move),
           .message = fmt::format("{0} leads to {1} from {1} too, so two callers can both do it",
                                  move_name(move), state.name),
           .help = fmt::format("remove {0} from its from-states, or make it a move of its own for "
                               "items that are {0} already",
                               state.name)});
    }
  }

  // WR002; false if a name is no state.
  bool check_values() {
    bool all_known = true;
    for (const auto* state : all_references(machine_)) {
      if (state->resolved()) continue;
      all_known = false;
      std::vector<std::string> names;
      for (const auto& value : values()) names.push_back(*value);
      findings_.report(
          {.rule = "WR002",
           .span = state->span,
           .subject = entity_.name,
           .message = fmt::format("{} is no value of {}.{}", state->name, entity_.name,
                                  machine_.field.name),
           .help = fmt::format("its values are {}", join(names, ", ")),
           .notes = {{"they are declared here", entity_.field(machine_.field).type.span}}});
    }
    return all_known;
  }

  void check_reachable() {
    States reached{machine_.initial.index};
    for (std::size_t before = 0; before != reached.size();) {
      before = reached.size();
      for (const auto& move : machine_.moves) {
        const auto leaves = [&](const StateRef& from) { return reached.contains(from.index); };
        if (std::any_of(move.from.begin(), move.from.end(), leaves)) reached.insert(move.to.index);
      }
    }
    for (std::size_t state = 0; state < values().size(); ++state) {
      if (reached.contains(state)) continue;
      const auto& value = values()[state];
      findings_.report({.rule = "WR002",
                        .span = value.span,
                        .subject = entity_.name,
                        .message = fmt::format("no {} ever becomes {}: no move leads there from {}",
                                               entity_.name, *value, machine_.initial.name),
                        .help = fmt::format("add a move with to: {0}, or remove {0}", *value)});
    }
  }

  void check_exits() {
    for (std::size_t state = 0; state < values().size(); ++state) {
      const auto& value = values()[state];
      const auto leaves = [state](const Move& move) {
        return has_index(move.from, state) && move.to.index != state;
      };
      const auto exit = std::find_if(machine_.moves.begin(), machine_.moves.end(), leaves);
      const bool has_exit = exit != machine_.moves.end();
      const auto final_state =
          std::find_if(machine_.final_states.begin(), machine_.final_states.end(),
                       [state](const StateRef& reference) { return reference.index == state; });
      const bool is_final = final_state != machine_.final_states.end();
      if (!has_exit && !is_final) {
        findings_.report({.rule = "WR002",
                          .span = value.span,
                          .subject = entity_.name,
                          .message = fmt::format("a {} that is {} stays so forever: no move leaves "
                                                 "the state, and it is not final",
                                                 entity_.name, *value),
                          .help = fmt::format("add a move from {0}, or add {0} to final", *value)});
      }
      if (has_exit && is_final) {
        findings_.report({.rule = "WR002",
                          .span = final_state->span,
                          .subject = entity_.name,
                          .message = fmt::format("{} of {} is final, but move {} leaves it", *value,
                                                 entity_.name, exit->name),
                          .help = fmt::format("remove {} from final, or from the move", *value),
                          .notes = {{"the move is declared here", exit->key}}});
      }
    }
  }

  // WR003.
  [[nodiscard]] bool requires_field(std::size_t state, std::size_t field) const {
    return std::any_of(machine_.required.begin(), machine_.required.end(), [&](const auto& needed) {
      return needed.state.index == state && has_index(needed.fields, field);
    });
  }

  void check_fields(const Move& move) {
    for (std::size_t field = 0; field < entity_.fields.size(); ++field) {
      if (!entity_.fields[field].optional) continue;
      const bool is_needed = requires_field(move.to.index, field);
      const bool is_set = has_index(move.set, field);
      const bool is_removed = has_index(move.remove, field);
      const auto has = [&](const StateRef& from) { return requires_field(from.index, field); };
      const bool always_had = std::all_of(move.from.begin(), move.from.end(), has);
      const bool ever_had = std::any_of(move.from.begin(), move.from.end(), has);
      if (is_needed && (is_removed || (!is_set && !always_had))) report_missing(move, field);
      if (!is_needed && ever_had && !is_set && !is_removed) report_stale(move, field);
    }
  }

  void report_missing(const Move& move, std::size_t field) {
    const auto& name = entity_.fields[field].name;
    const bool is_removed = has_index(move.remove, field);
    findings_.report(
        {.rule = "WR003",
         .span = move.key,
         .subject = subject_of(move),
         .message = fmt::format("{} leads to {}, which needs {}, {}", move_name(move), move.to.name,
                                name, is_removed ? "but removes it" : "but does not set it"),
         .help = is_removed ? fmt::format("leave {} out of its remove", name)
                            : fmt::format("add to it: set: [{}]", name)});
  }

  void report_stale(const Move& move, std::size_t field) {
    const auto& name = entity_.fields[field].name;
    findings_.report({.rule = "WR003",
                      .span = move.key,
                      .subject = subject_of(move),
                      .message = fmt::format(
                          "{} leaves a stale {} behind: the state it comes from has the field, "
                          "{} does not",
                          move_name(move), name, move.to.name),
                      .help = fmt::format("add to it: remove: [{}], or {} to what {} requires",
                                          name, name, move.to.name)});
  }

  const Entity& entity_;
  const StateMachine& machine_;
  Findings& findings_;
};

}  // namespace

void check_states(const Subject& subject, Findings& findings) {
  for (const auto& entity : subject.model.entities) {
    if (entity.states) MachineCheck(entity, findings).run();
  }
}

}  // namespace keywright::check
