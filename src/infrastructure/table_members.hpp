#pragma once

// What CreateTable and AWS::DynamoDB::Table call alike. Pure.

#include "infrastructure/node.hpp"
#include <keywright/table.hpp>

#include <string_view>

namespace keywright::infrastructure {

// An object; settings whose names differ are not among its members. With a mode of contributor
// insights ("THROTTLED_KEYS"), which CreateTable has not, the table and its global indexes have it.
[[nodiscard]] Node table_members(const CreateTableRequest& definition,
                                 std::string_view insights_mode = {});

}  // namespace keywright::infrastructure
