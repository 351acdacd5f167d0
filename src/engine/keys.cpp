#include "engine/keys.hpp"

#include "core/hash.hpp"
#include "engine/validation.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

namespace keywright::engine {
namespace {

constexpr std::string_view kEndOfComponent("\0\1", 2);
constexpr std::string_view kBeforePartition("\0\2", 2);

std::string_view raw_bytes(ValueView value) {
  switch (value.type()) {
    case AttributeType::string:
      return value.as_string();
    case AttributeType::binary:
      return value.as_binary();
    default:
      return value.number_bytes();
  }
}

/// Appends the components of `attributes`; false if one is missing or of another type.
bool append_components(std::string& out, const std::vector<KeyAttribute>& attributes,
                       const Item& item) {
  for (const KeyAttribute& attribute : attributes) {
    const auto value = item.find(attribute.name);
    if (!value || !value->is(attribute.type)) return false;
    append_component(out, *value);
  }
  return true;
}

/// As append_components; false also if the values can be no index key for their sizes.
bool append_index_components(std::string& out, const std::vector<KeyAttribute>& attributes,
                             const Item& item, std::size_t max_bytes) {
  std::size_t total = 0;
  for (const KeyAttribute& attribute : attributes) {
    const auto value = item.find(attribute.name);
    if (!value || !value->is(attribute.type)) return false;
    const std::size_t size = value->size_in_bytes();
    total += size;
    if (size == 0 || total > max_bytes) return false;
    append_component(out, *value);
  }
  return true;
}

std::uint64_t hash_of_suffix(std::string_view suffix) {
  suffix.remove_prefix(kBeforePartition.size());
  return stable_hash(suffix);
}

}  // namespace

bool KeySchema::contains(std::string_view attribute) const {
  const auto named = [attribute](const KeyAttribute& a) { return a.name == attribute; };
  return std::any_of(partition.begin(), partition.end(), named) ||
         std::any_of(sort.begin(), sort.end(), named);
}

std::vector<std::string> key_names(std::initializer_list<const KeySchema*> schemas) {
  std::vector<std::string> names;
  for (const KeySchema* schema : schemas) {
    for (const auto* attributes : schema->parts()) {
      for (const KeyAttribute& attribute : *attributes) names.push_back(attribute.name);
    }
  }
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

std::optional<EntryKey> table_entry_key(const KeySchema& table, const Item& item) {
  std::optional<EntryKey> key(std::in_place);
  std::string& bytes = key->bytes;
  bytes.reserve(kUsualKeyBytes);
  bool complete = append_components(bytes, table.sort, item);
  key->suffix_at = bytes.size();
  bytes.append(kBeforePartition);
  complete = complete && append_components(bytes, table.partition, item);
  if (!complete) return std::nullopt;
  key->hash = hash_of_suffix(key->suffix());
  return key;
}

std::optional<EntryKey> index_entry_key(const KeySchema& index, const EntryKey& table_key,
                                        const Item& item) {
  std::optional<EntryKey> key(std::in_place);
  std::string& bytes = key->bytes;
  bytes.reserve(kUsualKeyBytes + table_key.bytes.size());
  if (!append_index_components(bytes, index.sort, item, kMaxSortKeySize)) return std::nullopt;
  bytes.append(table_key.suffix().substr(kBeforePartition.size()));
  bytes.append(table_key.bytes, 0, table_key.suffix_at);
  key->suffix_at = bytes.size();
  bytes.append(kBeforePartition);
  if (!append_index_components(bytes, index.partition, item, kMaxPartitionKeySize)) {
    return std::nullopt;
  }
  key->hash = hash_of_suffix(key->suffix());
  return key;
}

std::optional<EntryKey> index_entry_key(const KeySchema& index, const KeySchema& table,
                                        const Item& item) {
  const auto table_key = table_entry_key(table, item);
  return table_key ? index_entry_key(index, *table_key, item) : std::nullopt;
}

PartitionKey partition_key(std::span<const ValueView> values) {
  PartitionKey key;
  key.suffix.reserve(kUsualKeyBytes);
  key.suffix.append(kBeforePartition);
  for (const ValueView value : values) append_component(key.suffix, value);
  key.hash = hash_of_suffix(key.suffix);
  return key;
}

void append_component(std::string& out, ValueView value) {
  append_component_prefix(out, raw_bytes(value));
  out.append(kEndOfComponent);
}

void append_component_prefix(std::string& out, std::string_view bytes) {
  if (bytes.empty()) return;
  if (std::memchr(bytes.data(), 0, bytes.size()) == nullptr) {
    out.append(bytes);
    return;
  }
  for (const char byte : bytes) {
    out.push_back(byte);
    if (byte == 0) out.push_back('\xFF');
  }
}

std::string prefix_end(std::string prefix) {
  while (!prefix.empty() && prefix.back() == '\xFF') prefix.pop_back();
  if (!prefix.empty()) prefix.back() = static_cast<char>(prefix.back() + 1);
  return prefix;
}

std::optional<storage::Position> end_of_hash(std::uint64_t hash) {
  if (hash == UINT64_MAX) return std::nullopt;
  return storage::Position{hash + 1, {}};
}

}  // namespace keywright::engine
