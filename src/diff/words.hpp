#pragma once

// Parts of a model as text that is equal exactly if they mean the same. Pure.

#include "model/ir.hpp"
#include "plan/plan.hpp"

#include <chrono>
#include <cstddef>
#include <string>
#include <vector>

namespace keywright::diff {

template <class Ref>
[[nodiscard]] std::string names_text(const std::vector<Ref>& references) {
  std::string text;
  for (const auto& each : references) {
    if (!text.empty()) text += ", ";
    text += each.name;
  }
  return text;
}

[[nodiscard]] std::string duration_text(std::chrono::seconds duration);  // as a model has it: "7d"
[[nodiscard]] std::string condition_text(const model::Condition& condition);

// "map<list<int>>", "object {street: string, lines?: list<string>}"
[[nodiscard]] std::string shape_text(const model::FieldType& type);
// Lengths, bounds and character sets, nested ones too.
[[nodiscard]] std::string limits_text(const model::FieldType& type);
// avg, cardinality, uniform.
[[nodiscard]] std::string estimates_text(const model::FieldType& type);
[[nodiscard]] std::string marks_text(const model::Field& field);  // immutable, pii

// Whether what was written as the old type can be read as the new one.
[[nodiscard]] bool can_read(const model::FieldType& written, const model::FieldType& type);

// "pk: JOB#{job_id}, sk: METADATA": where the values of a key come from.
[[nodiscard]] std::string key_text(const model::Entity& entity, const plan::EntityKey& key,
                                   bool with_names);
// How the fields of a key are written into it: "number: 6 digits"; what is text as it is, or has
// become that in a `later` model, has no form.
[[nodiscard]] std::string key_form_text(const model::Entity& entity, const plan::EntityKey& key,
                                        const model::Entity* later = nullptr);
[[nodiscard]] std::string form_text(const model::Field& field, bool native);

}  // namespace keywright::diff
