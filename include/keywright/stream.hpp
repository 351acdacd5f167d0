#pragma once
// DynamoDB Streams: the ordered log of a table's changes. Plain data.

#include <keywright/call_control.hpp>
#include <keywright/clock.hpp>
#include <keywright/item.hpp>
#include <keywright/table.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace keywright {

enum class StreamStatus : std::uint8_t { enabling, enabled, disabling, disabled };
enum class ShardIteratorType : std::uint8_t {
  trim_horizon,
  latest,
  at_sequence_number,
  after_sequence_number
};
enum class StreamEventName : std::uint8_t { insert, modify, remove };

struct StreamSummary {
  std::string stream_arn{};
  std::string table_name{};
  std::string stream_label{};
};

struct ListStreamsRequest {
  std::optional<std::string> table_name{};
  std::optional<std::int64_t> limit{};  ///< 1 to 100
  std::optional<std::string> exclusive_start_stream_arn{};
  CallControl control{};
};
struct ListStreamsResponse {
  std::vector<StreamSummary> streams{};
  std::optional<std::string> last_evaluated_stream_arn{};
};

struct StreamShard {
  std::string shard_id{};
  std::optional<std::string> parent_shard_id{};
  std::string starting_sequence_number{};
  std::optional<std::string> ending_sequence_number{};  ///< of a closed shard
};

struct DescribeStreamRequest {
  std::string stream_arn{};
  std::optional<std::int64_t> limit{};  ///< 1 to 100
  std::optional<std::string> exclusive_start_shard_id{};
  std::optional<std::string> child_shards_of{};  ///< ShardFilter of type CHILD_SHARDS
  CallControl control{};
};
struct StreamDescription {
  std::string stream_arn{};
  std::string stream_label{};
  StreamStatus stream_status = StreamStatus::enabled;
  StreamViewType stream_view_type = StreamViewType::new_and_old_images;
  TimePoint creation_request_date_time{};
  std::string table_name{};
  std::vector<KeySchemaElement> key_schema{};
  std::vector<StreamShard> shards{};
  std::optional<std::string> last_evaluated_shard_id{};
};
struct DescribeStreamResponse {
  StreamDescription stream_description{};
};

struct GetShardIteratorRequest {
  std::string stream_arn{};
  std::string shard_id{};
  ShardIteratorType shard_iterator_type = ShardIteratorType::trim_horizon;
  std::optional<std::string> sequence_number{};  ///< of the last two types
  CallControl control{};
};
struct GetShardIteratorResponse {
  std::string shard_iterator{};  ///< good for 15 minutes
};

struct StreamRecord {
  std::string event_id{};
  StreamEventName event_name = StreamEventName::insert;
  std::string aws_region{};
  TimePoint approximate_creation_date_time{};
  Key keys{};
  std::optional<Item> new_image{};
  std::optional<Item> old_image{};
  std::string sequence_number{};
  std::int64_t size_bytes = 0;
  StreamViewType stream_view_type = StreamViewType::new_and_old_images;
  bool expired = false;  ///< deleted by time to live: userIdentity says so
};

struct GetRecordsRequest {
  std::string shard_iterator{};
  std::optional<std::int64_t> limit{};  ///< 1 to 1000
  CallControl control{};
};
struct GetRecordsResponse {
  std::vector<StreamRecord> records{};
  std::optional<std::string> next_shard_iterator{};  ///< nullopt: a closed shard is read out
};

}  // namespace keywright
