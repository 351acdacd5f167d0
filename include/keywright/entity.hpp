#pragma once
// How a plain struct is stored: a constexpr function `describe` beside it lists its fields.
//
//   constexpr auto describe(const Job*) {
//     return keywright::Entity{"Job", keywright::field("topic", &Job::topic, {.max = 500})};
//   }
//
// A member's C++ type says how it is stored: std::string, an enum with names_of, bool, int64_t,
// Number, double, Timestamp, Date, EpochSeconds, Uuid, Ulid, Binary, AttributeValue (any document),
// std::vector, std::map<std::string, T>, std::set of strings, Numbers or Binary, a described struct
// (a map), and std::optional of any of them. Constants: nothing here fails or allocates.

#include <keywright/attribute_value.hpp>
#include <keywright/binary.hpp>
#include <keywright/named_enum.hpp>
#include <keywright/number.hpp>
#include <keywright/timestamp.hpp>
#include <keywright/ulid.hpp>
#include <keywright/uuid.hpp>

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <tuple>
#include <utility>

namespace keywright {

/// What a value must satisfy to be written. `min` and `max` count the characters of a text, the
/// bytes of a binary or document, the elements of a list, map or set; of integers they limit the
/// value itself.
struct FieldLimits {
  std::optional<std::int64_t> min = std::nullopt;
  std::optional<std::int64_t> max = std::nullopt;
  std::string_view number_min = {};  ///< decimal text; of Number and double
  std::string_view number_max = {};
  std::string_view charset =
      {};  ///< such as "[0-9a-f]" or "[^#]"; a backslash takes the next as it is
  /// An item without the attribute reads as the member's own initializer; else that is an error.
  bool has_default = false;
};

template <class Struct, class Member>
struct Field {
  std::string_view name;  ///< of the attribute
  Member Struct::* member;
  FieldLimits limits;
};

template <class Struct, class Member>
constexpr Field<Struct, Member> field(std::string_view name, Member Struct::* member,
                                      FieldLimits limits = {}) {
  return {name, member, limits};
}

template <class... Fields>
struct Entity {
  std::string_view name;
  std::tuple<Fields...> fields;

  constexpr explicit Entity(std::string_view entity, Fields... all)
      : name(entity), fields(all...) {}
};

/// A struct with a `describe` beside it.
template <class T>
concept Described = requires { describe(static_cast<const T*>(nullptr)).fields; };

template <Described T>
inline constexpr auto description_of = describe(static_cast<const T*>(nullptr));

template <Described T>
inline constexpr std::string_view entity_name = description_of<T>.name;

namespace detail {

/// Positions of the fields in the order of their names, which is the order of an item's attributes.
template <Described T>
consteval auto sorted_fields() {
  constexpr std::size_t count = std::tuple_size_v<decltype(description_of<T>.fields)>;
  const auto names = std::apply(
      [](const auto&... fields) { return std::array<std::string_view, count>{fields.name...}; },
      description_of<T>.fields);
  std::array<std::size_t, count> order{};
  for (std::size_t i = 0; i < count; ++i) {
    std::size_t at = i;
    for (; at > 0 && names[i] < names[order[at - 1]]; --at) order[at] = order[at - 1];
    order[at] = i;
  }
  return order;
}

template <Described T>
inline constexpr auto field_order = sorted_fields<T>();

/// Calls visit(field) for each field of T, in the order of their names.
template <Described T, class Visit>
constexpr void for_each_sorted_field(Visit&& visit) {
  [&]<std::size_t... I>(std::index_sequence<I...>) {
    (visit(std::get<field_order<T>[I]>(description_of<T>.fields)), ...);
  }(std::make_index_sequence<field_order<T>.size()>());
}

}  // namespace detail
}  // namespace keywright
