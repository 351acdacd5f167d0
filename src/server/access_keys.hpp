#pragma once

#include <keywright/server.hpp>

#include <string_view>
#include <vector>

namespace keywright::server {

/// As read_access_keys(); `file_name` is for the errors.
[[nodiscard]] Result<std::vector<AccessKey>> parse_access_keys(std::string_view text,
                                                               std::string_view file_name);

}  // namespace keywright::server
