#include "apply/words.hpp"

#include "api/enum_names.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <utility>

namespace keywright::apply {
namespace {

template <class Status>
std::string_view status_text(Status status) {
  return status == Status::other ? "in a state unknown here" : api::name(status);
}

}  // namespace

std::string grouped(std::int64_t number) {
  std::string digits = std::to_string(number);
  const std::size_t first = number < 0 ? 1 : 0;
  for (std::size_t place = digits.size(); place > first + 3;) {
    place -= 3;
    digits.insert(place, 1, ',');
  }
  return digits;
}

std::string counted(std::int64_t number, std::string_view noun) {
  return grouped(number) + ' ' + std::string(noun) + (number == 1 ? "" : "s");
}

std::string size_text(std::int64_t bytes) {
  constexpr std::array kUnits{"KB", "MB", "GB", "TB"};
  if (bytes < 1024) return std::to_string(bytes) + " B";
  auto amount = static_cast<double>(bytes) / 1024;
  std::size_t unit = 0;
  while (amount >= 1024 && unit + 1 < kUnits.size()) {
    amount /= 1024;
    ++unit;
  }
  char text[32];
  std::snprintf(text, sizeof text, amount < 10 ? "%.1f %s" : "%.0f %s", amount, kUnits[unit]);
  return text;
}

std::string key_text(const std::vector<KeySchemaElement>& schema,
                     const std::vector<AttributeDefinition>& definitions) {
  std::string text;
  for (const auto& element : schema) {
    if (!text.empty()) text += ", ";
    text += element.attribute_name;
    if (const auto* found = find_definition(definitions, element.attribute_name)) {
      text += " (" + std::string(type_descriptor(found->attribute_type)) + ")";
    }
    // With several attributes in each half, where the one ends and the other begins.
    if (schema.size() > 2) text += element.key_type == KeyType::hash ? " HASH" : " RANGE";
  }
  return text;
}

std::string projection_text(const Projection& projection) {
  switch (projection.projection_type.value_or(ProjectionType::all)) {
    case ProjectionType::keys_only:
      return "keys only";
    case ProjectionType::include: {
      std::string text = "keys and ";
      for (const auto& name : projection.non_key_attributes) {
        if (&name != &projection.non_key_attributes.front()) text += ", ";
        text += name;
      }
      return text;
    }
    case ProjectionType::all:
      break;
  }
  return "all attributes";
}

std::string throughput_text(const ProvisionedThroughput& units) {
  return grouped(units.read_capacity_units) + " read and " + grouped(units.write_capacity_units) +
         " write units";
}

std::string_view to_text(BillingMode mode) {
  return mode == BillingMode::provisioned ? "provisioned" : "on demand";
}

std::string_view to_text(TableStatus status) {
  return status_text(status);
}

std::string_view to_text(IndexStatus status) {
  return status_text(status);
}

const AttributeDefinition* find_definition(const std::vector<AttributeDefinition>& definitions,
                                           std::string_view name) {
  const auto found = std::find_if(definitions.begin(), definitions.end(),
                                  [name](const auto& each) { return each.attribute_name == name; });
  return found == definitions.end() ? nullptr : &*found;
}

}  // namespace keywright::apply
