#pragma once
// The parts of a random model before they are written: fields, entities, and how they lie in the
// table and in indexes. Plain values.

#include "dice.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace keywright::random_proof {

using Names = std::vector<std::string>;

enum class Kind { id, text, choice, flag, whole, decimal, time, day, seconds, document };

struct FieldDraft {
  std::string name;
  std::string type;
  Kind kind = Kind::text;
  bool optional = false;
  bool immutable = false;

  // Whether a template can have it, and whether a native key can.
  [[nodiscard]] bool in_template() const {
    return kind != Kind::decimal && kind != Kind::document &&
           !type.starts_with("{type: string, max");
  }
  [[nodiscard]] bool is_native() const { return in_template() && kind != Kind::flag; }
  [[nodiscard]] bool adds() const {
    return kind == Kind::whole || kind == Kind::decimal || type.starts_with("{type: set");
  }
  [[nodiscard]] bool has_order() const { return kind != Kind::flag && kind != Kind::choice; }
};

// How the items of an entity lie in the table or in an index: by which fields.
struct Place {
  std::string index;  // empty: the table
  Names partition;
  Names sort;
  bool is_local = false;
  bool has_condition = false;
  bool is_whole = true;  // the index has all attributes of its items
  Names projected = {};  // else these fields of them
};

struct EntityDraft {
  std::string name;
  std::string table = "main";
  std::vector<FieldDraft> fields;
  Names identity;
  std::string key;
  Place place;
  std::vector<Place> places;  // the indexes
  Names entries;
  std::string more;  // states, ttl, unique, version
  bool has_states = false;
  bool has_version = false;
  bool is_unique = false;
  bool has_fixed_life = false;
  Names unique;
  std::string state_field;
  std::string time_field;
  std::string version_field;

  [[nodiscard]] const FieldDraft& field(const std::string& wanted) const {
    return *std::find_if(fields.begin(), fields.end(),
                         [&](const FieldDraft& each) { return each.name == wanted; });
  }
  [[nodiscard]] bool lives() const { return !time_field.empty(); }
  [[nodiscard]] bool is_key(const std::string& wanted) const {
    return std::find(identity.begin(), identity.end(), wanted) != identity.end();
  }
  [[nodiscard]] bool is_special(const std::string& wanted) const {
    return is_key(wanted) || wanted == state_field || wanted == version_field;
  }
};

[[nodiscard]] inline std::string joined(const Names& names, std::string_view separator = ", ") {
  std::string text;
  for (const auto& name : names) {
    if (!text.empty()) text += separator;
    text += name;
  }
  return text;
}

[[nodiscard]] inline std::string lower(std::string text) {
  for (char& c : text) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return text;
}

[[nodiscard]] inline std::string upper(std::string text) {
  for (char& c : text) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  return text;
}

[[nodiscard]] inline std::string components(const Names& fields) {
  Names parts;
  for (const auto& field : fields) parts.push_back("{" + field + "}");
  return joined(parts, "#");
}

template <class Test>
[[nodiscard]] Names fields_where(const EntityDraft& entity, const Test& test) {
  Names names;
  for (const auto& field : entity.fields) {
    if (test(field)) names.push_back(field.name);
  }
  return names;
}

[[nodiscard]] inline Names without(Names from, const Names& others) {
  std::erase_if(from, [&](const std::string& name) {
    return std::find(others.begin(), others.end(), name) != others.end();
  });
  return from;
}

/// A condition on the field; empty if there is none of its kind.
[[nodiscard]] inline std::string test_of(const EntityDraft& entity, const FieldDraft& field,
                                         Dice& dice) {
  if (field.name == entity.version_field || field.name == entity.time_field) return "";
  if (field.optional && dice.percent(40)) {
    return field.name + (dice.percent(70) ? " exists" : " not exists");
  }
  static const Names kSymbols = {" = ", " <> ", " >= ", " < ", " > ", " <= "};
  if (field.type.find("red") != std::string::npos) {
    return field.name + (dice.percent(50) ? " in [red, blue]" : " = green");
  }
  if (field.type.find("low") != std::string::npos) {
    return field.name + (dice.percent(50) ? " <> low" : " in [top, mid, low]");
  }
  if (field.kind == Kind::flag) return field.name + " = true";
  if (field.kind == Kind::whole && !entity.is_key(field.name)) {
    return field.name + dice.pick(kSymbols) + std::to_string(dice.below(6));
  }
  return "";
}

}  // namespace keywright::random_proof
