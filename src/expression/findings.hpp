#pragma once
// What is wrong with an expression. All of it is looked for, one thing is reported: the kind that
// DynamoDB checks first, and of that kind what comes first in the text.

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

namespace keywright::expression {

/// In the order in which DynamoDB reports them.
enum class Check : std::uint8_t {
  syntax,
  parentheses,
  limit,
  unknown_function,
  misused_function,
  reserved_word,
  section,
  undefined,
  operand,
  distinct,
  overlap,
  conflict
};

class Findings {
 public:
  void add(Check check, std::string message) {
    if (message_ && check >= check_) return;
    check_ = check;
    message_ = std::move(message);
  }
  [[nodiscard]] const std::optional<std::string>& message() const { return message_; }

 private:
  Check check_ = Check::syntax;
  std::optional<std::string> message_;
};

}  // namespace keywright::expression
