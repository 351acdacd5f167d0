#include "expression/findings.hpp"

#include <algorithm>
#include <array>

namespace keywright::expression {

void Findings::operand_type(std::string_view label, std::string_view name, std::string_view type) {
  std::string message = "Incorrect operand type for operator or function; ";
  message.append(label).append(": ").append(name);
  message.append(", operand type: ").append(type);
  add(Check::operand, std::move(message));
}

void Findings::operand_count(std::string_view function, std::size_t count) {
  add(Check::operand,
      "Incorrect number of operands for operator or function; operator or function: " +
          std::string(function) + ", number of operands: " + std::to_string(count));
}

void Findings::path_needed(std::string_view function) {
  add(Check::operand, "Operator or function requires a document path; operator or function: " +
                          std::string(function));
}

void Findings::misused_function(std::string_view function) {
  add(Check::misused_function,
      "The function is not allowed to be used this way in an expression; function: " +
          std::string(function));
}

void Findings::no_function(std::string_view function, std::string_view place) {
  constexpr std::array<std::string_view, 8> kFunctions = {
      "attribute_exists", "attribute_not_exists",
      "attribute_type",   "begins_with",
      "contains",         "size",
      "if_not_exists",    "list_append"};
  std::string message = "Invalid function name";
  if (std::ranges::find(kFunctions, function) != kFunctions.end()) {
    message = "The function is not allowed in " + std::string(place) + " expression";
  }
  add(Check::unknown_function, message + "; function: " + std::string(function));
}

void Findings::operator_count(std::size_t count) {
  if (count <= kMaxOperators) return;
  add(Check::limit,
      "The expression contains too many operators; operator count: " + std::to_string(count));
}

}  // namespace keywright::expression
