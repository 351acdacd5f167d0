// ListStreams, DescribeStream, GetShardIterator and GetRecords.

#include "api/constraints.hpp"
#include "core/errors.hpp"
#include "engine/engine_impl.hpp"
#include "engine/stream_iterator.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

namespace keywright {
namespace {

using namespace engine;

constexpr std::int64_t kMaxListed = 100;  ///< streams, or shards
constexpr std::int64_t kMaxRecords = 1000;
constexpr std::int64_t kMaxRecordBytes = 1024 * 1024;
constexpr auto kIteratorLifetime = std::chrono::minutes(15);
// AWS: lengths of the identifiers.
constexpr std::size_t kMinArnBytes = 37;
constexpr std::size_t kMaxArnBytes = 1024;
constexpr std::size_t kMinShardIdBytes = 28;
constexpr std::size_t kMaxShardIdBytes = 65;
constexpr std::size_t kMinNumberDigits = 21;
constexpr std::size_t kMaxNumberDigits = 40;
constexpr std::size_t kMaxIteratorBytes = 2048;

void constrain_limit(api::Constraints& constraints, std::int64_t limit, std::int64_t most) {
  constraints.at_least(limit, "limit", 1);
  constraints.at_most(limit, "limit", most);
}

void constrain_arn(api::Constraints& constraints, const std::string& arn,
                   std::string_view at = "streamArn") {
  constraints.length(arn, at, kMinArnBytes, kMaxArnBytes);
}

void constrain_shard_id(api::Constraints& constraints, const std::string& id, std::string_view at) {
  constraints.length(id, at, kMinShardIdBytes, kMaxShardIdBytes);
}

Error stream_not_found(const std::string& arn) {
  return errors::not_found("Requested resource not found: Stream: " + arn + " not found");
}

Result<void> check_model(const GetShardIteratorRequest& request) {
  api::Constraints constraints;
  constrain_arn(constraints, request.stream_arn);
  constrain_shard_id(constraints, request.shard_id, "shardId");
  if (request.sequence_number) {
    constraints.length(*request.sequence_number, "sequenceNumber", kMinNumberDigits,
                       kMaxNumberDigits);
  }
  return constraints.result();
}

/// The sequence number of the types that read from one; nullopt of the others, which ignore it.
Result<std::optional<SequenceNumber>> requested_number(const GetShardIteratorRequest& request) {
  const bool needed = request.shard_iterator_type == ShardIteratorType::at_sequence_number ||
                      request.shard_iterator_type == ShardIteratorType::after_sequence_number;
  if (!needed) return std::optional<SequenceNumber>();
  if (!request.sequence_number) {
    return errors::validation(
        "Invalid SequenceNumber: AT_SEQUENCE_NUMBER and AFTER_SEQUENCE_NUMBER need a "
        "SequenceNumber");
  }
  const auto number = parse_sequence_number(*request.sequence_number);
  if (!number) return errors::validation("Invalid SequenceNumber: " + *request.sequence_number);
  return number;
}

Result<ShardIterator> read_iterator(const GetRecordsRequest& request, TimePoint now) {
  api::Constraints constraints;
  constraints.length(request.shard_iterator, "shardIterator", 1, kMaxIteratorBytes);
  constrain_limit(constraints, request.limit.value_or(kMaxRecords), kMaxRecords);
  if (auto checked = constraints.result(); !checked) return std::move(checked).error();
  auto iterator = parse_shard_iterator(request.shard_iterator);
  if (!iterator) return errors::validation("Invalid ShardIterator");
  if (now >= iterator->issued + kIteratorLifetime) {
    return errors::from_exception("ExpiredIteratorException", "Shard iterator has expired");
  }
  return *std::move(iterator);
}

/// Entries as records, as many as have 1 MB together.
std::vector<StreamRecord> records_of(const StreamLog& log, const std::vector<StreamEntry>& entries,
                                     std::string_view region) {
  std::vector<StreamRecord> records;
  records.reserve(entries.size());
  std::int64_t bytes = 0;
  for (const StreamEntry& entry : entries) {
    StreamRecord record = log.record_of(entry, region);
    bytes += record.size_bytes;
    if (bytes > kMaxRecordBytes && !records.empty()) break;
    records.push_back(std::move(record));
  }
  return records;
}

}  // namespace

Result<ListStreamsResponse> Engine::Impl::list_streams(const ListStreamsRequest& request) {
  const std::int64_t limit = request.limit.value_or(kMaxListed);
  api::Constraints constraints;
  if (request.table_name) constraints.resource_name(*request.table_name, "tableName");
  constrain_limit(constraints, limit, kMaxListed);
  if (request.exclusive_start_stream_arn) {
    constrain_arn(constraints, *request.exclusive_start_stream_arn, "exclusiveStartStreamArn");
  }
  if (auto checked = constraints.result(); !checked) return std::move(checked).error();

  ListStreamsResponse response;
  for (const auto& stream : streams_.list(now())) {
    const auto& definition = stream->definition();
    if (request.table_name && definition.table_name != *request.table_name) continue;
    if (request.exclusive_start_stream_arn &&
        definition.arn <= *request.exclusive_start_stream_arn) {
      continue;
    }
    if (static_cast<std::int64_t>(response.streams.size()) == limit) {
      response.last_evaluated_stream_arn = response.streams.back().stream_arn;
      break;
    }
    response.streams.push_back({definition.arn, definition.table_name, definition.label});
  }
  return response;
}

Result<DescribeStreamResponse> Engine::Impl::describe_stream(const DescribeStreamRequest& request) {
  const std::int64_t limit = request.limit.value_or(kMaxListed);
  api::Constraints constraints;
  constrain_arn(constraints, request.stream_arn);
  constrain_limit(constraints, limit, kMaxListed);
  if (request.exclusive_start_shard_id) {
    constrain_shard_id(constraints, *request.exclusive_start_shard_id, "exclusiveStartShardId");
  }
  if (request.child_shards_of) {
    constrain_shard_id(constraints, *request.child_shards_of, "shardFilter.shardId");
  }
  if (auto checked = constraints.result(); !checked) return std::move(checked).error();
  const TimePoint time = now();
  const auto stream = streams_.find(request.stream_arn, time);
  if (!stream) return stream_not_found(request.stream_arn);

  const auto& definition = stream->definition();
  StreamDescription description;
  description.stream_arn = definition.arn;
  description.stream_label = definition.label;
  description.stream_status = stream->status(time);
  description.stream_view_type = definition.view_type;
  description.creation_request_date_time = definition.created;
  description.table_name = definition.table_name;
  description.key_schema = definition.key_schema;
  for (StreamShard& shard : stream->shards(time)) {
    if (request.exclusive_start_shard_id && shard.shard_id <= *request.exclusive_start_shard_id) {
      continue;
    }
    if (request.child_shards_of && shard.parent_shard_id != request.child_shards_of) continue;
    if (static_cast<std::int64_t>(description.shards.size()) == limit) {
      description.last_evaluated_shard_id = description.shards.back().shard_id;
      break;
    }
    description.shards.push_back(std::move(shard));
  }
  return DescribeStreamResponse{std::move(description)};
}

Result<GetShardIteratorResponse> Engine::Impl::get_shard_iterator(
    const GetShardIteratorRequest& request) {
  if (auto checked = check_model(request); !checked) return std::move(checked).error();
  const auto number = requested_number(request);
  if (!number) return number.error();
  const TimePoint time = now();
  const auto stream = streams_.find(request.stream_arn, time);
  if (!stream) return stream_not_found(request.stream_arn);
  const auto shard = stream->find_shard(request.shard_id, time);
  if (!shard) return errors::not_found("Requested resource not found: Shard does not exist");
  const auto from = stream->start(*shard, request.shard_iterator_type, *number, time);
  if (!from) return from.error();
  return GetShardIteratorResponse{to_text(ShardIterator{request.stream_arn, *shard, *from, time})};
}

Result<GetRecordsResponse> Engine::Impl::get_records(const GetRecordsRequest& request) {
  const TimePoint time = now();
  auto iterator = read_iterator(request, time);
  if (!iterator) return std::move(iterator).error();
  const auto stream = streams_.find(iterator->stream_arn, time);
  if (!stream) return stream_not_found(iterator->stream_arn);
  const auto limit = static_cast<std::size_t>(request.limit.value_or(kMaxRecords));
  const auto page = stream->read(iterator->shard, iterator->from, limit, time);
  if (!page) return page.error();

  GetRecordsResponse response;
  response.records = records_of(*stream, page->entries, options_.region);
  const std::size_t count = response.records.size();
  if (page->at_end && count == page->entries.size()) return response;
  if (count > 0) iterator->from = page->entries[count - 1].number + 1;
  iterator->issued = time;
  response.next_shard_iterator = to_text(*iterator);
  return response;
}

}  // namespace keywright
