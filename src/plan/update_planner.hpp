#pragma once

// Plans one UpdateItem: its changes, and for every index of the entity which keys it sets, removes
// or leaves alone, and what the caller must say for that. Internal to the planner; an object serves
// one function.

#include "plan/key_range.hpp"
#include "plan/planner.hpp"

#include <cstddef>
#include <optional>
#include <vector>

namespace keywright::plan {

class UpdatePlanner {
 public:
  UpdatePlanner(const Planner& planner, const model::AccessPattern& pattern, PatternPlan& plan,
                std::size_t entity, std::vector<KeyExpression> key);

  // The function's arguments begin with these inputs of the pattern.
  void take_inputs(std::size_t begin, std::size_t end);

  void plan_move(std::size_t move);
  void plan_patch();
  void plan_upsert(std::size_t item);

  // The finished plan; nullopt if there are reasons against it, which the pattern's plan then has.
  [[nodiscard]] std::optional<WritePlan> finish() &&;

 private:
  [[nodiscard]] const model::Entity& entity() const { return planner_.entity(write_.entity); }
  [[nodiscard]] const EntityKeys& keys() const { return planner_.keys[write_.entity]; }
  [[nodiscard]] std::optional<std::size_t> change_of(std::size_t field) const;
  [[nodiscard]] bool is_bound(std::size_t field) const;

  std::size_t add_input(InputRole role, std::size_t field, std::string name, bool optional);
  std::size_t current_input(std::size_t field);
  void refuse(WriteObstacle obstacle, std::size_t field, model::Span span, std::string index = {});
  void refuse_key_changes();
  [[nodiscard]] bool must_be_given(std::size_t field) const;
  [[nodiscard]] std::vector<const FieldChange*> changes_touching(const EntityKey& key) const;
  [[nodiscard]] bool entries_follow(std::size_t field) const;

  // What is known of the index entry before and after the write.
  enum class Known { no, yes, open };
  struct Membership {
    Known before = Known::open;
    Known after = Known::yes;
    std::vector<EntryTest> tests;
  };
  [[nodiscard]] Membership membership(const model::IndexEntry& entry);
  [[nodiscard]] Known before(const model::Predicate& predicate) const;
  [[nodiscard]] Known after(const model::Predicate& predicate) const;

  void plan_indexes();
  [[nodiscard]] IndexChange plan_index(const EntityKey& key);
  [[nodiscard]] bool may_lack(const KeyAttribute& attribute) const;
  [[nodiscard]] bool may_lack_component(const IndexChange& index) const;
  [[nodiscard]] bool set_keys(const EntityKey& key, bool enters, IndexChange& index);
  void follow_change(const EntityKey& key, IndexChange& index);
  void set_key(IndexKeyChange& change);
  void set_upsert_key(const EntityKey& key, IndexKeyChange& change);
  [[nodiscard]] bool is_always_in(const EntityKey& key) const;
  [[nodiscard]] KeyTerm component(std::size_t field);
  [[nodiscard]] bool touches_projection(std::size_t index) const;
  void estimate_cost();

  const Planner& planner_;
  const model::AccessPattern& pattern_;
  PatternPlan& plan_;
  WritePlan write_;
  std::optional<std::size_t> item_;  // upsert: the input with the whole entity
  const model::Move* move_ = nullptr;
  bool refused_ = false;
};

}  // namespace keywright::plan
