#include "engine/table_schema.hpp"

#include "core/errors.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace keywright::engine {
namespace {

bool contains(const std::vector<std::string>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

std::vector<std::string> names_of(const KeySchemaElements& elements) {
  std::vector<std::string> names;
  for (const auto& element : elements) names.push_back(element.attribute_name);
  return names;
}

std::vector<std::string> names_of(const AttributeDefinitions& definitions) {
  std::vector<std::string> names;
  for (const auto& definition : definitions) names.push_back(definition.attribute_name);
  return names;
}

std::size_t count(const KeySchemaElements& elements, KeyType type) {
  return static_cast<std::size_t>(
      std::count_if(elements.begin(), elements.end(),
                    [type](const auto& element) { return element.key_type == type; }));
}

Result<void> check_keys_defined(const KeySchemaElements& elements,
                                const AttributeDefinitions& definitions) {
  for (const auto& element : elements) {
    if (find_definition(definitions, element.attribute_name) != nullptr) continue;
    // AWS has other words where there are fewer definitions than keys.
    if (!definitions.empty() && definitions.size() < elements.size()) {
      return errors::validation("Invalid KeySchema: Some index key attribute have no definition");
    }
    return invalid_parameter(
        "Some index key attributes are not defined in AttributeDefinitions. Keys: " +
        bracketed(names_of(elements)) +
        ", AttributeDefinitions: " + bracketed(names_of(definitions)));
  }
  return {};
}

Result<void> check_keys_distinct(const KeySchemaElements& elements) {
  auto names = names_of(elements);
  std::sort(names.begin(), names.end());
  if (std::adjacent_find(names.begin(), names.end()) == names.end()) return {};
  return errors::validation(
      elements.size() == 2
          ? "Both the Hash Key and the Range Key element in the KeySchema have the same name"
          : "The KeySchema contains multiple key attributes with the same name");
}

/// HASH, or HASH and RANGE.
Result<void> check_simple_keys(const KeySchemaElements& elements) {
  if (elements.front().key_type != KeyType::hash) {
    return errors::validation(
        "Invalid KeySchema: The first KeySchemaElement is not a HASH key type");
  }
  if (elements.size() > 2) {
    return invalid_parameter(
        "The KeySchema exceeds the maximum allowed number of HASH key attributes");
  }
  if (elements.size() == 2 && elements[1].key_type != KeyType::range) {
    return errors::validation(
        "Invalid KeySchema: The second KeySchemaElement is not a RANGE key type");
  }
  return {};
}

/// One to four HASH, then none to four RANGE.
Result<void> check_multi_attribute_keys(const KeySchemaElements& elements) {
  if (elements.front().key_type != KeyType::hash) {
    return errors::validation(
        "Invalid KeySchema: The first KeySchemaElement is not a HASH key type");
  }
  const auto is_range = [](const auto& element) { return element.key_type == KeyType::range; };
  if (!std::is_partitioned(elements.begin(), elements.end(), std::not_fn(is_range))) {
    return invalid_parameter(
        "All HASH key attributes must precede RANGE key attributes in the KeySchema");
  }
  for (const auto& [type, name] : {std::pair(KeyType::hash, "HASH"), {KeyType::range, "RANGE"}}) {
    if (count(elements, type) <= kMaxKeyAttributesPerKind) continue;
    return invalid_parameter("The KeySchema exceeds the maximum allowed number of " +
                             std::string(name) + " key attributes");
  }
  return {};
}

Result<void> check_projection(const Projection& projection) {
  if (!projection.projection_type) return invalid_parameter("Unknown ProjectionType: null");
  const auto& names = projection.non_key_attributes;
  const bool include = *projection.projection_type == ProjectionType::include;
  if (include && names.empty()) {
    return invalid_parameter("ProjectionType is INCLUDE, but NonKeyAttributes is not specified");
  }
  if (!include && !names.empty()) {
    return invalid_parameter(
        std::string("ProjectionType is ") +
        (*projection.projection_type == ProjectionType::all ? "ALL" : "KEYS_ONLY") +
        ", but NonKeyAttributes is specified");
  }
  std::set<std::string_view> seen;
  for (const auto& name : names) {
    if (!seen.insert(name).second) {
      return invalid_parameter("Duplicate element in NonKeyAttributes: " + name);
    }
  }
  return {};
}

Result<void> check_local_index(const LocalSecondaryIndex& index,
                               const CreateTableRequest& request) {
  if (auto ok = check_keys_defined(index.key_schema, request.attribute_definitions); !ok) return ok;
  if (auto ok = check_keys_distinct(index.key_schema); !ok) return ok;
  if (auto ok = check_simple_keys(index.key_schema); !ok) return ok;
  const std::string& table_hash = request.key_schema.front().attribute_name;
  const std::string& index_hash = index.key_schema.front().attribute_name;
  if (index_hash != table_hash) {
    return invalid_parameter(
        "Index KeySchema does not have the same leading hash key as table KeySchema for index: " +
        index.index_name + ". index hash key: " + index_hash + ", table hash key: " + table_hash);
  }
  if (index.key_schema.size() == 1) {
    return invalid_parameter("Index KeySchema does not have a range key for index: " +
                             index.index_name);
  }
  return check_projection(index.projection);
}

Result<void> check_local_indexes(const CreateTableRequest& request,
                                 std::vector<std::string>& names) {
  const auto& indexes = request.local_secondary_indexes;
  if (indexes.empty()) return {};
  if (request.key_schema.size() == 1) {
    return invalid_parameter(
        "Table KeySchema does not have a range key, which is required when specifying a "
        "LocalSecondaryIndex");
  }
  for (const auto& index : indexes) {
    if (contains(names, index.index_name)) {
      return invalid_parameter("Duplicate index name: " + index.index_name);
    }
    names.push_back(index.index_name);
    if (auto ok = check_local_index(index, request); !ok) return ok;
  }
  if (indexes.size() <= kMaxLocalIndexes) return {};
  return invalid_parameter("Number of LocalSecondaryIndexes exceeds per-table limit of " +
                           std::to_string(kMaxLocalIndexes));
}

Result<void> check_global_indexes(const CreateTableRequest& request,
                                  std::vector<std::string>& names) {
  const auto& indexes = request.global_secondary_indexes;
  for (const auto& index : indexes) {
    if (contains(names, index.index_name)) {
      return invalid_parameter("Duplicate index name: " + index.index_name);
    }
    names.push_back(index.index_name);
    if (auto ok = check_global_index(index, request.attribute_definitions); !ok) return ok;
  }
  if (indexes.size() <= kMaxGlobalIndexes) return {};
  return invalid_parameter("GlobalSecondaryIndex count exceeds the per-table limit of " +
                           std::to_string(kMaxGlobalIndexes));
}

/// AttributeDefinitions names the attributes of keys, each once, and no others.
Result<void> check_definitions_distinct(const AttributeDefinitions& definitions) {
  std::set<std::string_view> seen;
  for (const auto& definition : definitions) {
    if (!seen.insert(definition.attribute_name).second) {
      return errors::validation("Attribute Name is duplicated: " + definition.attribute_name);
    }
  }
  return {};
}

Result<void> check_definitions_used(const CreateTableRequest& request) {
  std::vector<std::string> used;
  const auto use = [&used](const KeySchemaElements& elements) {
    for (const auto& element : elements) {
      if (!contains(used, element.attribute_name)) used.push_back(element.attribute_name);
    }
  };
  use(request.key_schema);
  for (const auto& index : request.local_secondary_indexes) use(index.key_schema);
  for (const auto& index : request.global_secondary_indexes) use(index.key_schema);
  if (used.size() == request.attribute_definitions.size()) return {};
  if (request.local_secondary_indexes.empty() && request.global_secondary_indexes.empty()) {
    return invalid_parameter(
        "Number of attributes in KeySchema does not exactly match number of attributes defined in "
        "AttributeDefinitions");
  }
  return invalid_parameter("Some AttributeDefinitions are not used. AttributeDefinitions: " +
                           bracketed(names_of(request.attribute_definitions)) +
                           ", keys used: " + bracketed(used));
}

template <class Definition>
std::shared_ptr<Index> make_common(const Definition& definition, const KeySchema& table,
                                   const AttributeDefinitions& definitions) {
  auto index = std::make_shared<Index>();
  index->name = definition.index_name;
  index->keys = make_key_schema(definition.key_schema, definitions);
  index->key_schema = definition.key_schema;
  index->projection = definition.projection;
  index->key_names = key_names({&index->keys, &table});
  if (index->projects_all()) return index;
  std::set<std::string> names(index->key_names.begin(), index->key_names.end());
  names.insert(definition.projection.non_key_attributes.begin(),
               definition.projection.non_key_attributes.end());
  index->projected.assign(names.begin(), names.end());
  return index;
}

}  // namespace

Result<void> check_stream(const std::optional<StreamSpecification>& stream, bool creating) {
  if (!stream || stream->stream_enabled == stream->stream_view_type.has_value()) return {};
  if (stream->stream_enabled) {
    return invalid_parameter(
        creating
            ? "Table is being created with a stream enabled, UpdateViewType should be specified"
            : "If stream is being enabled, then UpdateViewType must be specified");
  }
  return invalid_parameter(
      creating
          ? "Table is being created with a stream disabled, UpdateViewType should not be specified"
          : "If stream is being disabled, then UpdateViewType must not be specified");
}

Error invalid_parameter(const std::string& rest) {
  return errors::validation("One or more parameter values were invalid: " + rest);
}

std::string bracketed(const std::vector<std::string>& names) {
  std::string text = "[";
  for (const auto& name : names) {
    if (text.size() > 1) text += ", ";
    text += name;
  }
  return text + "]";
}

const AttributeDefinition* find_definition(const AttributeDefinitions& definitions,
                                           std::string_view name) {
  for (const auto& definition : definitions) {
    if (definition.attribute_name == name) return &definition;
  }
  return nullptr;
}

Result<void> check_create_table(const CreateTableRequest& request) {
  if (auto ok = check_definitions_distinct(request.attribute_definitions); !ok) return ok;
  if (auto ok = check_keys_defined(request.key_schema, request.attribute_definitions); !ok) {
    return ok;
  }
  if (auto ok = check_keys_distinct(request.key_schema); !ok) return ok;
  if (auto ok = check_simple_keys(request.key_schema); !ok) return ok;
  std::vector<std::string> names;
  if (auto ok = check_local_indexes(request, names); !ok) return ok;
  if (auto ok = check_global_indexes(request, names); !ok) return ok;
  if (auto ok = check_definitions_used(request); !ok) return ok;
  std::size_t projected = 0;
  for (const auto& index : request.local_secondary_indexes) {
    projected += index.projection.non_key_attributes.size();
  }
  for (const auto& index : request.global_secondary_indexes) {
    projected += index.projection.non_key_attributes.size();
  }
  return check_projected_attributes(projected);
}

Result<void> check_global_index(const GlobalSecondaryIndex& index,
                                const AttributeDefinitions& definitions) {
  if (auto ok = check_keys_defined(index.key_schema, definitions); !ok) return ok;
  if (auto ok = check_keys_distinct(index.key_schema); !ok) return ok;
  if (auto ok = check_multi_attribute_keys(index.key_schema); !ok) return ok;
  return check_projection(index.projection);
}

Result<void> check_projected_attributes(std::size_t total) {
  if (total <= kMaxProjectedAttributes) return {};
  return invalid_parameter(
      "Number of NonKeyAttributes over all indexes exceeds per-table limit of " +
      std::to_string(kMaxProjectedAttributes));
}

Error table_not_found(std::string_view name) {
  return errors::not_found("Requested resource not found: Table: " + std::string(name) +
                           " not found");
}

Result<void> check_table_is_idle(const Table& table) {
  const TableStatus status = table.phase.at(table.clock());
  if (status == TableStatus::active) return {};
  const std::string what = status == TableStatus::creating   ? "created"
                           : status == TableStatus::deleting ? "deleted"
                                                             : "updated";
  return errors::resource_in_use(
      "Attempt to change a resource which is still in use: Table is being " + what + ": " +
      table.name);
}

Result<void> check_table_is_there(const Table& table) {
  if (table.phase.at(table.clock()) == TableStatus::updating) return {};
  return check_table_is_idle(table);
}

KeySchema make_key_schema(const KeySchemaElements& elements,
                          const AttributeDefinitions& definitions) {
  KeySchema keys;
  for (const auto& element : elements) {
    auto& kind = element.key_type == KeyType::hash ? keys.partition : keys.sort;
    kind.push_back({element.attribute_name,
                    find_definition(definitions, element.attribute_name)->attribute_type});
  }
  return keys;
}

std::shared_ptr<Index> make_index(const GlobalSecondaryIndex& index, const KeySchema& table,
                                  const AttributeDefinitions& definitions) {
  auto made = make_common(index, table, definitions);
  made->provisioned_throughput = index.provisioned_throughput;
  made->on_demand_throughput = index.on_demand_throughput;
  made->warm_throughput = index.warm_throughput.value_or(WarmThroughput{});
  return made;
}

std::shared_ptr<Index> make_index(const LocalSecondaryIndex& index, const KeySchema& table,
                                  const AttributeDefinitions& definitions) {
  auto made = make_common(index, table, definitions);
  made->global = false;
  return made;
}

}  // namespace keywright::engine
