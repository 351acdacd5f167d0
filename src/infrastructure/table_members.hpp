#pragma once

// What CreateTable and AWS::DynamoDB::Table call alike. Pure.

#include "infrastructure/node.hpp"
#include <keywright/table.hpp>

namespace keywright::infrastructure {

// An object; settings whose names differ are not among its members.
[[nodiscard]] Node table_members(const CreateTableRequest& definition);

}  // namespace keywright::infrastructure
