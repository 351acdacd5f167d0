#pragma once

// Items of samples: fields, keys and index keys, as the plan designs them. Pure.

#include "verify/samples.hpp"
#include <keywright/item.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace keywright::verify {

inline constexpr std::string_view kTypeAttribute = "_type";

// A component of a key: escaped, or padded.
[[nodiscard]] std::string key_component(const model::FieldType& type, const AttributeValue& value);

// nullopt if a component has no value.
[[nodiscard]] std::optional<AttributeValue> key_value(const Context& context,
                                                      const plan::KeyAttribute& attribute,
                                                      const Sample& sample);

[[nodiscard]] Key key_of(const Context& context, const Sample& sample);
[[nodiscard]] Item item_of(const Context& context, const Sample& sample);

// Of a partition that is spread: which of the `shards` an item is in.
[[nodiscard]] std::uint32_t shard_of(const Key& key, std::uint32_t shards);

}  // namespace keywright::verify
