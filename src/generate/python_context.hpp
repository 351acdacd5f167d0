#pragma once

// What the Python emitters share: the model, its plan, and the Python names and types of what it
// has. Immutable after construction.

#include "generate/naming.hpp"
#include "generate/python_names.hpp"
#include "generate/write_request.hpp"

#include <compare>
#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace keywright::generate {

inline constexpr Language python{
    .identifier = python_identifier,
    .name = "Python",
    .condition_failed = "ConditionFailed",
    .taken = "its `taken`",
};

class PythonContext : public Naming {
 public:
  PythonContext(const model::Model& model, const plan::Plan& plan);

  // Types, as annotations have them.
  [[nodiscard]] std::string value_type(const model::FieldType& type) const;
  [[nodiscard]] std::string member_type(const model::Entity& entity,
                                        const model::Field& field) const;
  [[nodiscard]] std::string member_type(const model::Field& field) const;
  // How values are stored: `kw.TIMESTAMP`, `kw.EnumCodec(JobStatus)`.
  [[nodiscard]] std::string codec(const model::FieldType& type) const;

  // Names of constants and functions. A constant whose name is taken, by a type or by another one,
  // gets `_` behind it: of an entity SKU, the description is SKU_.
  [[nodiscard]] const std::string& entity_constant(std::size_t entity) const;  // JOB
  [[nodiscard]] const std::string& object_constant(const model::FieldType& type) const;
  [[nodiscard]] const std::string& summary_constant(const Summary& summary) const;
  [[nodiscard]] const std::string& key_constant(std::size_t entity, const plan::EntityKey& key,
                                                bool is_partition, std::size_t position) const;
  [[nodiscard]] const std::string& unique_constant(std::size_t entity, std::size_t rule) const;
  [[nodiscard]] const std::string& table_constant(std::size_t table) const;
  [[nodiscard]] std::string item_function(std::size_t entity) const;  // job_item
  // `job_item(job)` of an expression; with the time, if the tool gives one.
  [[nodiscard]] std::string item_call(std::size_t entity, const std::string& value) const;

  // Values.
  [[nodiscard]] std::string enumerator(const model::FieldType& type, std::string_view value) const;
  // The names of an enum's members, in the order of its values.
  [[nodiscard]] std::vector<std::string> enumerators(const model::FieldType& type) const;
  [[nodiscard]] std::string literal(const model::FieldType& type,
                                    const model::Literal& literal) const;
  // Whether the predicate holds of a value: a condition. `is_optional`: it may be None.
  [[nodiscard]] std::vector<std::string> predicate_tests(const model::Field& field,
                                                         const model::Predicate& predicate,
                                                         const std::string& value,
                                                         bool is_optional) const;

 private:
  // Of a key attribute: the entity, the index or none for the table, and the place in the key.
  struct KeyPlace {
    std::size_t entity;
    std::optional<std::size_t> index;
    bool is_partition;
    std::size_t position;
    auto operator<=>(const KeyPlace&) const = default;
  };

  void name_constants();
  void name_key(UniqueNames& names, std::size_t entity, const plan::EntityKey& key);
  void name_objects(UniqueNames& names, const model::FieldType& type);

  std::vector<std::string> table_constants_;
  std::vector<std::string> entity_constants_;
  std::map<const model::FieldType*, std::string> object_constants_;
  std::map<std::string, std::string, std::less<>> summary_constants_;  // by the summary's name
  std::map<KeyPlace, std::string> key_constants_;
  std::map<std::pair<std::size_t, std::size_t>, std::string> unique_constants_;
};

// "JOB#{job_id:ulid}", "{seq:0..9999}": as kw.KeyTemplate reads it.
[[nodiscard]] std::string python_template(const model::Entity& entity,
                                          const std::vector<plan::KeyPart>& parts);
[[nodiscard]] std::string python_template(const model::Model& model,
                                          const plan::KeyExpression& expression);

// `JOB_PK(job_id) | JOB_SK()`: the key of an item.
[[nodiscard]] std::string python_item_key(
    const PythonContext& context, std::size_t entity, const std::vector<plan::KeyExpression>& key,
    const std::function<std::string(const plan::KeyTerm&)>& argument);

// `dt.timedelta(days=7)`.
[[nodiscard]] std::string python_duration(std::chrono::seconds duration);

}  // namespace keywright::generate
