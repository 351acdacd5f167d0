#include "engine_model_requests.hpp"

#include <array>
#include <utility>

namespace keywright::model_test {
namespace {

const std::vector<std::string> kPlain{"p", "q", "r"};

std::vector<KeySchemaElement> key_schema(const std::vector<KeyPart>& hash,
                                         const std::vector<KeyPart>& range) {
  std::vector<KeySchemaElement> schema;
  for (const auto& part : hash) schema.push_back({part.name, KeyType::hash});
  for (const auto& part : range) schema.push_back({part.name, KeyType::range});
  return schema;
}

void define(std::vector<AttributeDefinition>& definitions, const std::vector<KeyPart>& parts) {
  for (const auto& part : parts) {
    const AttributeDefinition definition{part.name, part.type};
    if (std::find(definitions.begin(), definitions.end(), definition) == definitions.end()) {
      definitions.push_back(definition);
    }
  }
}

template <class Index>
Index index_request(const IndexSpec& spec) {
  Index index;
  index.index_name = spec.name;
  index.key_schema = key_schema(spec.hash, spec.range);
  index.projection = {spec.projection, spec.include};
  return index;
}

template <class Request>
Request filled(const Write& write) {
  Request request;
  fill(request, write);
  return request;
}

}  // namespace

const KeyPart* find_indexable(const std::string& attribute) {
  for (const auto& part : kIndexable) {
    if (part.name == attribute) return &part;
  }
  return nullptr;
}

std::vector<std::string> all_names() {
  std::vector<std::string> names = kPlain;
  for (const auto& part : kIndexable) names.push_back(part.name);
  return names;
}

IndexSpec random_index(Dice& dice, const TableSpec& table, std::string name, bool global) {
  IndexSpec index;
  index.name = std::move(name);
  index.global = global;
  if (global) {
    auto parts = kIndexable;
    parts.push_back(table.hash);
    if (table.range) parts.push_back(*table.range);
    const std::size_t hashes = 1 + dice.below(2);
    parts = dice.some(parts, hashes + dice.below(3));
    index.hash.assign(parts.begin(), parts.begin() + static_cast<std::ptrdiff_t>(hashes));
    index.range.assign(parts.begin() + static_cast<std::ptrdiff_t>(hashes), parts.end());
  } else {
    index.hash = {table.hash};
    index.range = {dice.pick(kIndexable)};
  }
  index.projection = dice.pick(std::vector<ProjectionType>{
      ProjectionType::all, ProjectionType::keys_only, ProjectionType::include});
  if (index.projection == ProjectionType::include) index.include = dice.some(kPlain, 2);
  return index;
}

std::vector<TableSpec> random_tables(Dice& dice) {
  const std::vector<AttributeType> types{AttributeType::string, AttributeType::number,
                                         AttributeType::binary};
  std::vector<TableSpec> tables;
  for (const char* name : {"TabA", "TabB"}) {
    TableSpec table{name, {"pk", dice.pick(types)}, std::nullopt, {}};
    if (dice.percent(75)) table.range = {"sk", dice.pick(types)};
    const std::size_t locals = table.range ? dice.below(3) : 0;
    for (std::size_t i = 0; i < locals; ++i) {
      table.indexes.push_back(random_index(dice, table, "local" + std::to_string(i), false));
    }
    const std::size_t globals = dice.below(4);
    for (std::size_t i = 0; i < globals; ++i) {
      table.indexes.push_back(random_index(dice, table, "global" + std::to_string(i), true));
    }
    tables.push_back(std::move(table));
  }
  return tables;
}

CreateTableRequest create_table_request(const TableSpec& spec) {
  CreateTableRequest request;
  request.table_name = spec.name;
  request.billing_mode = BillingMode::pay_per_request;
  const std::vector<KeyPart> range =
      spec.range ? std::vector<KeyPart>{*spec.range} : std::vector<KeyPart>{};
  request.key_schema = key_schema({spec.hash}, range);
  define(request.attribute_definitions, {spec.hash});
  define(request.attribute_definitions, range);
  for (const IndexSpec& index : spec.indexes) {
    define(request.attribute_definitions, index.hash);
    define(request.attribute_definitions, index.range);
    if (index.global) {
      request.global_secondary_indexes.push_back(index_request<GlobalSecondaryIndex>(index));
    } else {
      request.local_secondary_indexes.push_back(index_request<LocalSecondaryIndex>(index));
    }
  }
  return request;
}

UpdateTableRequest create_index_request(const std::string& table, const IndexSpec& index) {
  UpdateTableRequest request;
  request.table_name = table;
  define(request.attribute_definitions, index.hash);
  define(request.attribute_definitions, index.range);
  request.global_secondary_index_updates = {
      CreateGlobalSecondaryIndexAction{index_request<GlobalSecondaryIndex>(index)}};
  return request;
}

Item encode(const Attributes& attributes) {
  ItemBuilder builder;
  for (const auto& [name, value] : attributes) builder.set(name, generators::encode(value));
  return builder.build();
}

Attributes decode(const Item& item) {
  Attributes attributes;
  for (const auto& [name, value] : item) {
    attributes[std::string(name)] = generators::decode(value);
  }
  return attributes;
}

std::string Substitutions::name(const std::string& name) {
  names.emplace_back("#n" + std::to_string(names.size()), name);
  return names.back().first;
}

std::string Substitutions::value(const Tree& value) {
  values.emplace_back(":v" + std::to_string(values.size()), generators::encode(value));
  return values.back().first;
}

std::string text_of(const Condition& condition, Substitutions& with) {
  const auto part = [&](std::size_t i) { return "(" + text_of(condition.parts[i], with) + ")"; };
  switch (condition.kind) {
    case Condition::exists:
      return "attribute_exists(" + with.name(condition.name) + ")";
    case Condition::missing:
      return "attribute_not_exists(" + with.name(condition.name) + ")";
    case Condition::equal:
      return with.name(condition.name) + " = " + with.value(condition.constant);
    case Condition::unequal:
      return with.name(condition.name) + " <> " + with.value(condition.constant);
    case Condition::less:
      return with.name(condition.name) + " < " + with.value(condition.constant);
    case Condition::negation:
      return "NOT " + part(0);
    case Condition::both: {
      const std::string left = part(0);
      return left + " AND " + part(1);
    }
    case Condition::either: {
      const std::string left = part(0);
      return left + " OR " + part(1);
    }
  }
  return "";
}

std::string text_of(const std::vector<Change>& changes, Substitutions& with) {
  std::array<std::string, 3> sections;
  for (const Change& change : changes) {
    auto& section = sections[change.kind == Change::remove ? 2
                             : change.kind == Change::add  ? 1
                                                           : 0];
    section += section.empty() ? "" : ", ";
    section += with.name(change.name);
    if (change.kind == Change::set) section += " = " + with.value(change.value);
    if (change.kind == Change::copy) section += " = " + with.name(change.source);
    if (change.kind == Change::add) section += " " + with.value(change.value);
  }
  std::string text;
  if (!sections[0].empty()) text += "SET " + sections[0] + " ";
  if (!sections[1].empty()) text += "ADD " + sections[1] + " ";
  if (!sections[2].empty()) text += "REMOVE " + sections[2];
  return text;
}

std::string describe(const Write& write) {
  constexpr std::array<const char*, 4> kNames{"put", "update", "erase", "check"};
  Substitutions with;
  std::string text = kNames[write.kind] + (" " + write.table) + " " + to_json(encode(write.item));
  text += " " + text_of(write.changes, with);
  if (write.condition) text += " if " + text_of(*write.condition, with);
  for (const auto& [key, name] : with.names) text.append(" ").append(key).append("=").append(name);
  for (const auto& [key, value] : with.values) text += " " + key + "=" + to_json(value);
  return text;
}

/// The members that all requests of writes share.

TransactWriteItem transact_item(const Write& write) {
  switch (write.kind) {
    case Write::put:
      return filled<TransactPut>(write);
    case Write::update:
      return filled<TransactUpdate>(write);
    case Write::erase:
      return filled<TransactDelete>(write);
    case Write::check:
      break;
  }
  return filled<TransactConditionCheck>(write);
}

}  // namespace keywright::model_test
