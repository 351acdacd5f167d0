#pragma once

// What code that is generated from a model is called, in whatever language: its types, functions
// and files, decided once so that all files of the output agree. Immutable after construction.

#include "generate/names.hpp"
#include "model/ir.hpp"
#include "plan/plan.hpp"

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace keywright::generate {

// What languages say differently.
struct Language {
  // The name itself, or one that the language allows.
  std::string (*identifier)(std::string_view name);
  // In comments.
  std::string_view name;              // "C++"
  std::string_view condition_failed;  // the error of a condition that does not hold
  std::string_view taken;             // what names the rule, if a unique value is another item's
};

// A type of some fields of one entity, for reads that want not all.
struct Summary {
  std::string name;
  std::size_t entity = 0;
  std::vector<std::size_t> fields;  // in the pattern's order
  std::vector<std::string> patterns;
};

class Naming {
 public:
  Naming(const model::Model& model, const plan::Plan& plan, const Language& language);

  const model::Model& model;
  const plan::Plan& plan;
  const Language& language;

  [[nodiscard]] const std::string& name_space() const { return name_space_; }
  [[nodiscard]] const model::Entity& entity(std::size_t position) const {
    return model.entities[position];
  }
  // The line under a file's title that names the model file.
  [[nodiscard]] std::string origin() const;

  // Types.
  [[nodiscard]] std::string entity_type(std::size_t entity) const;
  // Of an enum or object type: its name.
  [[nodiscard]] const std::string& named_type(const model::FieldType& type) const;
  // A field whose time the tool gives, if the caller gives none.
  [[nodiscard]] static bool has_lifetime(const model::Entity& entity, const model::Field& field);
  [[nodiscard]] const std::vector<Summary>& summaries() const { return summaries_; }
  [[nodiscard]] const Summary* summary_of(std::size_t pattern) const;
  // The type of a collection read; empty if the pattern is none.
  [[nodiscard]] std::string collection_type(std::size_t pattern) const;
  // Members of it: job, findings.
  [[nodiscard]] std::string collection_member(const model::Returned& returned) const;
  // The type of the inputs that identify an item in batches, if they are several; its fields are
  // those of `by`.
  [[nodiscard]] std::string key_type(std::size_t pattern) const;

  // The pattern by which types of a plan are named: for a step that another pattern states, that
  // one; for one of its own, none (the number of patterns).
  [[nodiscard]] std::size_t naming_pattern(const plan::PatternPlan& plan) const;
  [[nodiscard]] const std::string& each_function(std::size_t pattern) const;
  [[nodiscard]] const std::string& query_helper(std::size_t pattern) const;
  [[nodiscard]] std::string repository_class(const plan::Aggregate& aggregate) const;
  [[nodiscard]] std::string admin_class(const plan::Aggregate& aggregate) const;

  // `job` and `jobs` as names of variables.
  [[nodiscard]] std::string variable(std::size_t entity) const;
  [[nodiscard]] std::string variables(std::size_t entity) const;

  // Whether the tool gives a time to items of the entity.
  [[nodiscard]] bool needs_time(std::size_t entity) const;

 protected:
  // Every type that the output has; a language with names beside them keeps clear of these.
  [[nodiscard]] const UniqueNames& type_names() const { return type_names_; }

 private:
  void name_types();
  void name_type(const model::FieldType& type, const std::string& name);
  void name_results();
  void name_functions();

  std::string name_space_;
  UniqueNames type_names_;
  UniqueNames functions_;
  std::map<const model::FieldType*, std::string> named_types_;
  std::vector<Summary> summaries_;
  std::map<std::size_t, std::size_t> summary_of_;  // by pattern
  std::map<std::size_t, std::string> collections_;
  std::map<std::size_t, std::string> key_types_;
  std::map<std::size_t, std::string> each_functions_;
  std::map<std::size_t, std::string> query_helpers_;
};

}  // namespace keywright::generate
