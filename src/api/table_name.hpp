#pragma once
// The names of tables, as requests give them.

#include <keywright/result.hpp>

#include <string_view>

namespace keywright::api {

/// True if all characters may stand in the name of a table or index.
[[nodiscard]] bool is_resource_name(std::string_view text);
/// The plain name of a table given by name or by ARN.
[[nodiscard]] Result<std::string_view> table_name_of(std::string_view name_or_arn);
/// The name in `arn:<partition>:dynamodb:<region>:<account>:table/<name>`, which nothing may
/// follow.
[[nodiscard]] Result<std::string_view> table_name_of_arn(std::string_view arn);
/// What CreateTable demands of a name before all else: that there is one, of a fitting length.
[[nodiscard]] Result<void> check_new_table_name(std::string_view name);

}  // namespace keywright::api
