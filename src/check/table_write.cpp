#include "check/tables.hpp"

namespace keywright::check {
namespace {

constexpr Rule rows[] = {
    {"WR001", Level::error, "a change of state that two callers can both make",
     R"(A transition is conditional on the states that it leaves, so that of two callers one loses. That decides nothing if the
state it leads to is among several from-states, or if a patch or upsert sets the state
without a condition on it. A put, in a batch too, replaces the whole item and its state with it.)",
     R"(start: {from: [queued, running], to: running})", R"(start: {from: queued, to: running})"},
    {"WR002", Level::error, "a state machine that cannot be right",
     R"(States must be values of the enum. Every state is reached from the initial one, and has a way out unless it is
final; a final state has none.)",
     R"(values: [queued, running, paused, done]   # and no move leads to paused)",
     R"(pause: {from: running, to: paused}
resume: {from: paused, to: running})"},
    {"WR003", Level::error, "a move leaves half a state behind",
     R"(What `required` demands of a state, each move into it must set, unless all states that it leaves have it. What only
the state before had, the move must remove.)",
     R"(states: {required: {failed: [error]}, moves: {fail: {from: running, to: failed}}})",
     R"(states: {required: {failed: [error]}, moves: {fail: {from: running, to: failed, set: [error]}}})"},
    {"WR005", Level::error, "a batch is asked for what it cannot do",
     R"(BatchWriteItem puts and deletes items one by one, without conditions and not as a whole. It cannot check a
`condition`, keep a `unique` rule or count a `version`.)",
     R"(put_users: {op: batch_put, entity: User, condition: "name not exists"})",
     R"(create_user: {op: create, entity: User})"},
    {"WR006", Level::error, "one item twice in a transaction",
     R"(DynamoDB refuses a transaction with two operations on one item. A move that puts an item of its own entity beside
itself, or one entity twice, does so: both are found by the inputs of the move. So do two steps of one pattern.)",
     R"(retry: {from: failed, to: queued, also_put: Job}   # in the states of Job)",
     R"(retry: {from: failed, to: queued, also_put: JobDebug})"},
};

}  // namespace

std::span<const Rule> write_rules() {
  return rows;
}

}  // namespace keywright::check
