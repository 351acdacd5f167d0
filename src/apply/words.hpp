#pragma once

// How tables, keys and amounts read in plans and messages. Pure.

#include <keywright/table.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace keywright::apply {

// 1234567 -> "1,234,567".
[[nodiscard]] std::string grouped(std::int64_t number);
// "1 item", "2,000 items".
[[nodiscard]] std::string counted(std::int64_t number, std::string_view noun);
// "812 B", "3.4 MB".
[[nodiscard]] std::string size_text(std::int64_t bytes);

// "pk (S), sk (N)", with the types that the definitions give.
[[nodiscard]] std::string key_text(const std::vector<KeySchemaElement>& schema,
                                   const std::vector<AttributeDefinition>& definitions);
// "all attributes", "keys only", "keys and status, topic".
[[nodiscard]] std::string projection_text(const Projection& projection);
// "5 read and 3 write units".
[[nodiscard]] std::string throughput_text(const ProvisionedThroughput& units);

[[nodiscard]] std::string_view to_text(BillingMode mode);    // "on demand", "provisioned"
[[nodiscard]] std::string_view to_text(TableStatus status);  // "CREATING", ..
[[nodiscard]] std::string_view to_text(IndexStatus status);

// Null if there is none of that name.
[[nodiscard]] const AttributeDefinition* find_definition(
    const std::vector<AttributeDefinition>& definitions, std::string_view name);

}  // namespace keywright::apply
