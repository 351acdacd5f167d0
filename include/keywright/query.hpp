#pragma once
// Query and Scan. A page ends at `limit` items evaluated or at 1 MB of them; only an absent
// last_evaluated_key says that nothing is left.

#include <keywright/call_control.hpp>
#include <keywright/capacity.hpp>
#include <keywright/expression_attributes.hpp>
#include <keywright/item.hpp>
#include <keywright/legacy.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace keywright {

enum class Select : std::uint8_t {
  all_attributes,
  all_projected_attributes,
  specific_attributes,
  count
};

struct QueryRequest {
  std::string table_name{};
  std::optional<std::string> index_name{};
  std::optional<std::string> key_condition_expression{};
  std::optional<std::string> filter_expression{};
  std::optional<std::string> projection_expression{};
  ExpressionAttributeNames expression_attribute_names{};
  ExpressionAttributeValues expression_attribute_values{};
  std::optional<Select> select{};
  std::optional<std::int64_t> limit{};
  bool scan_index_forward = true;
  bool consistent_read = false;
  std::optional<Key> exclusive_start_key{};
  ReturnConsumedCapacity return_consumed_capacity = ReturnConsumedCapacity::none;
  // Legacy:
  std::optional<LegacyConditions> key_conditions{};
  std::optional<LegacyConditions> query_filter{};
  std::optional<ConditionalOperator> conditional_operator{};
  std::optional<AttributesToGet> attributes_to_get{};
  CallControl control{};
};

struct ScanRequest {
  std::string table_name{};
  std::optional<std::string> index_name{};
  std::optional<std::string> filter_expression{};
  std::optional<std::string> projection_expression{};
  ExpressionAttributeNames expression_attribute_names{};
  ExpressionAttributeValues expression_attribute_values{};
  std::optional<Select> select{};
  std::optional<std::int64_t> limit{};
  bool consistent_read = false;
  std::optional<Key> exclusive_start_key{};
  std::optional<std::int64_t> segment{};
  std::optional<std::int64_t> total_segments{};
  ReturnConsumedCapacity return_consumed_capacity = ReturnConsumedCapacity::none;
  // Legacy:
  std::optional<LegacyConditions> scan_filter{};
  std::optional<ConditionalOperator> conditional_operator{};
  std::optional<AttributesToGet> attributes_to_get{};
  CallControl control{};
};

/// What Query and Scan answer.
struct PageResponse {
  std::vector<Item> items{};       ///< empty with Select::count
  std::int64_t count = 0;          ///< after the filter
  std::int64_t scanned_count = 0;  ///< before the filter
  std::optional<Key> last_evaluated_key{};
  std::optional<ConsumedCapacity> consumed_capacity{};
};

using QueryResponse = PageResponse;
using ScanResponse = PageResponse;

}  // namespace keywright
