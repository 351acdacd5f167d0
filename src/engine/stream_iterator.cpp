#include "engine/stream_iterator.hpp"

#include "core/base64.hpp"
#include "core/encoding.hpp"
#include "core/hash.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>

namespace keywright::engine {
namespace {

constexpr std::string_view kVersion = "|1|";
constexpr std::size_t kFieldBytes = 8;
constexpr std::size_t kFields = 5;  // lane, shard, number, time, checksum

std::uint64_t field(std::string_view bytes, std::size_t index) {
  return encoding::load_u64(bytes.data() + index * kFieldBytes);
}

std::uint64_t checksum(std::string_view arn, std::string_view fields) {
  return stable_hash(std::string(arn).append(fields));
}

}  // namespace

std::string to_text(const ShardIterator& iterator) {
  std::string fields;
  encoding::append_u64(fields, iterator.shard.lane);
  encoding::append_u64(fields, iterator.shard.first);
  encoding::append_u64(fields, iterator.from);
  encoding::append_u64(fields,
                       static_cast<std::uint64_t>(iterator.issued.time_since_epoch().count()));
  encoding::append_u64(fields, checksum(iterator.stream_arn, fields));
  return iterator.stream_arn + std::string(kVersion) + base64_encode(fields);
}

std::optional<ShardIterator> parse_shard_iterator(std::string_view text) {
  const auto version = text.rfind(kVersion);
  if (version == std::string_view::npos) return std::nullopt;
  const auto fields = base64_decode(text.substr(version + kVersion.size()));
  if (!fields || fields->size() != kFields * kFieldBytes) return std::nullopt;
  ShardIterator iterator;
  iterator.stream_arn = text.substr(0, version);
  const std::string_view bytes(*fields);
  if (field(bytes, kFields - 1) !=
      checksum(iterator.stream_arn, bytes.substr(0, (kFields - 1) * kFieldBytes))) {
    return std::nullopt;
  }
  iterator.shard = {static_cast<std::size_t>(field(bytes, 0)), field(bytes, 1)};
  iterator.from = field(bytes, 2);
  iterator.issued =
      TimePoint(std::chrono::milliseconds(static_cast<std::int64_t>(field(bytes, 3))));
  return iterator;
}

}  // namespace keywright::engine
