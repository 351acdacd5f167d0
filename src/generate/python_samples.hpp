#pragma once

// Values for generated tests: one of each field that its limits allow, as Python and as a key has
// it. Pure.

#include "generate/python_context.hpp"

#include <string>
#include <vector>

namespace keywright::generate {

struct PythonSample {
  std::string value;  // an expression
  std::string key;    // as a component of a key, encoded; empty if it can be none
};

[[nodiscard]] PythonSample python_sample(const PythonContext& context,
                                         const model::FieldType& type);
// Of a field of an entity: what is created begins in its initial state.
[[nodiscard]] PythonSample python_sample(const PythonContext& context, const model::Entity& entity,
                                         const model::Field& field);
// The value of a composed key attribute, made of the samples of its fields.
[[nodiscard]] std::string python_sample_key(const PythonContext& context,
                                            const model::Entity& entity,
                                            const std::vector<plan::KeyPart>& parts);

}  // namespace keywright::generate
