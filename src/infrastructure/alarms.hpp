#pragma once

// The alarms of CloudWatch that a model asks for: `alarms: true`. Pure.

#include "infrastructure/stack_table.hpp"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace keywright::infrastructure {

// It rings if the sum of a metric is above the threshold in each of the last five minutes.
struct Alarm {
  std::string id;  // "AppTableReadThrottles"
  std::string description;
  std::string_view metric;  // "ReadThrottleEvents"; SystemErrors are added up over all operations
  std::string index;        // empty: of the table
  std::int64_t threshold = 0;
};
inline constexpr int alarm_minutes = 5;
inline constexpr std::string_view system_errors = "SystemErrors";

// What repositories send, and DynamoDB counts errors by; an alarm adds up ten metrics at most.
inline constexpr std::array<std::string_view, 9> alarmed_operations{
    "GetItem",        "BatchGetItem",     "Query",
    "PutItem",        "UpdateItem",       "DeleteItem",
    "BatchWriteItem", "TransactGetItems", "TransactWriteItems"};
// Operations that had no errors have no data either.
inline constexpr std::string_view error_sum = "SUM(FILL(METRICS(), 0))";

// Throttled reads and writes of the table and each global index, errors of DynamoDB's own, and
// reads and writes close to what the table is bound to. None unless the model wants them here.
[[nodiscard]] std::vector<Alarm> alarms_of(const StackTable& table, UniqueIds& ids);

}  // namespace keywright::infrastructure
