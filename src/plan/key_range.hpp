#pragma once

// The exact part of a sort key that a pattern asks for: from the bound components, the range and
// the template of each wanted entity to one DynamoDB condition that takes them all and, as far as
// byte order allows, nobody else. Internal to the planner.

#include "plan/key_language.hpp"
#include "plan/planner.hpp"
#include "plan/read_plan.hpp"

#include <cstddef>
#include <optional>
#include <vector>

namespace keywright::plan {

// Which inputs bind the fields of one entity (by position of the field).
class Bindings {
 public:
  Bindings(const Planner& planner, const model::AccessPattern& pattern, const PatternPlan& plan,
           std::size_t entity);

  [[nodiscard]] std::optional<std::size_t> input_of(std::size_t field) const {
    return inputs_[field];
  }
  // The field of the pattern's range or order in this entity.
  [[nodiscard]] std::optional<std::size_t> range_field() const { return range_field_; }
  [[nodiscard]] std::optional<std::size_t> order_field() const { return order_field_; }
  [[nodiscard]] const std::vector<std::optional<std::size_t>>& all() const { return inputs_; }

 private:
  std::vector<std::optional<std::size_t>> inputs_;
  std::optional<std::size_t> range_field_;
  std::optional<std::size_t> order_field_;
};

// A key attribute with the bound components put in, as far as they reach.
struct BoundKey {
  KeyExpression prefix;             // up to the first free component
  std::optional<std::size_t> free;  // that component's field; absent: the whole key is known
  std::string after_free;           // the literal that follows it
  std::vector<std::size_t> later;   // components behind it
  [[nodiscard]] bool whole() const { return !free; }
};

[[nodiscard]] BoundKey bind(const KeyAttribute& attribute, std::size_t entity,
                            const Bindings& bindings);

// Where the wanted items of one entity lie. An absent end is open.
struct KeyInterval {
  KeyExpression lower;
  std::optional<KeyExpression> upper;
  bool single = false;            // lower is the key itself
  bool is_prefix = false;         // all texts that begin with lower
  bool has_lower = false;         // lower is not empty
  bool lower_excluded = false;    // only if nothing fences it: `greater`
  bool upper_excluded = false;    // likewise: `less`
  bool lower_asked = false;       // items of the entity below it are not wanted
  bool upper_asked = false;       // nor those above; else the end is where its keys end
  std::optional<Filter> sharpen;  // what the interval cannot say
};

// The interval of a key that is bound up to a free component, with the pattern's range on it.
[[nodiscard]] KeyInterval interval_of(const BoundKey& key, const model::AccessPattern& pattern,
                                      const PatternPlan& plan, const Planner& planner,
                                      std::size_t entity, bool range_here);

// The condition for a single entity, or for several that lie in one partition.
[[nodiscard]] SortCondition condition_of(const std::vector<KeyInterval>& intervals);

// Whether the condition keeps to what is asked of this one of the intervals it was made of: no item
// of that entity beyond its interval satisfies it.
[[nodiscard]] bool keeps_to(const SortCondition& condition, const KeyInterval& interval);

// All texts that satisfy the condition, for some values of the inputs (a superset where two inputs
// depend on each other).
[[nodiscard]] KeyLanguage language_of(const Planner& planner, const KeyExpression& expression);
[[nodiscard]] KeyLanguage language_of(const Planner& planner, const SortCondition& condition);

// Whether the encoded component sorts as the field does, with `after` behind it in the key.
[[nodiscard]] bool sorts_as_field(const model::FieldType& type, bool native,
                                  const std::string& after);

}  // namespace keywright::plan
