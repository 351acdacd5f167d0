#pragma once

// Instances of entities to try a model with. Pure.

#include "model/ir.hpp"
#include "plan/plan.hpp"
#include <keywright/attribute_value.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <vector>

namespace keywright::verify {

// A model with its plan, which outlive whatever refers to them, and the time that lifetimes count
// from.
struct Context {
  const model::Model& model;
  const plan::Plan& plan;
  std::int64_t now = 0;  // seconds

  [[nodiscard]] const model::Entity& entity(std::size_t position) const {
    return model.entities[position];
  }
};

// One instance of an entity: a value per field, in the order of Entity::fields; nullopt: it has
// none.
struct Sample {
  std::size_t entity = 0;
  std::vector<std::optional<AttributeValue>> values;

  [[nodiscard]] const std::optional<AttributeValue>& operator[](std::size_t field) const {
    return values[field];
  }
  friend bool operator==(const Sample&, const Sample&) = default;
};

// By name; null if the entity has no such field or the sample no value.
[[nodiscard]] const AttributeValue* value_of(const Context& context, const Sample& sample,
                                             std::string_view field);

class SampleMaker {
 public:
  explicit SampleMaker(const Context& context);

  // Three samples in a row agree in the fields by which lists are found, so that lists have more
  // than one item; two where a list has a range of the field. Equal names have equal values in
  // entities with equal numbers, so that children find their parents. Every second sample lacks its
  // optional fields.
  [[nodiscard]] Sample make(std::size_t entity, std::uint32_t number) const;

 private:
  const Context& context_;
  // Per entity: fields that so many samples in a row share.
  std::vector<std::map<std::size_t, std::uint32_t>> shared_;
};

}  // namespace keywright::verify
