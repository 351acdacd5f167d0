#include "imports/bind_request.hpp"

#include <algorithm>
#include <optional>
#include <string_view>

namespace keywright::imports {
namespace {

// A key attribute as an entity fills it.
struct Place {
  const DraftKey* key = nullptr;
  std::string field;  // of a native one
};

std::optional<Place> place_among(const std::vector<DraftAttribute>& attributes,
                                 const std::optional<DraftKey>& key, const std::string& attribute) {
  if (!key) return std::nullopt;
  for (std::size_t i = 0; i < attributes.size(); ++i) {
    if (attributes[i].name != attribute) continue;
    if (!key->is_native()) return Place{&*key, {}};
    if (i < key->fields.size()) return Place{&*key, key->fields[i]};
  }
  return std::nullopt;
}

std::optional<Place> place_of(const DraftTable& table, const DraftEntity& entity,
                              const std::string& index_name, const std::string& attribute) {
  const DraftIndex* index = table.find_index(index_name);
  const DraftIndexEntry* entry = index == nullptr ? nullptr : entity.find_index(index_name);
  if (index != nullptr && entry == nullptr) return std::nullopt;
  if (index != nullptr) {
    if (auto place = place_among(index->partition, entry->pk, attribute)) return place;
    if (auto place = place_among(index->sort, entry->sk, attribute)) return place;
    if (!index->local) return std::nullopt;
  }
  if (auto place = place_among({table.partition}, entity.pk, attribute)) return place;
  if (!table.sort) return std::nullopt;
  return place_among({*table.sort}, entity.sk, attribute);
}

// How much of the fixed text of a key the condition meets; nothing if they exclude each other.
std::optional<std::size_t> fit_of(const Place& place, const KeyCondition& condition) {
  if (place.key->is_native() || condition.value.empty()) return 0;
  const std::string literal = place.key->literal_prefix();
  if (condition.value.starts_with(literal)) {
    const bool whole = literal.size() == place.key->text.size();
    if (whole && condition.op == "=" && condition.value != literal) return std::nullopt;
    return literal.size();
  }
  if (condition.op == "prefix" && std::string_view(literal).starts_with(condition.value)) {
    return condition.value.size();
  }
  return std::nullopt;
}

std::optional<std::size_t> fit_of(const DraftTable& table, const DraftEntity& entity,
                                  const std::string& index,
                                  const std::vector<KeyCondition>& conditions) {
  std::size_t sum = 0;
  for (const KeyCondition& condition : conditions) {
    const auto place = place_of(table, entity, index, condition.attribute);
    if (!place) return std::nullopt;
    const auto fit = fit_of(*place, condition);
    if (!fit) return std::nullopt;
    sum += *fit;
  }
  return sum;
}

void add_once(std::vector<std::string>& names, const std::string& name) {
  if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
}

// "ORDER#2026-01-" of "ORDER#{day}#{id}": what is closed by a `#` is bound, what is begun is a
// prefix.
void bind_prefix(const DraftKey& key, const std::string& value, DraftPattern& pattern) {
  const std::string literal = key.literal_prefix();
  std::string_view rest = value;
  rest.remove_prefix(std::min(literal.size(), rest.size()));
  for (const std::string& field : key.components()) {
    if (rest.empty()) return;
    const std::size_t end = rest.find('#');
    if (end == std::string_view::npos) {
      pattern.range_field = field;
      pattern.range_op = "prefix";
      return;
    }
    add_once(pattern.by, field);
    rest.remove_prefix(end + 1);
  }
}

void bind_condition(const Place& place, const KeyCondition& condition, DraftPattern& pattern) {
  const std::vector<std::string> fields =
      place.field.empty() ? place.key->components() : std::vector<std::string>{place.field};
  if (condition.op == "=") {
    for (const std::string& field : fields) add_once(pattern.by, field);
  } else if (condition.op == "prefix" && !place.key->is_native()) {
    bind_prefix(*place.key, condition.value, pattern);
  } else {
    const auto open = std::find_if(fields.begin(), fields.end(), [&](const std::string& field) {
      return std::find(pattern.by.begin(), pattern.by.end(), field) == pattern.by.end();
    });
    if (open == fields.end()) return;
    pattern.range_field = *open;
    pattern.range_op = condition.op;
  }
}

}  // namespace

bool bind_request(const Draft& draft, const DraftTable& table, const std::string& index,
                  const std::vector<KeyCondition>& conditions, DraftPattern& pattern) {
  const DraftEntity* best = nullptr;
  std::size_t best_fit = 0;
  std::vector<std::string> all;
  for (const DraftEntity& entity : draft.entities) {
    if (entity.table != table.name) continue;
    if (pattern.entity.empty()) pattern.entity = entity.name;
    const auto fit = fit_of(table, entity, index, conditions);
    if (!fit || conditions.empty()) continue;
    all.push_back(entity.name + "*");
    if (best != nullptr && *fit <= best_fit) continue;
    best = &entity;
    best_fit = *fit;
  }
  if (best == nullptr) return false;
  pattern.entity = best->name;
  const bool collection = pattern.op == "query" && all.size() > 1;
  if (collection) pattern.returns = std::move(all);
  for (const KeyCondition& condition : conditions) {
    bind_condition(*place_of(table, *best, index, condition.attribute), condition, pattern);
  }
  return true;
}

}  // namespace keywright::imports
