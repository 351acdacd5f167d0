#include "check/pattern_text.hpp"

#include "check/text.hpp"

#include <vector>

#include <fmt/format.h>

namespace keywright::check {

std::string name_of(const model::AccessPattern& pattern) {
  return pattern.name.empty() ? "a step of the transaction" : pattern.name;
}

std::string source_name(const model::Table& table, std::optional<std::size_t> index) {
  return index ? fmt::format("index {}", table.indexes[*index].name)
               : fmt::format("table {}", table.name);
}

std::string template_text(const model::Entity& entity, const plan::KeyAttribute& attribute) {
  std::string text;
  for (const auto& part : attribute.parts) {
    text += part.field ? fmt::format("{{{}}}", entity.fields[*part.field].name) : part.literal;
  }
  return text;
}

std::string key_text(const model::Entity& entity, const plan::EntityKey& key) {
  std::vector<std::string> attributes;
  for (const auto* part : {&key.partition, &key.sort}) {
    for (const auto& attribute : *part) {
      attributes.push_back(
          fmt::format("{}: {}", attribute.name, quoted(template_text(entity, attribute))));
    }
  }
  return join(attributes, ", ");
}

const model::Table* table_of(const Subject& subject, const model::AccessPattern& pattern) {
  if (pattern.returns.empty()) return nullptr;
  const auto* entity = subject.model.entity(pattern.entity());
  return entity == nullptr ? nullptr : subject.model.table_of(*entity);
}

}  // namespace keywright::check
