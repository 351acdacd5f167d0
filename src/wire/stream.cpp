// The operations of DynamoDB Streams.

#include "wire/operations.hpp"

#include <chrono>

namespace keywright::wire {
namespace {

/// ShardFilter has one type, which wants a shard.
struct ShardFilter {
  std::optional<std::string> shard_id{};
};

void read_members(const Members& in, ShardFilter& out) {
  std::string type;
  const bool given = read(in, "Type", type);
  if (given && type != "CHILD_SHARDS") {
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
  write(identity, "Type", std::string_view("Service"));
  write(identity, "PrincipalId", std::string_view("dynamodb.amazonaws.com"));
}

void write_members(ObjectWriter& out, const GetRecordsResponse& response) {
  write(out, "Records", response.records);
  write(out, "NextShardIterator", response.next_shard_iterator);
}

}  // namespace keywright::wire
