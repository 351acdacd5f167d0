#pragma once

// What the C++ emitters share: the model, its plan, and the C++ names of its types, keys and
// functions. Immutable after construction.

#include "generate/cpp_names.hpp"
#include "generate/naming.hpp"

#include <cstddef>
#include <string>

namespace keywright::generate {

inline constexpr Language cpp{
    .identifier = identifier,
    .name = "C++",
    .condition_failed = "`condition_failed`",
    .taken = "keywright::taken(error)",
};

class CppContext : public Naming {
 public:
  CppContext(const model::Model& model, const plan::Plan& plan);

  // Types.
  [[nodiscard]] std::string value_type(const model::FieldType& type) const;
  [[nodiscard]] std::string member_type(const model::Entity& entity,
                                        const model::Field& field) const;
  [[nodiscard]] std::string member_type(const model::Field& field) const;
  // As a parameter: small values by value, others by reference.
  [[nodiscard]] std::string parameter_type(const model::FieldType& type) const;

  // Names of constants.
  [[nodiscard]] std::string key_constant(std::size_t entity, const plan::EntityKey& key,
                                         bool is_partition, std::size_t position) const;
  [[nodiscard]] std::string unique_constant(std::size_t entity, std::size_t rule) const;
};

}  // namespace keywright::generate
