#pragma once
// Shard iterators: `<stream ARN>|1|<base64>`, whose last part says where to read and since when the
// iterator lives. It carries a checksum, so that what is not an iterator is told from one.

#include "engine/stream_log.hpp"
#include <keywright/clock.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace keywright::engine {

struct ShardIterator {
  std::string stream_arn;
  ShardPlace shard;
  SequenceNumber from = 0;
  TimePoint issued;
};

[[nodiscard]] std::string to_text(const ShardIterator& iterator);
/// nullopt: not one that to_text gave.
[[nodiscard]] std::optional<ShardIterator> parse_shard_iterator(std::string_view text);

}  // namespace keywright::engine
