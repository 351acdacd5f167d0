#include "engine/validation.hpp"

#include "core/errors.hpp"
#include "expression/value_checks.hpp"

#include <algorithm>

namespace keywright::engine {
namespace {

constexpr std::size_t kMaxAttributeNameBytes = 65535;

constexpr std::string_view kSchemaMismatch = "The provided key element does not match the schema";
constexpr std::string_view kInvalid = "One or more parameter values were invalid: ";
constexpr std::string_view kNotValid = "One or more parameter values are not valid. ";

Error invalid(const std::string& rest) {
  return errors::validation(std::string(kInvalid) + rest);
}

std::string_view kind_of_empty(ValueView value) {
  return value.is(AttributeType::string) ? "string" : "binary";
}

bool is_empty(ValueView value) {
  return value.size_in_bytes() == 0;
}

Error empty_key(std::string_view subject, ValueView value, const std::string& where) {
  return errors::validation(std::string(kNotValid) + std::string(subject) +
                            "The AttributeValue for a key attribute cannot contain an empty " +
                            std::string(kind_of_empty(value)) + " value." + where);
}

Error hash_key_too_large() {
  return invalid("Size of hashkey has exceeded the maximum size limit of2048 bytes");
}
Error range_key_too_large() {
  return invalid("Aggregated size of all range keys has exceeded the size limit of 1024 bytes");
}

/// The sum of the sizes of those of `attributes` that the item has.
std::size_t total_size(const std::vector<KeyAttribute>& attributes, const Item& item) {
  std::size_t total = 0;
  for (const KeyAttribute& attribute : attributes) {
    if (const auto value = item.find(attribute.name)) total += value->size_in_bytes();
  }
  return total;
}

Result<void> check_key_values(const KeySchema& keys, const Item& item) {
  for (const auto* attributes : keys.parts()) {
    for (const KeyAttribute& attribute : *attributes) {
      if (const auto value = item.find(attribute.name); is_empty(*value)) {
        return empty_key("", *value, " Key: " + attribute.name);
      }
    }
  }
  if (total_size(keys.partition, item) > kMaxPartitionKeySize) return hash_key_too_large();
  if (total_size(keys.sort, item) > kMaxSortKeySize) return range_key_too_large();
  return {};
}

/// Why the item has no key of the schema.
Error missing_key(const KeySchema& keys, const Item& item) {
  for (const auto* attributes : keys.parts()) {
    for (const KeyAttribute& attribute : *attributes) {
      const auto value = item.find(attribute.name);
      if (!value) return invalid("Missing the key " + attribute.name + " in the item");
      if (!value->is(attribute.type)) {
        return invalid("Type mismatch for key " + attribute.name +
                       " expected: " + std::string(type_descriptor(attribute.type)) +
                       " actual: " + std::string(type_descriptor(value->type())));
      }
    }
  }
  return errors::internal("the key of an item could not be read");
}

Result<void> check_put_value(const Index& index, const KeyAttribute& attribute, ValueView value) {
  if (!value.is(attribute.type)) {
    return invalid("Type mismatch for Index Key " + attribute.name +
                   " Expected: " + std::string(type_descriptor(attribute.type)) + " Actual: " +
                   std::string(type_descriptor(value.type())) + " IndexName: " + index.name);
  }
  if (!is_empty(value)) return {};
  return empty_key("A value specified for a secondary index key is not supported. ", value,
                   " IndexName: " + index.name + ", IndexKey: " + attribute.name);
}

Result<void> check_updated_value(const KeyAttribute& attribute, ValueView value) {
  if (!value.is(attribute.type)) {
    return errors::validation(
        "The update expression attempted to update the secondary index key to unsupported type");
  }
  if (!is_empty(value)) return {};
  return empty_key(
      "The update expression attempted to update a secondary index key to a value that is not "
      "supported. ",
      value, "");
}

}  // namespace

Error in_envelope(Error error, bool enabled) {
  if (enabled) error.message.insert(0, "1 validation error detected: ");
  return error;
}

Result<void> check_values(const Item& item) {
  for (const auto [name, value] : item) {
    if (name.empty()) return errors::validation("Empty attribute name");
    if (name.size() > kMaxAttributeNameBytes) {
      return invalid("Attribute name is too large, must be less than 65536 bytes");
    }
    if (const auto why = expression::invalid_value(value)) {
      return errors::validation(std::string(*why));
    }
  }
  return {};
}

Result<void> check_nesting(const Item& item) {
  if (!expression::nests_too_deep(item)) return {};
  return errors::validation(std::string(expression::kNestingMessage));
}

Result<void> check_item_size(const Item& item) {
  if (item.size_in_bytes() <= kMaxItemSize) return {};
  return errors::item_too_large("Item size has exceeded the maximum allowed size");
}

Result<EntryKey> key_of_request(const Table& table, const Key& key) {
  auto entry = table_entry_key(table.keys, key);
  if (!entry || key.count() != table.keys.size()) {
    return errors::validation(std::string(kSchemaMismatch));
  }
  if (auto checked = check_key_values(table.keys, key); !checked) {
    return std::move(checked).error();
  }
  return *std::move(entry);
}

Result<EntryKey> key_of_item(const Table& table, const Item& item) {
  auto entry = table_entry_key(table.keys, item);
  if (!entry) return missing_key(table.keys, item);
  if (auto checked = check_key_values(table.keys, item); !checked) {
    return std::move(checked).error();
  }
  return *std::move(entry);
}

bool is_empty_key_error(const Error& error) {
  return error.message.starts_with(kNotValid);
}

Result<void> check_index_keys(const Table& table, const Item& item) {
  for (const auto& index : table.indexes) {
    for (const auto* attributes : index->keys.parts()) {
      for (const KeyAttribute& attribute : *attributes) {
        const auto value = item.find(attribute.name);
        if (!value) continue;
        if (auto ok = check_put_value(*index, attribute, *value); !ok) return ok;
      }
    }
    if (total_size(index->keys.partition, item) > kMaxPartitionKeySize) return hash_key_too_large();
    if (total_size(index->keys.sort, item) > kMaxSortKeySize) return range_key_too_large();
  }
  return {};
}

Result<void> check_updated_index_keys(const Table& table, const expression::Update& update,
                                      const Item* before, const Item& after) {
  for (const auto& index : table.indexes) {
    bool changed = false;
    for (const auto* attributes : index->keys.parts()) {
      for (const KeyAttribute& attribute : *attributes) {
        if (before != nullptr && !update.writes(attribute.name)) continue;
        const auto value = after.find(attribute.name);
        if (!value || (before != nullptr && before->find(attribute.name) == value)) continue;
        if (auto ok = check_updated_value(attribute, *value); !ok) return ok;
        changed = true;
      }
    }
    if (changed && (total_size(index->keys.partition, after) > kMaxPartitionKeySize ||
                    total_size(index->keys.sort, after) > kMaxSortKeySize)) {
      return errors::validation(
          "The update expression attempted to update the secondary index key beyond allowed size "
          "limits");
    }
  }
  return {};
}

Key extract_key(const Table& table, const Item& item) {
  return item.with_only(table.key_names);
}

Key extract_key(const Index& index, const Item& item) {
  return item.with_only(index.key_names);
}

}  // namespace keywright::engine
