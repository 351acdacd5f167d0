#pragma once
// Tables: their definition, their description, and the operations on them.

#include <keywright/attribute_value.hpp>
#include <keywright/call_control.hpp>
#include <keywright/clock.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace keywright {

enum class KeyType : std::uint8_t { hash, range };

struct KeySchemaElement {
  std::string attribute_name{};
  KeyType key_type = KeyType::hash;
  friend bool operator==(const KeySchemaElement&, const KeySchemaElement&) = default;
};

/// The type of a key attribute: string, number or binary.
struct AttributeDefinition {
  std::string attribute_name{};
  AttributeType attribute_type = AttributeType::string;
  friend bool operator==(const AttributeDefinition&, const AttributeDefinition&) = default;
};

enum class ProjectionType : std::uint8_t { all, keys_only, include };

struct Projection {
  std::optional<ProjectionType> projection_type{};
  std::vector<std::string> non_key_attributes{};  ///< with `include` only
  friend bool operator==(const Projection&, const Projection&) = default;
};

struct ProvisionedThroughput {
  std::int64_t read_capacity_units = 0;
  std::int64_t write_capacity_units = 0;
  friend bool operator==(const ProvisionedThroughput&, const ProvisionedThroughput&) = default;
};

/// -1 removes a maximum.
struct OnDemandThroughput {
  std::optional<std::int64_t> max_read_request_units{};
  std::optional<std::int64_t> max_write_request_units{};
  friend bool operator==(const OnDemandThroughput&, const OnDemandThroughput&) = default;
};

/// What a table or index serves at once without warming up. It can only be raised.
struct WarmThroughput {
  std::optional<std::int64_t> read_units_per_second{};
  std::optional<std::int64_t> write_units_per_second{};
  friend bool operator==(const WarmThroughput&, const WarmThroughput&) = default;
};

/// `key_schema` may have one to four HASH and up to four RANGE attributes.
struct GlobalSecondaryIndex {
  std::string index_name{};
  std::vector<KeySchemaElement> key_schema{};
  Projection projection{};
  std::optional<ProvisionedThroughput> provisioned_throughput{};
  std::optional<OnDemandThroughput> on_demand_throughput{};
  std::optional<WarmThroughput> warm_throughput{};
};

struct LocalSecondaryIndex {
  std::string index_name{};
  std::vector<KeySchemaElement> key_schema{};
  Projection projection{};
};

enum class BillingMode : std::uint8_t { provisioned, pay_per_request };
enum class TableClass : std::uint8_t { standard, standard_infrequent_access };
/// `other`: what a service answers that has no word here, such as ARCHIVED; it cannot be used.
enum class TableStatus : std::uint8_t { creating, updating, deleting, active, other };
enum class IndexStatus : std::uint8_t { creating, updating, deleting, active, other };

enum class StreamViewType : std::uint8_t { keys_only, new_image, old_image, new_and_old_images };

struct StreamSpecification {
  bool stream_enabled = false;
  std::optional<StreamViewType> stream_view_type{};
  friend bool operator==(const StreamSpecification&, const StreamSpecification&) = default;
};

/// Encryption with a key of the user's; kept and described, nothing is encrypted.
struct SseSpecification {
  std::optional<bool> enabled{};
  std::optional<std::string> sse_type{};  ///< "KMS"
  std::optional<std::string> kms_master_key_id{};
  friend bool operator==(const SseSpecification&, const SseSpecification&) = default;
};

struct Tag {
  std::string key{};
  std::string value{};
  friend bool operator==(const Tag&, const Tag&) = default;
};

struct CreateTableRequest {
  std::string table_name{};
  std::vector<KeySchemaElement> key_schema{};
  std::vector<AttributeDefinition> attribute_definitions{};
  std::vector<GlobalSecondaryIndex> global_secondary_indexes{};
  std::vector<LocalSecondaryIndex> local_secondary_indexes{};
  std::optional<BillingMode> billing_mode{};  ///< AWS's default is provisioned
  std::optional<ProvisionedThroughput> provisioned_throughput{};
  std::optional<OnDemandThroughput> on_demand_throughput{};
  std::optional<TableClass> table_class{};
  bool deletion_protection_enabled = false;
  std::vector<Tag> tags{};
  std::optional<StreamSpecification> stream_specification{};
  std::optional<WarmThroughput> warm_throughput{};
  std::optional<SseSpecification> sse_specification{};
  std::optional<std::string> resource_policy{};  ///< JSON
  CallControl control{};
};

struct SecondaryIndexDescription {
  std::string index_name{};
  std::string index_arn{};
  std::vector<KeySchemaElement> key_schema{};
  Projection projection{};
  std::int64_t item_count = 0;
  std::int64_t index_size_bytes = 0;
  IndexStatus index_status = IndexStatus::active;  ///< global ones only
  bool backfilling = false;                        ///< global ones only
  std::optional<ProvisionedThroughput> provisioned_throughput{};
  std::optional<OnDemandThroughput> on_demand_throughput{};
  std::optional<WarmThroughput> warm_throughput{};  ///< global ones only
};

struct TableDescription {
  std::string table_name{};
  std::string table_arn{};
  std::string table_id{};  ///< a UUID
  TableStatus table_status = TableStatus::active;
  TimePoint creation_date_time{};
  std::vector<KeySchemaElement> key_schema{};
  std::vector<AttributeDefinition> attribute_definitions{};
  std::vector<SecondaryIndexDescription> global_secondary_indexes{};
  std::vector<SecondaryIndexDescription> local_secondary_indexes{};
  std::int64_t item_count = 0;
  std::int64_t table_size_bytes = 0;
  BillingMode billing_mode = BillingMode::provisioned;
  std::optional<TimePoint> last_update_to_pay_per_request_date_time{};
  ProvisionedThroughput provisioned_throughput{};  ///< zeros on demand
  std::optional<OnDemandThroughput> on_demand_throughput{};
  std::optional<TableClass> table_class{};
  bool deletion_protection_enabled = false;
  std::optional<StreamSpecification> stream_specification{};  ///< nullopt: no stream
  std::optional<std::string> latest_stream_label{};           ///< also of a stream since disabled
  std::optional<std::string> latest_stream_arn{};
  std::optional<WarmThroughput> warm_throughput{};
  std::optional<SseSpecification> sse_description{};  ///< only if encryption was asked for
};

struct DescribeTableRequest {
  std::string table_name{};
  CallControl control{};
};
struct DeleteTableRequest {
  std::string table_name{};
  CallControl control{};
};
/// What CreateTable, DescribeTable, UpdateTable and DeleteTable answer.
struct TableResponse {
  TableDescription table{};
};

struct CreateGlobalSecondaryIndexAction {
  GlobalSecondaryIndex index{};
};
struct UpdateGlobalSecondaryIndexAction {
  std::string index_name{};
  std::optional<ProvisionedThroughput> provisioned_throughput{};
  std::optional<OnDemandThroughput> on_demand_throughput{};
  std::optional<WarmThroughput> warm_throughput{};
};
struct DeleteGlobalSecondaryIndexAction {
  std::string index_name{};
};
using GlobalSecondaryIndexUpdate =
    std::variant<CreateGlobalSecondaryIndexAction, UpdateGlobalSecondaryIndexAction,
                 DeleteGlobalSecondaryIndexAction>;

struct UpdateTableRequest {
  std::string table_name{};
  std::vector<AttributeDefinition> attribute_definitions{};
  std::vector<GlobalSecondaryIndexUpdate> global_secondary_index_updates{};
  std::optional<BillingMode> billing_mode{};
  std::optional<ProvisionedThroughput> provisioned_throughput{};
  std::optional<OnDemandThroughput> on_demand_throughput{};
  std::optional<TableClass> table_class{};
  std::optional<bool> deletion_protection_enabled{};
  std::optional<StreamSpecification> stream_specification{};
  std::optional<WarmThroughput> warm_throughput{};
  std::optional<SseSpecification> sse_specification{};
  CallControl control{};
};

struct ListTablesRequest {
  std::optional<std::string> exclusive_start_table_name{};
  std::optional<std::int64_t> limit{};  ///< 1 to 100
  CallControl control{};
};
struct ListTablesResponse {
  std::vector<std::string> table_names{};
  std::optional<std::string> last_evaluated_table_name{};
};

struct UpdateTimeToLiveRequest {
  std::string table_name{};
  std::string attribute_name{};
  bool enabled = true;
  CallControl control{};
};
struct UpdateTimeToLiveResponse {
  std::string attribute_name{};
  bool enabled = true;
};
struct DescribeTimeToLiveRequest {
  std::string table_name{};
  CallControl control{};
};
struct DescribeTimeToLiveResponse {
  std::optional<std::string> attribute_name{};  ///< nullopt: disabled
};

}  // namespace keywright
