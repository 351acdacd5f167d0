#pragma once
// For tests of streams: tables with one, and whole streams read as a client reads them.

#include "engine_fixture.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace keywright {

class StreamTestBase : public EngineTest {
 protected:
  static CreateTableRequest streamed(
      const std::string& name, StreamViewType view_type = StreamViewType::new_and_old_images) {
    CreateTableRequest request = table_request(name);
    request.stream_specification = StreamSpecification{true, view_type};
    return request;
  }
  std::string arn_of(const std::string& table) {
    return describe(table).latest_stream_arn.value_or("no stream");
  }
  StreamDescription describe_stream(const std::string& arn) {
    const auto described = db_->describe_stream({.stream_arn = arn});
    EXPECT_TRUE(described) << described.error().message;
    return described ? described->stream_description : StreamDescription{};
  }

  Result<GetShardIteratorResponse> try_iterator(const std::string& arn, const std::string& shard,
                                                ShardIteratorType type,
                                                std::optional<std::string> number = std::nullopt) {
    return db_->get_shard_iterator({.stream_arn = arn,
                                    .shard_id = shard,
                                    .shard_iterator_type = type,
                                    .sequence_number = std::move(number)});
  }
  std::string iterator(const std::string& arn, const std::string& shard,
                       ShardIteratorType type = ShardIteratorType::trim_horizon,
                       std::optional<std::string> number = std::nullopt) {
    const auto got = try_iterator(arn, shard, type, std::move(number));
    EXPECT_TRUE(got) << got.error().message;
    return got ? got->shard_iterator : "";
  }

  /// From an iterator to the end of a closed shard, or to the first empty answer.
  std::vector<StreamRecord> read_on(std::optional<std::string> from,
                                    std::optional<std::int64_t> limit = std::nullopt) {
    std::vector<StreamRecord> records;
    while (from) {
      const auto page = db_->get_records({.shard_iterator = *from, .limit = limit});
      EXPECT_TRUE(page) << page.error().message;
      if (!page || (page->records.empty() && page->next_shard_iterator)) break;
      records.insert(records.end(), page->records.begin(), page->records.end());
      from = page->next_shard_iterator;
    }
    return records;
  }
  /// All that there is in any shard, in the order of the sequence numbers.
  std::vector<StreamRecord> read_all(const std::string& arn) {
    std::vector<StreamRecord> all;
    for (const auto& shard : describe_stream(arn).shards) {
      const auto records = read_on(iterator(arn, shard.shard_id));
      all.insert(all.end(), records.begin(), records.end());
    }
    std::sort(all.begin(), all.end(), [](const StreamRecord& a, const StreamRecord& b) {
      return a.sequence_number < b.sequence_number;
    });
    return all;
  }
  Result<TableResponse> set_stream(const std::string& table,
                                   std::optional<StreamViewType> view_type) {
    return db_->update_table(
        {.table_name = table,
         .stream_specification = StreamSpecification{view_type.has_value(), view_type}});
  }
};

}  // namespace keywright
