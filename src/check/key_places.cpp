#include "check/key_places.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace keywright::check {
namespace {

void add_places(const KeyPlace& place, std::vector<KeyPlace>& places) {
  const bool is_shared = place.key->local;
  if (!is_shared) {
    for (const auto& attribute : place.key->partition) {
      places.push_back(place);
      places.back().attribute = &attribute;
    }
  }
  for (const auto& attribute : place.key->sort) {
    places.push_back(place);
    places.back().attribute = &attribute;
    places.back().is_partition = false;
  }
}

}  // namespace

bool fits_key(model::TypeKind kind, bool native) {
  using enum model::TypeKind;
  switch (kind) {
    case string:
    case enumeration:
    case integer:
    case timestamp:
    case date:
    case epoch_seconds:
    case uuid:
    case ulid:
      return true;
    case boolean:
      return !native;
    case number:
    case binary:
      return native;
    default:
      return false;
  }
}

bool holds_every_item(const model::Table& table, const model::TableIndex& index) {
  const auto is_of_table = [&](const model::KeyAttribute& attribute) {
    return attribute.name == table.partition.name ||
           (table.sort && attribute.name == table.sort->name);
  };
  return !index.local && std::all_of(index.partition.begin(), index.partition.end(), is_of_table) &&
         std::all_of(index.sort.begin(), index.sort.end(), is_of_table);
}

std::string KeyPlace::name() const {
  return fmt::format("{} of {}", attribute->name, entity->name);
}

std::string KeyPlace::subject() const {
  return index == nullptr ? entity->name : fmt::format("{}.{}", entity->name, index->name);
}

std::vector<KeyPlace> key_places(const Subject& subject) {
  std::vector<KeyPlace> places;
  for (std::size_t i = 0; i < subject.model.entities.size(); ++i) {
    const auto& entity = subject.model.entities[i];
    const auto& keys = subject.plan.keys[i];
    KeyPlace place;
    place.entity_index = i;
    place.entity = &entity;
    place.table = subject.model.table_of(entity);
    if (place.table == nullptr) continue;
    if (keys.table) {
      place.key = &*keys.table;
      add_places(place, places);
    }
    for (const auto& key : keys.indexes) {
      place.key = &key;
      place.index = &place.table->indexes[*key.index];
      place.entry = &entity.indexes[*key.entry];
      add_places(place, places);
    }
  }
  return places;
}

}  // namespace keywright::check
