#include "check/tables.hpp"

namespace keywright::check {
namespace {

constexpr Rule rows[] = {
    {"WR001", Level::error, "a change of state that two callers can both make",
     R"(A transition is conditional on the states that it leaves, so that of two callers one loses. That decides nothing if the
state it leads to is among several from-states, or if a patch or upsert sets the state
without a condition on it. A put, in a batch too, replaces the whole item and its state with it, unless a `version` says
that it is the one that was read.)",
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
    {"WR007", Level::warning, "a transaction of one step",
     R"(A write to one item is atomic and may be conditional by itself. A transaction costs twice its units, and can meet
conflicts that the write alone would not.)",
     R"(close: {op: transact, steps: [close_account]})", R"(# close_account alone)"},
    {"WR008", Level::warning, "a batch that is sent again is stored twice",
     R"(A batch has no token: if its answer is lost, or some items were not processed, it is sent again. Under keys that follow
from the items, that writes the same items once more; under random ones it writes others.)",
     R"(put_events: {op: batch_put, entity: Event}   # sk: "EVENT#{event_id}", event_id: {type: ulid})",
     R"(event_id: {type: string, charset: "[0-9a-f]", length: 16}   # a hash of what the event says)"},
    {"WR009", Level::warning, "a copy that nobody keeps up to date",
     R"(A field of a parent that its children have too saves a read, and is to be changed in all of them when it changes. A
pattern sets it in the parent, and none in the children.)",
     R"(Album: {fields: {artist_name: {type: string}}}    # per_parent: {of: Artist}
rename_artist: {op: patch, entity: Artist, by: [artist_id], set: [artist_name]})",
     R"(rename_in_album: {op: patch, entity: Album, by: [artist_id, album_id], set: [artist_name]})"},
};

}  // namespace

std::span<const Rule> write_rules() {
  return rows;
}

}  // namespace keywright::check
