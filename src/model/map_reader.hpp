#pragma once

// Reads a map of the tree by a table with one row per key it may have. Unknown keys are reported
// with the nearest known one, missing ones by name.

#include "model/findings.hpp"
#include "model/language.hpp"
#include "model/spelling.hpp"
#include "model/tree.hpp"
#include "model/values.hpp"

#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace keywright::model {

template <typename T>
struct KeyRow {
  std::string_view name;
  void (*read)(Findings&, const Entry&, T&);
  std::string_view example{};  // how it is written; of keys that must be there, and of no other
};

template <typename T, std::size_t N>
[[nodiscard]] std::vector<std::string_view> names_of(const std::array<KeyRow<T>, N>& rows) {
  std::vector<std::string_view> names;
  for (const KeyRow<T>& row : rows) names.push_back(row.name);
  return names;
}

// The map of such a table, under the name that the schema gives it.
template <typename T, std::size_t N>
[[nodiscard]] LanguageMap described(std::string_view name, const std::array<KeyRow<T>, N>& rows) {
  LanguageMap map{name, {}};
  for (const KeyRow<T>& row : rows) map.keys.push_back({row.name, !row.example.empty()});
  return map;
}

// `what` names the map in messages ("access pattern `get_job`"), `example` helps who wrote no map.
// False if it is no map at all.
template <typename T, std::size_t N>
bool read_map(Findings& findings, const Entry& map, const std::string& what,
              const std::array<KeyRow<T>, N>& rows, T& target, std::string_view example = {}) {
  if (map.value.kind != NodeKind::map) {
    report_type(findings, map, "a map", example);
    return false;
  }
  for (const Entry& entry : map.value.entries) {
    const auto row = std::find_if(rows.begin(), rows.end(), [&entry](const KeyRow<T>& candidate) {
      return candidate.name == entry.key;
    });
    if (row != rows.end()) {
      row->read(findings, entry, target);
    } else {
      findings.add(StructuralRule::unknown_key, entry.key_span,
                   what + " has no key " + quoted(entry.key), suggest(entry.key, names_of(rows)));
    }
  }
  for (const KeyRow<T>& row : rows) {
    if (row.example.empty() || map.value.find(row.name) != nullptr) continue;
    const Span& at = map.key_span.written() ? map.key_span : map.value.span;
    findings.add(StructuralRule::missing_key, at, what + " lacks the key " + quoted(row.name),
                 "add it, as in " + std::string(row.example));
  }
  return true;
}

}  // namespace keywright::model
