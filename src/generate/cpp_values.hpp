#pragma once

// C++ expressions of values: literals of a model, limits of fields, key templates, and the tests of
// `when:`.

#include "generate/cpp_context.hpp"
#include "model/ir.hpp"
#include "plan/plan.hpp"

#include <functional>
#include <string>
#include <vector>

namespace keywright::generate {

// A literal as a value of the field's type.
[[nodiscard]] std::string literal_value(const CppContext& context, const model::FieldType& type,
                                        const model::Literal& literal);
[[nodiscard]] std::string enumerator(const CppContext& context, const model::FieldType& type,
                                     std::string_view value);

// "{.max = 500}", or empty if there is nothing to check.
[[nodiscard]] std::string limits_of(const model::Field& field);

// "JOB#{job_id}", "{seq:0..9999}": as keywright::KeyTemplate reads it.
[[nodiscard]] std::string template_text(const model::Entity& entity,
                                        const std::vector<plan::KeyPart>& parts);
[[nodiscard]] std::string template_text(const CppContext& context,
                                        const plan::KeyExpression& expression);

// A predicate of an index's `when:`, of one entity.
struct EntryPredicate {
  const model::Entity& entity;
  const model::IndexEntry& entry;
  const model::Predicate& predicate;

  [[nodiscard]] const model::Field& field() const { return entity.field(predicate.field); }
  // One with several values is a function: `job_status_is_in_open(status)`.
  [[nodiscard]] bool is_function() const { return predicate.values.size() > 1; }
  [[nodiscard]] std::string function_name() const;
};

// Whether it holds of a value: a C++ condition. `value` is an expression of the member type;
// `is_optional`, whether that is a std::optional.
[[nodiscard]] std::string predicate_test(const CppContext& context, const EntryPredicate& predicate,
                                         const std::string& value, bool is_optional);
// The tests of its values, one of which must hold.
[[nodiscard]] std::vector<std::string> value_tests(const CppContext& context,
                                                   const EntryPredicate& predicate,
                                                   const std::string& value);

// "7 days", "90 minutes", and as a std::chrono expression.
[[nodiscard]] std::string duration_words(std::chrono::seconds duration);
[[nodiscard]] std::string duration_value(std::chrono::seconds duration);

}  // namespace keywright::generate
