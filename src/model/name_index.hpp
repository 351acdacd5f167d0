#pragma once

// Looks names up while a model is resolved, and reports the unknown ones. Internal to
// resolve_*.cpp.

#include "model/findings.hpp"
#include "model/ir.hpp"

#include <string>
#include <unordered_map>
#include <vector>

namespace keywright::model {

class NameIndex {
 public:
  NameIndex(Findings& findings, const Model& model);

  // Each leaves the reference unresolved and reports it, if what it names does not exist though the
  // file has such things.
  void resolve(EntityRef& reference);
  void resolve(TableRef& reference);
  void resolve(PatternRef& reference);
  void resolve(FieldRef& reference, std::size_t entity);
  void resolve(std::vector<FieldRef>& references, std::size_t entity);
  // In the first of the entities that has the field.
  void resolve(std::vector<FieldRef>& references, const std::vector<std::size_t>& entities);
  void resolve(FieldRef& reference, const std::vector<std::size_t>& entities);
  // Fields and values of a condition on an entity.
  void resolve(Condition& condition, std::size_t entity);

  [[nodiscard]] bool has_field(std::size_t entity, const std::string& name) const;

 private:
  using Names = std::unordered_map<std::string, std::size_t>;

  Findings& findings_;
  const Model& model_;
  Names entities_;
  Names tables_;
  Names patterns_;
  std::vector<Names> fields_;  // per entity
};

}  // namespace keywright::model
