#include "imports/draft.hpp"

#include "model/values.hpp"

#include <algorithm>

namespace keywright::imports {
namespace {

template <typename Range>
auto* find_named(Range& range, std::string_view name) {
  const auto found = std::find_if(range.begin(), range.end(),
                                  [name](const auto& each) { return each.name == name; });
  return found == range.end() ? nullptr : &*found;
}

}  // namespace

std::vector<std::string> DraftKey::components() const {
  if (is_native()) return fields;
  std::vector<std::string> all;
  std::size_t open = 0;
  while ((open = text.find('{', open)) != std::string::npos) {
    const std::size_t close = text.find('}', open);
    if (close == std::string::npos) break;
    all.push_back(text.substr(open + 1, close - open - 1));
    open = close;
  }
  return all;
}

std::string DraftKey::literal_prefix() const {
  return text.substr(0, text.find('{'));
}

bool is_template(std::string_view text) {
  while (!text.empty()) {
    const std::size_t open = text.find('{');
    if (text.substr(0, open).find('}') != std::string_view::npos) return false;
    if (open == std::string_view::npos) return true;
    const std::size_t close = text.find('}', open);
    if (close == std::string_view::npos) return false;
    if (!model::is_identifier(text.substr(open + 1, close - open - 1))) return false;
    text.remove_prefix(close + 1);
  }
  return true;
}

const DraftField* DraftEntity::find_field(std::string_view field) const {
  return find_named(fields, field);
}

const DraftIndexEntry* DraftEntity::find_index(std::string_view index) const {
  const auto found = std::find_if(indexes.begin(), indexes.end(),
                                  [index](const auto& each) { return each.index == index; });
  return found == indexes.end() ? nullptr : &*found;
}

const DraftIndex* DraftTable::find_index(std::string_view index) const {
  return find_named(indexes, index);
}

const DraftTable* Draft::find_table(std::string_view table) const {
  return find_named(tables, table);
}

DraftEntity* Draft::find_entity(std::string_view entity) {
  return find_named(entities, entity);
}

}  // namespace keywright::imports
