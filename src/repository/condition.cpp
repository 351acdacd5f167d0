#include "core/hash.hpp"
#include <keywright/condition.hpp>

#include <fmt/format.h>

namespace keywright {

void Bindings::bind(std::string_view placeholder, const KeyValue& key) {
  if (key.has_error()) encoder_.keep(key.error());
  add(placeholder, key.value());
}

void BoundQuery::bind_sharded(std::string_view placeholder, const KeyValue& partition) {
  bind(placeholder, partition);
  sharded_placeholder_ = placeholder;
}

void append_shard(KeyValue& partition, std::size_t shard) {
  partition.append(fmt::format("#{}", shard));
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
