#pragma once
// Enumerations with names: an enum E, counted from 0, with a function
//   std::span<const std::string_view> names_of(E)
// beside it that gives the stored text of each of its values.

#include <concepts>
#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <type_traits>

namespace keywright {

template <class E>
concept NamedEnum = std::is_enum_v<E> && requires(E value) {
  { names_of(value) } -> std::convertible_to<std::span<const std::string_view>>;
};

/// Empty for a value that is none of the enumeration's.
template <NamedEnum E>
[[nodiscard]] constexpr std::string_view name_of(E value) {
  const std::span<const std::string_view> names = names_of(value);
  const auto index = static_cast<std::size_t>(value);
  return index < names.size() ? names[index] : std::string_view();
}

template <NamedEnum E>
[[nodiscard]] constexpr std::optional<E> from_name(std::string_view name) {
  const std::span<const std::string_view> names = names_of(E{});
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names[i] == name) return static_cast<E>(i);
  }
  return std::nullopt;
}

}  // namespace keywright
