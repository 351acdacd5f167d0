#pragma once

// IAM's decision about requests of DynamoDB, as far as our policies need it: Allow statements with
// actions, resources and StringLike conditions on dynamodb:LeadingKeys.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace keywright::testing {

/// What a request asks IAM for.
struct Use {
  std::string action;    // "dynamodb:GetItem"
  std::string resource;  // an ARN
  std::vector<std::string> leading_keys{};
};

/// `*` and `?` of a pattern stand for any text and any character; `${*}` is a star.
[[nodiscard]] bool is_like(std::string_view text, std::string_view pattern);

class Policy {
 public:
  /// A document as JSON. Throws on what this evaluator does not know.
  explicit Policy(const std::string& document);

  struct Permission {
    std::string action;
    std::string resource;
    std::vector<std::string> leading_keys{};  // empty: no condition
  };
  /// One per action and resource of a statement.
  [[nodiscard]] const std::vector<Permission>& permissions() const { return permissions_; }
  /// The permission that allows it; nullopt: it is denied.
  [[nodiscard]] std::optional<std::size_t> allows(const Use& use) const;

 private:
  std::vector<Permission> permissions_;
};

}  // namespace keywright::testing
