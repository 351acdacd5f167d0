#pragma once

// What a model means, on the fields of samples alone: no key, no index and no expression. What a
// database answers is held against this.

#include "verify/samples.hpp"

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace keywright::verify {

using Parameters = std::map<std::string, AttributeValue>;  // of a condition

// A literal of the model, as a field of that type stores it.
[[nodiscard]] AttributeValue literal_value(const model::FieldType& type,
                                           const model::Literal& literal);

// Of an entity that is not there: `sample` is null.
[[nodiscard]] bool holds(const model::Predicate& predicate, const Sample* sample,
                         const Parameters& parameters);
[[nodiscard]] bool holds(const model::Condition& condition, const Sample* sample,
                         const Parameters& parameters);

// Of an entry's `when`: a field that is not there has no value to compare, so that it is not even
// another one.
[[nodiscard]] bool lets_in(const model::Predicate& predicate, const Sample& sample);
// Whether the item has an entry in that index (a position in Entity::indexes).
[[nodiscard]] bool enters(const Context& context, const Sample& sample, std::size_t entry);

// The values that a read is asked with.
struct Question {
  std::vector<std::optional<AttributeValue>> by;  // of AccessPattern::by
  std::optional<AttributeValue> lower;            // of the range: `between`, >=, > and prefix
  std::optional<AttributeValue> upper;            // `between`, <= and <
};

// Whether the sample is among what the pattern asks for, of all that there are.
[[nodiscard]] bool matches(const Context& context, const model::AccessPattern& pattern,
                           const Question& question, const Sample& sample);

// The entities in a database, one per item.
class Truth {
 public:
  // `same_item`: whether two samples are the same item.
  explicit Truth(std::function<bool(const Sample&, const Sample&)> same_item)
      : same_item_(std::move(same_item)) {}

  void put(const Sample& sample);
  void remove(const Sample& sample);
  [[nodiscard]] const Sample* find(const Sample& like) const;
  [[nodiscard]] const std::vector<Sample>& all() const { return all_; }

 private:
  std::function<bool(const Sample&, const Sample&)> same_item_;
  std::vector<Sample> all_;
};

}  // namespace keywright::verify
