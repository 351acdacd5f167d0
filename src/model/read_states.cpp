#include "model/map_reader.hpp"
#include "model/sections.hpp"

#include <array>
#include <utility>

namespace keywright::model {
namespace {

constexpr std::array move_keys{
    KeyRow<Move>{"from",
                 [](Findings& findings, const Entry& entry, Move& move) {
                   move.from = read_references<StateRef>(findings, entry);
                   if (entry.value.kind == NodeKind::list && entry.value.items.empty()) {
                     findings.add(StructuralRule::bad_value, entry.value.span,
                                  "a move begins in at least one state");
                   }
                 },
                 "from: queued"},
    KeyRow<Move>{"to",
                 [](Findings& findings, const Entry& entry, Move& move) {
                   if (auto state = read_reference<StateRef>(findings, entry)) move.to = *state;
                 },
                 "to: running"},
    KeyRow<Move>{"set", [](Findings& findings, const Entry& entry,
                           Move& move) { move.set = read_references<FieldRef>(findings, entry); }},
    KeyRow<Move>{"remove",
                 [](Findings& findings, const Entry& entry, Move& move) {
                   move.remove = read_references<FieldRef>(findings, entry);
                 }},
    KeyRow<Move>{"also_put",
                 [](Findings& findings, const Entry& entry, Move& move) {
                   move.also_put = read_references<EntityRef>(findings, entry);
                 }},
};

void read_moves(Findings& findings, const Entry& section, StateMachine& machine) {
  if (section.value.kind != NodeKind::map) {
    report_type(findings, section, "a map of moves by name");
    return;
  }
  for (const Entry& entry : section.value.entries) {
    check_name(findings, entry, "a move");
    Move& move = machine.moves.emplace_back();
    move.name = entry.key;
    move.key = entry.key_span;
    move.span = entry.value.span;
    read_map(findings, entry, "move " + quoted(entry.key), move_keys, move);
  }
}

void read_required(Findings& findings, const Entry& section, StateMachine& machine) {
  if (section.value.kind != NodeKind::map) {
    report_type(findings, section, "a map from states to fields");
    return;
  }
  for (const Entry& entry : section.value.entries) {
    StateRequirement& requirement = machine.required.emplace_back();
    requirement.state.name = entry.key;
    requirement.state.span = entry.key_span;
    requirement.fields = read_references<FieldRef>(findings, entry);
  }
}

constexpr std::array state_keys{
    KeyRow<StateMachine>{"field",
                         [](Findings& findings, const Entry& entry, StateMachine& machine) {
                           if (auto field = read_reference<FieldRef>(findings, entry)) {
                             machine.field = *field;
                           }
                         },
                         "field: status"},
    KeyRow<StateMachine>{"initial",
                         [](Findings& findings, const Entry& entry, StateMachine& machine) {
                           if (auto state = read_reference<StateRef>(findings, entry)) {
                             machine.initial = *state;
                           }
                         },
                         "initial: queued"},
    KeyRow<StateMachine>{"final",
                         [](Findings& findings, const Entry& entry, StateMachine& machine) {
                           machine.final_states = read_references<StateRef>(findings, entry);
                         }},
    KeyRow<StateMachine>{"moves", read_moves, "moves: {start: {from: queued, to: running}}"},
    KeyRow<StateMachine>{"required", read_required},
};

}  // namespace

void describe_states(Language& language) {
  language.maps.push_back(described("states", state_keys));
  language.maps.push_back(described("move", move_keys));
}

void read_states(Findings& findings, const Entry& section, Entity& entity) {
  StateMachine machine;
  machine.span = section.value.span;
  machine.key = section.key_span;
  if (read_map(findings, section, "a state machine", state_keys, machine)) {
    entity.states = std::move(machine);
  }
}

}  // namespace keywright::model
