#pragma once

// What every language says of a write: its inputs, its condition, and when index keys are set.
// Plain functions of a plan.

#include "generate/naming.hpp"
#include "generate/placeholders.hpp"
#include "plan/plan.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace keywright::generate {

// One that is not among them yet: tests of several keys share most of their inputs.
template <class Value>
void add_once(std::vector<Value>& values, Value value) {
  if (std::find(values.begin(), values.end(), value) == values.end()) {
    values.push_back(std::move(value));
  }
}

// How the function of a write takes its inputs.
class WriteInputs {
 public:
  WriteInputs(const Naming& naming, const plan::PatternPlan& plan, const plan::WritePlan& write)
      : naming_(naming), plan_(plan), write_(write) {}

  [[nodiscard]] const plan::Input& input(std::size_t position) const {
    return plan_.inputs[position];
  }
  [[nodiscard]] const model::Field& field_of(const plan::Input& known) const {
    return naming_.entity(known.entity).fields[*known.field];
  }
  // Never a member of an input struct, where leaving one out would compile.
  [[nodiscard]] static bool is_positional(const plan::Input& known);
  // What binds a key or a condition has a value, also where its field may be without.
  [[nodiscard]] static bool may_be_absent(const plan::Input& known);
  // A value that is left alone, set, or taken away.
  [[nodiscard]] bool is_change(std::size_t position) const;
  // A value that each call has to give, and nobody should forget.
  [[nodiscard]] bool is_required(std::size_t position) const;
  // What it changes; null if it changes nothing.
  [[nodiscard]] const plan::FieldChange* change_by(std::size_t position) const;
  // The name of the parameter or member.
  [[nodiscard]] std::string name(const plan::Input& known) const;

 protected:
  const Naming& naming_;
  const plan::PatternPlan& plan_;
  const plan::WritePlan& write_;
};

// The pattern's own condition as an expression.
struct ConditionText {
  struct Binding {
    std::string placeholder;
    std::size_t field = 0;                    // of the entity: which type the value has
    std::string parameter = {};               // the argument that gives it ..
    const model::Literal* literal = nullptr;  // .. or the value itself
  };
  std::string expression;
  std::vector<Binding> bindings;
};
// Of a put or a delete of what may have expired: whether its condition holds where there is no
// item.
[[nodiscard]] bool accepts_absent(const model::Entity& entity, const model::AccessPattern& pattern);
[[nodiscard]] ConditionText condition_text(const Naming& naming, const plan::PatternPlan& plan,
                                           Placeholders& placeholders);

// What must hold for the keys of an index entry to be set: that an input has a value, or that it
// satisfies a predicate of the entry.
struct EntryCondition {
  std::size_t input = 0;
  std::size_t field = 0;  // of a whole item: the one in question
  bool is_item = false;
  bool is_optional = false;                     // may be without a value
  const model::Predicate* predicate = nullptr;  // the entry's own; null: it has a value

  friend bool operator==(const EntryCondition&, const EntryCondition&) = default;
};
[[nodiscard]] std::vector<EntryCondition> entry_conditions(const Naming& naming,
                                                           const plan::PatternPlan& plan,
                                                           const plan::WritePlan& write,
                                                           const plan::IndexChange& index);

// Where a key has an attribute: in which half, and as the how-manieth.
struct KeyPosition {
  bool is_partition;
  std::size_t position;
};
[[nodiscard]] KeyPosition position_of(const plan::EntityKey& key, std::string_view attribute);

// The fields that an item may lack, and has if it has keys of an index besides: none where all keys
// are fields themselves.
[[nodiscard]] std::vector<std::size_t> lackable_components(const model::Entity& entity,
                                                           const plan::EntityKey& key);

// What a write does, in the words of its comment. `expected`: the argument with the version read.
[[nodiscard]] std::string put_words(const Naming& naming, const plan::PatternPlan& plan,
                                    const plan::WritePlan& write);
[[nodiscard]] std::string delete_words(const Naming& naming, const plan::PatternPlan& plan,
                                       const plan::WritePlan& write, const std::string& expected);
[[nodiscard]] std::string update_words(const Naming& naming, const plan::PatternPlan& plan,
                                       const plan::WritePlan& write, const std::string& expected);
[[nodiscard]] std::string batch_put_words(const Naming& naming, const plan::WritePlan& write);
[[nodiscard]] std::string batch_delete_words(const Naming& naming, const plan::WritePlan& write);

// The attribute that says when an item expires; empty: none does.
[[nodiscard]] std::string ttl_name(const model::Entity& entity);

// A version that is counted with every put of the entity.
[[nodiscard]] bool is_counted(const model::Entity& entity);

}  // namespace keywright::generate
