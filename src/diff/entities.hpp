#pragma once

// What differs between the entities of two models. Pure.

#include "diff/backfills.hpp"
#include "diff/change.hpp"
#include "diff/model_side.hpp"
#include "diff/tables.hpp"

#include <cstddef>
#include <vector>

namespace keywright::diff {

struct EntityContext {
  const ModelSide& before;
  const ModelSide& after;
  const Backfills& backfills;
  const TablePairs& tables;
};

struct EntityPair {
  std::size_t before = 0;
  std::size_t after = 0;
};

// Adds changes to a list; what they are about is said once.
class ChangeList {
 public:
  explicit ChangeList(std::vector<Change>& out) : out_(out) {}
  Change& add(Kind kind, std::string subject, std::string what, model::Span span) {
    auto& change = out_.emplace_back();
    change.kind = kind;
    change.subject = std::move(subject);
    change.what = std::move(what);
    change.span = span;
    return change;
  }
  // "Job.topic: max 500, was max 100"; nothing if the two are the same.
  Change* differ(Kind kind, const std::string& subject, std::string_view aspect,
                 const std::string& before, const std::string& after, model::Span span);

 private:
  std::vector<Change>& out_;
};

[[nodiscard]] std::vector<Change> compare_entities(const EntityContext& context);

// Parts of it, one file each.
void compare_keys(const EntityContext& context, const EntityPair& pair, ChangeList& changes);
void compare_fields(const EntityContext& context, const EntityPair& pair, ChangeList& changes);
void compare_states(const EntityContext& context, const EntityPair& pair, ChangeList& changes);

}  // namespace keywright::diff
