#pragma once

// Literal values and the small conditions of `when:` and `condition:`, such as `status in [queued,
// running]`.

#include "model/reference.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace keywright::model {

enum class LiteralKind {
  boolean,    // text is "true" or "false"
  number,     // text is a decimal number as written
  text,       // text is the string (or enum value, time, id ..) without quotes
  parameter,  // `:name`, an input of the pattern's function; text is the name. In `condition:` only
  empty_list,
  empty_map,
};

struct Literal {
  LiteralKind kind = LiteralKind::text;
  std::string text;
  Span span;
};

enum class Comparison {
  equal,
  not_equal,
  less,
  less_equal,
  greater,
  greater_equal,
  in,          // one of `values`
  exists,      // `field exists`; no values
  not_exists,  // `field not exists`; no values
};

[[nodiscard]] std::string_view to_text(Comparison comparison);

// `field op value`. Every literal fits the type of the field (a value of its enum, a number in
// range ..).
struct Predicate {
  FieldRef field;
  Comparison comparison = Comparison::equal;
  std::vector<Literal> values;  // one, or those of `in`, or none for exists
  Span span;
};

// As a condition of DynamoDB's: whether the comparison is true of an attribute that is not there.
[[nodiscard]] constexpr bool holds_of_none(Comparison comparison) {
  return comparison == Comparison::not_exists || comparison == Comparison::not_equal;
}

// All of the predicates hold (`a = 1 and b exists`). There is no `or`: use `in`.
struct Condition {
  std::vector<Predicate> all_of;
  Span span;
  Span key;
};

}  // namespace keywright::model
