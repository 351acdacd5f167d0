#include "copy/table_keys.hpp"

#include <algorithm>

namespace keywright::copy {

Key TableKeys::key_of(const Item& item) const {
  ItemBuilder builder;
  for (const auto& attribute : attributes) {
    if (const auto value = item.find(attribute.name)) builder.set(attribute.name, *value);
  }
  return builder.build();
}

bool TableKeys::same_item(const Item& a, const Item& b) const {
  return std::all_of(attributes.begin(), attributes.end(), [&](const KeyAttribute& attribute) {
    return a.find(attribute.name) == b.find(attribute.name);
  });
}

std::optional<std::string> TableKeys::fault_of(const Item& item) const {
  for (const auto& attribute : attributes) {
    const auto value = item.find(attribute.name);
    const std::string wanted(type_descriptor(attribute.type));
    if (!value) return "it has no " + attribute.name + ", which is in the key of the table";
    if (value->type() != attribute.type) {
      return "its " + attribute.name + " is of type " +
             std::string(type_descriptor(value->type())) + ", and the key of the table wants " +
             wanted;
    }
    const bool is_empty = (attribute.type == AttributeType::string && value->as_string().empty()) ||
                          (attribute.type == AttributeType::binary && value->as_binary().empty());
    if (is_empty) return "its " + attribute.name + ", which is in the key of the table, is empty";
  }
  return std::nullopt;
}

std::string TableKeys::text() const {
  std::string out;
  for (const auto& attribute : attributes) {
    if (!out.empty()) out += ", ";
    out += attribute.name + " (" + std::string(type_descriptor(attribute.type)) + ")";
  }
  return out;
}

TableKeys table_keys(const std::vector<KeySchemaElement>& schema,
                     const std::vector<AttributeDefinition>& definitions) {
  TableKeys keys;
  for (const auto type : {KeyType::hash, KeyType::range}) {
    for (const auto& element : schema) {
      if (element.key_type != type) continue;
      const auto definition = std::find_if(
          definitions.begin(), definitions.end(),
          [&](const auto& each) { return each.attribute_name == element.attribute_name; });
      keys.attributes.push_back({element.attribute_name, definition == definitions.end()
                                                             ? AttributeType::string
                                                             : definition->attribute_type});
    }
  }
  return keys;
}

}  // namespace keywright::copy
