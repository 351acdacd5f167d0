#pragma once

// What the C++ emitters share: the model, its plan, and the C++ names of its types, keys and
// functions, decided once so that headers and sources agree. Immutable after construction.

#include "generate/cpp_names.hpp"
#include "model/ir.hpp"
#include "plan/plan.hpp"

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace keywright::generate {

// A struct of some fields of one entity, for reads that want not all.
struct Summary {
  std::string name;
  std::size_t entity = 0;
  std::vector<std::size_t> fields;  // in the pattern's order
  std::vector<std::string> patterns;
};

class CppContext {
 public:
  CppContext(const model::Model& model, const plan::Plan& plan);

  const model::Model& model;
  const plan::Plan& plan;

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
  [[nodiscard]] std::string value_type(const model::FieldType& type) const;
  [[nodiscard]] std::string member_type(const model::Entity& entity,
                                        const model::Field& field) const;
  [[nodiscard]] std::string member_type(const model::Field& field) const;
  // As a parameter: small values by value, others by reference.
  [[nodiscard]] std::string parameter_type(const model::FieldType& type) const;
  // A field whose time the tool gives, if the caller gives none.
  [[nodiscard]] static bool has_lifetime(const model::Entity& entity, const model::Field& field);
  [[nodiscard]] const std::vector<Summary>& summaries() const { return summaries_; }
  [[nodiscard]] const Summary* summary_of(std::size_t pattern) const;
  // The struct of a collection read; empty if the pattern is none.
  [[nodiscard]] std::string collection_type(std::size_t pattern) const;
  // Members of it: job, findings.
  [[nodiscard]] std::string collection_member(const model::Returned& returned) const;
  // The struct with the inputs that identify an item in batches, if they are several; its fields
  // are those of `by`.
  [[nodiscard]] std::string key_type(std::size_t pattern) const;

  // Names of constants and functions.
  [[nodiscard]] std::string key_constant(std::size_t entity, const plan::EntityKey& key,
                                         bool is_partition, std::size_t position) const;
  [[nodiscard]] std::string unique_constant(std::size_t entity, std::size_t rule) const;
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

  // An argument for to_item: `job` or `job, now` by whether the tool gives a time.
  [[nodiscard]] bool needs_time(std::size_t entity) const;

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

// "list_jobs_by_status" -> "jobs_by_status": without the verb of a read.
[[nodiscard]] std::string without_verb(std::string_view pattern);

}  // namespace keywright::generate
