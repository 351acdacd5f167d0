#pragma once

// Expressions with placeholders for every name and value.

#include "verify/truth.hpp"
#include <keywright/expression_attributes.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace keywright::verify {

class Placeholders {
 public:
  [[nodiscard]] std::string name(std::string_view attribute);
  [[nodiscard]] std::string value(const AttributeValue& value);

  // Into a request: its expression_attribute_names and expression_attribute_values.
  template <class Request>
  void give_to(Request& request) && {
    request.expression_attribute_names = std::move(names_);
    request.expression_attribute_values = std::move(values_);
  }
  [[nodiscard]] ExpressionAttributeNames names() && { return std::move(names_); }

 private:
  ExpressionAttributeNames names_;
  ExpressionAttributeValues values_;
};

// "#a, #b"
[[nodiscard]] std::string projection(Placeholders& placeholders,
                                     const std::vector<std::string>& attributes);

// "#a = :b AND #c IN (:d, :e)"
[[nodiscard]] std::vector<std::string> condition_terms(Placeholders& placeholders,
                                                       const model::Entity& entity,
                                                       const model::Condition& condition,
                                                       const Parameters& parameters);

[[nodiscard]] std::string joined(const std::vector<std::string>& parts, std::string_view separator);

}  // namespace keywright::verify
