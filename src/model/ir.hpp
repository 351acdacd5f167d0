#pragma once

// The intermediate representation: what a model file says, typed and with names resolved, every
// part with its place in the file. Plan, check and generate read this and nothing else.
//
// Plain values without invariants of their own: whoever holds a Model that read_model() returned
// may rely on what the comments say. Copying is deep; const access is safe from any thread.

#include "model/access_pattern.hpp"
#include "model/entity.hpp"
#include "model/source.hpp"
#include "model/table.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace keywright::model {

enum class Profile { production, development };
enum class Target { aws, alternator, embedded, extenddb };

[[nodiscard]] std::string_view to_text(Profile profile);
[[nodiscard]] std::string_view to_text(Target target);

// A finding that is accepted, with the reason.
struct Waiver {
  Located<std::string> rule;
  std::optional<Located<std::string>> on;  // compared with Diagnostic::subject; absent: everywhere
  Located<std::string> reason;
  Span span;
};

struct Model {
  std::string file_name;
  Located<std::string> name;
  Located<Profile> profile{Profile::production, {}, {}};
  std::vector<Located<Target>> targets;        // aws and embedded if the file names none
  std::optional<Located<std::string>> tenant;  // the field that tells tenants apart

  std::vector<AccessPattern> access_patterns;  // in file order, all lists alike
  std::vector<Entity> entities;
  std::vector<Table> tables;
  std::vector<Waiver> waivers;

  // Whether the file has come that far: a model may begin as a list of patterns. Without entities
  // no entity or field is resolved; without tables no index is.
  bool has_entities = false;
  bool has_tables = false;

  [[nodiscard]] const Entity* find_entity(std::string_view entity_name) const;
  [[nodiscard]] const AccessPattern* find_access_pattern(std::string_view pattern_name) const;
  [[nodiscard]] const Table* find_table(std::string_view label) const;

  // Null if unresolved.
  [[nodiscard]] const Entity* entity(const EntityRef& reference) const;
  [[nodiscard]] const Table* table_of(const Entity& entity) const;
  [[nodiscard]] const TableIndex* index_of(const Entity& entity, const IndexEntry& entry) const;
  // The pattern that a step of a transaction runs; null if unresolved.
  [[nodiscard]] const AccessPattern* pattern_of(const TransactStep& step) const;
};

}  // namespace keywright::model
