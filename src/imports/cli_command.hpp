#pragma once

// What a command line of the AWS CLI asks of DynamoDB: `aws dynamodb query --table-name ..`.

#include "model/tree.hpp"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace keywright::imports {

struct CliCommand {
  std::string operation;                       // "query"
  std::map<std::string, std::string> options;  // without "--"; a flag has no value

  [[nodiscard]] bool has(const std::string& option) const { return options.contains(option); }
  [[nodiscard]] std::string_view value(const std::string& option) const;
  // An option's value as JSON; absent if it is none.
  [[nodiscard]] std::optional<model::Node> json(const std::string& option) const;
};

// Nothing if it is no command of `aws dynamodb`.
[[nodiscard]] std::optional<CliCommand> parse_command(std::string_view text);

struct KeyCondition {
  std::string attribute;
  std::string op;     // "=", "prefix", "between", "<" ..
  std::string value;  // the first one; empty if it is unknown
};

// The conditions on key attributes: of `--key`, or of `--key-condition-expression`. Nothing if they
// cannot be understood.
[[nodiscard]] std::optional<std::vector<KeyCondition>> key_conditions(const CliCommand& command);
// {"pk": {"S": "value"}} as conditions.
[[nodiscard]] std::vector<KeyCondition> conditions_of_key(const model::Node& key);

struct UpdateNames {
  std::vector<std::string> set;
  std::vector<std::string> add;
  std::vector<std::string> remove;
};
// The attributes that `--update-expression` changes.
[[nodiscard]] UpdateNames update_names(const CliCommand& command);

}  // namespace keywright::imports
