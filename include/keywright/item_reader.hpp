#pragma once
// An item becomes an entity again. Pure functions; attributes that the entity does not know are
// ignored, a missing or ill-typed one is a `decode` error that names entity and attribute.

#include <keywright/item.hpp>
#include <keywright/result.hpp>
#include <keywright/value_decoder.hpp>

#include <optional>
#include <utility>

namespace keywright {

template <Described T>
[[nodiscard]] Result<T> from_item(const Item& item) {
  T value{};
  ValueDecoder decoder;
  decoder.begin(entity_name<T>);
  decoder.decode_fields(item.attributes(), value);
  if (decoder.failed()) {
    Error error = decoder.take_error();
    error.item = item;
    return error;
  }
  return value;
}

/// The item that a failed condition left as it was; nullopt if there was none (or the error is of
/// another kind).
template <Described T>
[[nodiscard]] Result<std::optional<T>> stored_item(const Error& error) {
  if (!error.item || error.item->empty()) return std::optional<T>();
  auto value = from_item<T>(*error.item);
  if (!value) return std::move(value).error();
  return std::optional<T>(*std::move(value));
}

}  // namespace keywright
