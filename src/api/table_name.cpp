#include "api/table_name.hpp"

#include "core/errors.hpp"

#include <algorithm>
#include <cstddef>
#include <string>

namespace keywright::api {
namespace {

constexpr std::size_t kMaxArnBytes = 1024;

bool is_name_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '.' || c == '-';
}

Error name_constraint(std::string_view name, std::string_view constraint) {
  return errors::validation(
      "1 validation error detected: Value '" + std::string(name) +
      "' at 'tableName' failed to satisfy constraint: " + std::string(constraint));
}

}  // namespace

Result<std::string_view> table_name_of_arn(std::string_view arn) {
  constexpr std::string_view kTable = "table/";
  std::string_view rest = arn;
  for (int part = 0; part < 5; ++part) {
    const auto colon = rest.find(':');
    const std::string_view found = rest.substr(0, colon);
    if (colon == std::string_view::npos || (part == 0 && found != "arn") ||
        (part == 2 && found != "dynamodb")) {
      return errors::validation("1 validation error detected: Invalid ARN '" + std::string(arn) +
                                "': a table's is arn:aws:dynamodb:<region>:<account>:table/<name>");
    }
    rest.remove_prefix(colon + 1);
  }
  if (!rest.starts_with(kTable) || !is_resource_name(rest.substr(kTable.size())) ||
      rest.size() == kTable.size()) {
    return errors::validation("1 validation error detected: Invalid resource type in '" +
                              std::string(arn) + "'");
  }
  return rest.substr(kTable.size());
}

bool is_resource_name(std::string_view text) {
  return std::all_of(text.begin(), text.end(), is_name_character);
}

Result<std::string_view> table_name_of(std::string_view name_or_arn) {
  if (name_or_arn.starts_with("arn:")) return table_name_of_arn(name_or_arn);
  if (name_or_arn.empty()) {
    return name_constraint(name_or_arn, "Member must have length greater than or equal to 1");
  }
  if (name_or_arn.size() > kMaxArnBytes) {
    return name_constraint(name_or_arn, "Member must have length less than or equal to 1024");
  }
  if (!is_resource_name(name_or_arn)) {
    return name_constraint(name_or_arn,
                           "Member must satisfy regular expression pattern: [a-zA-Z0-9_.-]+");
  }
  return name_or_arn;
}

Result<void> check_new_table_name(std::string_view name) {
  if (name.empty()) {
    return errors::validation(
        "The parameter 'TableName' is required but was not present in the request");
  }
  if (name.size() < 3 || name.size() > 255) {
    return errors::validation(
        "TableName must be at least 3 characters long and at most 255 characters long");
  }
  return {};
}

}  // namespace keywright::api
