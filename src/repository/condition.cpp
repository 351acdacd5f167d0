#include "core/hash.hpp"
#include "repository/errors.hpp"
#include <keywright/condition.hpp>

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace keywright {

void Bindings::bind(std::string_view placeholder, const KeyValue& key) {
  if (key.has_error()) encoder_.keep(key.error());
  add(placeholder, key.value());
}

namespace {

std::string shard_suffix(std::size_t shard) {
  return fmt::format("#{}", shard);
}

/// Why a partition key cannot have a suffix of that size; nullopt if it can.
std::optional<Error> shard_fault(const KeyValue& partition, std::size_t suffix) {
  if (partition.type() != AttributeType::string) {
    return repository::validation(
        fmt::format("key {} is no text, and only text takes a shard", partition.attribute()));
  }
  const std::size_t size = partition.bytes().size() + suffix;
  if (size <= kMaxPartitionKeySize) return std::nullopt;
  return repository::validation(
      fmt::format("key {} has {} bytes with its shard; it can have at most {}",
                  partition.attribute(), size, kMaxPartitionKeySize));
}

}  // namespace

void BoundQuery::bind_sharded(std::string_view placeholder, const KeyValue& partition) {
  bind(placeholder, partition);
  const std::size_t last = std::max<std::size_t>(pattern_.shards, 1) - 1;
  if (auto fault = shard_fault(partition, shard_suffix(last).size())) fail(*std::move(fault));
  sharded_placeholder_ = placeholder;
}

void append_shard(KeyValue& partition, std::size_t shard) {
  const std::string suffix = shard_suffix(shard);
  if (auto fault = shard_fault(partition, suffix.size())) return partition.fail(*std::move(fault));
  partition.append(suffix);
}

namespace {

/// Type, length and content of a key value; numbers by value. Part of the data format: another
/// identity would be another shard.
void append_identity(std::string& out, const KeyValue& key) {
  const bool is_number = key.type() == AttributeType::number;
  const std::string content = is_number ? key.number().to_string() : std::string(key.bytes());
  out += fmt::format("{}{}:{}", type_descriptor(key.type()), content.size(), content);
}

}  // namespace

std::size_t shard_of(const KeyValue& partition, std::size_t shards) {
  std::string identity;
  append_identity(identity, partition);
  return static_cast<std::size_t>(stable_hash(identity) % shards);
}

std::size_t shard_of(const KeyValue& partition, const KeyValue& sort, std::size_t shards) {
  std::string identity;
  append_identity(identity, partition);
  append_identity(identity, sort);
  return static_cast<std::size_t>(stable_hash(identity) % shards);
}

}  // namespace keywright
