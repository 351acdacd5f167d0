// The operations of DynamoDB Streams.

#include "wire/operations.hpp"

#include <chrono>

namespace keywright::wire {
namespace {

constexpr std::string_view kChildShards = "CHILD_SHARDS";
/// Who deletes items whose time to live is over.
constexpr std::string_view kService = "Service";
constexpr std::string_view kTimeToLive = "dynamodb.amazonaws.com";

/// ShardFilter has one type, which wants a shard.
struct ShardFilter {
  std::optional<std::string> shard_id{};
};

void read_members(const Members& in, ShardFilter& out) {
  std::string type;
  const bool given = read(in, "Type", type);
  if (given && type != kChildShards) {
    in.faults.violated(type, Place{Place::Kind::member, &in.place, "Type"}.text(),
                       "Member must satisfy enum value set: [CHILD_SHARDS]");
  }
  read(in, "ShardId", out.shard_id);
  if (given != out.shard_id.has_value()) {
    in.faults.value("ShardFilter must have both Type and ShardId");
  }
}

}  // namespace

void read_members(const Members& in, ListStreamsRequest& out) {
  read(in, "TableName", out.table_name);
  read(in, "Limit", out.limit);
  read(in, "ExclusiveStartStreamArn", out.exclusive_start_stream_arn);
}

void read_members(const Members& in, DescribeStreamRequest& out) {
  require(in, "StreamArn", out.stream_arn);
  read(in, "Limit", out.limit);
  read(in, "ExclusiveStartShardId", out.exclusive_start_shard_id);
  ShardFilter filter;
  read(in, "ShardFilter", filter);
  out.child_shards_of = std::move(filter.shard_id);
}

void read_members(const Members& in, GetShardIteratorRequest& out) {
  require(in, "StreamArn", out.stream_arn);
  require(in, "ShardId", out.shard_id);
  require(in, "ShardIteratorType", out.shard_iterator_type);
  read(in, "SequenceNumber", out.sequence_number);
}

void read_members(const Members& in, GetRecordsRequest& out) {
  require(in, "ShardIterator", out.shard_iterator);
  read(in, "Limit", out.limit);
}

void write_members(ObjectWriter& out, const ListStreamsRequest& request) {
  write(out, "TableName", request.table_name);
  write(out, "Limit", request.limit);
  write(out, "ExclusiveStartStreamArn", request.exclusive_start_stream_arn);
}

void write_members(ObjectWriter& out, const DescribeStreamRequest& request) {
  write(out, "StreamArn", request.stream_arn);
  write(out, "Limit", request.limit);
  write(out, "ExclusiveStartShardId", request.exclusive_start_shard_id);
  if (!request.child_shards_of) return;
  ObjectWriter filter(out.begin("ShardFilter"));
  write(filter, "Type", kChildShards);
  write(filter, "ShardId", *request.child_shards_of);
}

void write_members(ObjectWriter& out, const GetShardIteratorRequest& request) {
  write(out, "StreamArn", request.stream_arn);
  write(out, "ShardId", request.shard_id);
  write(out, "ShardIteratorType", request.shard_iterator_type);
  write(out, "SequenceNumber", request.sequence_number);
}

void write_members(ObjectWriter& out, const GetRecordsRequest& request) {
  write(out, "ShardIterator", request.shard_iterator);
  write(out, "Limit", request.limit);
}

// Responses ----------------------------------------------------------------------------------

void write_members(ObjectWriter& out, const StreamSummary& stream) {
  write(out, "StreamArn", stream.stream_arn);
  write(out, "TableName", stream.table_name);
  write(out, "StreamLabel", stream.stream_label);
}

void write_members(ObjectWriter& out, const ListStreamsResponse& response) {
  write(out, "Streams", response.streams);
  write(out, "LastEvaluatedStreamArn", response.last_evaluated_stream_arn);
}

void write_members(ObjectWriter& out, const StreamShard& shard) {
  write(out, "ShardId", shard.shard_id);
  {
    ObjectWriter range(out.begin("SequenceNumberRange"));
    write(range, "StartingSequenceNumber", shard.starting_sequence_number);
    write(range, "EndingSequenceNumber", shard.ending_sequence_number);
  }
  write(out, "ParentShardId", shard.parent_shard_id);
}

void write_members(ObjectWriter& out, const StreamDescription& stream) {
  write(out, "StreamArn", stream.stream_arn);
  write(out, "StreamLabel", stream.stream_label);
  write(out, "StreamStatus", stream.stream_status);
  write(out, "StreamViewType", stream.stream_view_type);
  write(out, "CreationRequestDateTime", stream.creation_request_date_time);
  write(out, "TableName", stream.table_name);
  write(out, "KeySchema", stream.key_schema);
  write(out, "Shards", stream.shards);
  write(out, "LastEvaluatedShardId", stream.last_evaluated_shard_id);
}

void write_members(ObjectWriter& out, const DescribeStreamResponse& response) {
  write(out, "StreamDescription", response.stream_description);
}

void write_members(ObjectWriter& out, const GetShardIteratorResponse& response) {
  write(out, "ShardIterator", response.shard_iterator);
}

namespace {

void write_change(ObjectWriter& out, const StreamRecord& record) {
  // AWS rounds this date, and no other, down to a second.
  write(out, "ApproximateCreationDateTime",
        TimePoint(std::chrono::floor<std::chrono::seconds>(record.approximate_creation_date_time)));
  write(out, "Keys", record.keys);
  write(out, "NewImage", record.new_image);
  write(out, "OldImage", record.old_image);
  write(out, "SequenceNumber", record.sequence_number);
  write(out, "SizeBytes", record.size_bytes);
  write(out, "StreamViewType", record.stream_view_type);
}

}  // namespace

void write_members(ObjectWriter& out, const StreamRecord& record) {
  write(out, "eventID", record.event_id);
  write(out, "eventName", record.event_name);
  write(out, "eventVersion", std::string_view("1.1"));
  write(out, "eventSource", std::string_view("aws:dynamodb"));
  write(out, "awsRegion", record.aws_region);
  {
    ObjectWriter change(out.begin("dynamodb"));
    write_change(change, record);
  }
  if (!record.expired) return;
  ObjectWriter identity(out.begin("userIdentity"));
  write(identity, "Type", kService);
  write(identity, "PrincipalId", kTimeToLive);
}

void write_members(ObjectWriter& out, const GetRecordsResponse& response) {
  write(out, "Records", response.records);
  write(out, "NextShardIterator", response.next_shard_iterator);
}

void read_members(const Members& in, StreamSummary& out) {
  read(in, "StreamArn", out.stream_arn);
  read(in, "TableName", out.table_name);
  read(in, "StreamLabel", out.stream_label);
}

void read_members(const Members& in, ListStreamsResponse& out) {
  read(in, "Streams", out.streams);
  read(in, "LastEvaluatedStreamArn", out.last_evaluated_stream_arn);
}

namespace {

// Objects of their own on the wire, though not in the structs.

struct SequenceNumberRange {
  StreamShard& shard;
};
void read_members(const Members& in, SequenceNumberRange& out) {
  read(in, "StartingSequenceNumber", out.shard.starting_sequence_number);
  read(in, "EndingSequenceNumber", out.shard.ending_sequence_number);
}

struct Change {
  StreamRecord& record;
};
void read_members(const Members& in, Change& out) {
  read(in, "ApproximateCreationDateTime", out.record.approximate_creation_date_time);
  read(in, "Keys", out.record.keys);
  read(in, "NewImage", out.record.new_image);
  read(in, "OldImage", out.record.old_image);
  read(in, "SequenceNumber", out.record.sequence_number);
  read(in, "SizeBytes", out.record.size_bytes);
  read(in, "StreamViewType", out.record.stream_view_type);
}

struct UserIdentity {
  std::string type{};
  std::string principal_id{};
};
void read_members(const Members& in, UserIdentity& out) {
  read(in, "Type", out.type);
  read(in, "PrincipalId", out.principal_id);
}

}  // namespace

void read_members(const Members& in, StreamShard& out) {
  read(in, "ShardId", out.shard_id);
  SequenceNumberRange range{out};
  read(in, "SequenceNumberRange", range);
  read(in, "ParentShardId", out.parent_shard_id);
}

void read_members(const Members& in, StreamDescription& out) {
  read(in, "StreamArn", out.stream_arn);
  read(in, "StreamLabel", out.stream_label);
  read(in, "StreamStatus", out.stream_status);
  read(in, "StreamViewType", out.stream_view_type);
  read(in, "CreationRequestDateTime", out.creation_request_date_time);
  read(in, "TableName", out.table_name);
  read(in, "KeySchema", out.key_schema);
  read(in, "Shards", out.shards);
  read(in, "LastEvaluatedShardId", out.last_evaluated_shard_id);
}

void read_members(const Members& in, DescribeStreamResponse& out) {
  read(in, "StreamDescription", out.stream_description);
}

void read_members(const Members& in, GetShardIteratorResponse& out) {
  read(in, "ShardIterator", out.shard_iterator);
}

void read_members(const Members& in, StreamRecord& out) {
  read(in, "eventID", out.event_id);
  read(in, "eventName", out.event_name);
  read(in, "awsRegion", out.aws_region);
  Change change{out};
  read(in, "dynamodb", change);
  UserIdentity identity;
  read(in, "userIdentity", identity);
  out.expired = identity.type == kService && identity.principal_id == kTimeToLive;
}

void read_members(const Members& in, GetRecordsResponse& out) {
  read(in, "Records", out.records);
  read(in, "NextShardIterator", out.next_shard_iterator);
}

}  // namespace keywright::wire
