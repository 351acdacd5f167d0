#include "expression/ast.hpp"

#include <cstddef>

namespace keywright::expression {
namespace {

constexpr std::string_view kKinds[] = {"ConditionExpression", "FilterExpression",
                                       "KeyConditionExpression", "ProjectionExpression",
                                       "UpdateExpression"};

constexpr std::string_view kOperators[] = {"OR",
                                           "AND",
                                           "NOT",
                                           "=",
                                           "<>",
                                           "<",
                                           "<=",
                                           ">",
                                           ">=",
                                           "BETWEEN",
                                           "IN",
                                           "attribute_exists",
                                           "attribute_not_exists",
                                           "attribute_type",
                                           "begins_with",
                                           "contains"};

}  // namespace

std::string_view to_string(ExpressionKind kind) {
  return kKinds[static_cast<std::size_t>(kind)];
}

std::string_view to_string(Operator op) {
  return kOperators[static_cast<std::size_t>(op)];
}

}  // namespace keywright::expression
