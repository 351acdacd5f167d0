#pragma once
// JSON in: the members of a request or of an answer into its struct, by name. A family's file says
//
//   void read_members(const Members& in, GetItemRequest& out) {
//     read_table_name(in, out.table_name);
//     require(in, "Key", out.key);
//     read(in, "ConsistentRead", out.consistent_read);
//   }
//
// and read_value finds by type how each is read. Unknown members are ignored, a member that is
// null is absent, and of a name given twice the last counts (but a placeholder given twice is
// passed on, to be refused). In an answer, whose faults are Faults::of_answer(), nothing is
// required: what is missing keeps its default, as does an enumeration whose value we do not know,
// unless it has an enumerator `other`.

#include "api/enum_names.hpp"
#include "wire/faults.hpp"
#include <keywright/attribute_value.hpp>
#include <keywright/clock.hpp>
#include <keywright/expression_attributes.hpp>
#include <keywright/item.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include <simdjson.h>

namespace keywright::wire {

using Json = simdjson::dom::element;
using JsonObject = simdjson::dom::object;
using JsonArray = simdjson::dom::array;

/// Where something stands in the request, as AWS's messages say it: "keySchema.1.member.keyType".
/// Lives on the stack, like what it points to; its text is made for a message only.
struct Place {
  enum class Kind : std::uint8_t { root, member, entry, element };
  Kind kind = Kind::root;
  const Place* parent = nullptr;
  std::string_view name{};  // of a member or of an entry of a map
  std::size_t index = 0;    // of an element, from 0

  [[nodiscard]] std::string text() const;
};

/// A value and what is needed to complain about it.
struct Cursor {
  Json json;
  const Place& place;
  Faults& faults;

  /// What it must be; a fault and nullopt if it is not.
  [[nodiscard]] std::optional<std::string_view> string() const;
  [[nodiscard]] std::optional<JsonArray> array() const;
  /// `collection` is Java's name of what is expected, for the message.
  [[nodiscard]] std::optional<JsonObject> object(std::string_view collection = {}) const;
};

/// The members of one object.
struct Members {
  JsonObject object;
  const Place& place;
  Faults& faults;

  /// nullopt if it is absent or null.
  [[nodiscard]] std::optional<Json> find(std::string_view name) const;
  [[nodiscard]] bool has(std::string_view name) const { return find(name).has_value(); }
};

// By type ------------------------------------------------------------------------------------

void read_value(const Cursor& at, std::string& out);
void read_value(const Cursor& at, std::int64_t& out);
void read_value(const Cursor& at, bool& out);
void read_value(const Cursor& at, double& out);
void read_value(const Cursor& at, TimePoint& out);
void read_value(const Cursor& at, AttributeValue& out);
void read_value(const Cursor& at, Item& out);

/// AWS's order of an enumeration's values in messages; empty: the order of their declaration.
template <class Enum>
inline constexpr std::string_view kValueSet{};

/// The values as a message lists them: "[HASH, RANGE]".
[[nodiscard]] std::string value_set(std::span<const std::string_view> names,
                                    std::string_view in_order);

template <class Enum>
  requires std::is_enum_v<Enum>
void read_value(const Cursor& at, Enum& out) {
  const auto text = at.string();
  if (!text) return;
  if (const auto value = api::from_name<Enum>(*text)) {
    out = *value;
  } else if (at.faults.in_answer()) {
    // A service may know more than we do, and the rest of its answer is good.
    if constexpr (requires { Enum::other; }) out = Enum::other;
  } else {
    at.faults.violated(
        *text, at.place.text(),
        "Member must satisfy enum value set: " + value_set(api::names<Enum>(), kValueSet<Enum>));
  }
}

template <class T>
void read_value(const Cursor& at, std::optional<T>& out);
template <class T>
void read_value(const Cursor& at, std::vector<T>& out);
template <class T>
void read_value(const Cursor& at, std::map<std::string, T>& out);

template <class T>
concept Structure = requires(const Members& in, T& out) { read_members(in, out); };

template <Structure T>
void read_value(const Cursor& at, T& out) {
  if (const auto object = at.object()) read_members(Members{*object, at.place, at.faults}, out);
}

template <class T>
void read_value(const Cursor& at, std::optional<T>& out) {
  if constexpr (std::is_enum_v<T>) {
    const auto text = at.faults.in_answer() ? at.string() : std::nullopt;
    if (text && !api::from_name<T>(*text)) return out.reset();
  }
  read_value(at, out.emplace());
}

/// So many elements of a list are read; that there are more than allowed shows by them.
template <class T>
inline constexpr std::size_t kMostRead = std::numeric_limits<std::size_t>::max();

template <class T>
void read_first(const Cursor& at, std::size_t most, std::vector<T>& out) {
  const auto array = at.array();
  if (!array) return;
  // An element of JSON is a byte or two, and one of ours may be hundreds.
  constexpr std::size_t kMostReserved = 128;
  out.reserve(std::min(array->size(), kMostReserved));
  std::size_t index = 0;
  for (const Json element : *array) {
    if (index == most) return;
    const Place place{Place::Kind::element, &at.place, {}, index++};
    T& value = out.emplace_back();
    if (element.is_null()) {
      at.faults.missing(place.text());
    } else {
      read_value(Cursor{element, place, at.faults}, value);
    }
  }
}

template <class T>
void read_value(const Cursor& at, std::vector<T>& out) {
  read_first(at, kMostRead<T>, out);
}

template <class T>
void read_value(const Cursor& at, std::map<std::string, T>& out) {
  const auto object = at.object();
  if (!object) return;
  for (const auto field : *object) {
    const Place place{Place::Kind::entry, &at.place, field.key};
    T& value = out[std::string(field.key)] = T{};
    if (field.value.is_null()) {
      at.faults.missing(place.text());
    } else {
      read_value(Cursor{field.value, place, at.faults}, value);
    }
  }
}

// By name ------------------------------------------------------------------------------------

/// False if the member is absent.
template <class T>
bool read(const Members& in, std::string_view name, T& out) {
  const auto found = in.find(name);
  if (!found) return false;
  const Place place{Place::Kind::member, &in.place, name};
  read_value(Cursor{*found, place, in.faults}, out);
  if (in.faults.wants_place()) in.faults.place(place.text());
  return true;
}

template <class T>
void require(const Members& in, std::string_view name, T& out) {
  if (read(in, name, out)) return;
  in.faults.missing(Place{Place::Kind::member, &in.place, name}.text());
}

/// For a list that AWS wants to have an element: the structs cannot tell an empty one from none.
template <class T>
void read_some(const Members& in, std::string_view name, std::vector<T>& out) {
  const bool known = in.faults.any();
  if (!read(in, name, out) || in.faults.in_answer() || !out.empty() || (!known && in.faults.any()))
    return;
  in.faults.violated("[]", Place{Place::Kind::member, &in.place, name}.text(),
                     "Member must have length greater than or equal to 1");
}
template <class T>
void require_some(const Members& in, std::string_view name, std::vector<T>& out) {
  if (!in.has(name)) in.faults.missing(Place{Place::Kind::member, &in.place, name}.text());
  read_some(in, name, out);
}

/// A list of which AWS takes no more than `most`: the elements of a longer one are not read.
template <class T>
void require_at_most(const Members& in, std::string_view name, std::size_t most,
                     std::vector<T>& out) {
  const auto found = in.find(name);
  JsonArray array;
  if (found && found->get(array) == simdjson::SUCCESS && array.size() > most) {
    in.faults.violated("[...]", Place{Place::Kind::member, &in.place, name}.text(),
                       "Member must have length less than or equal to " + std::to_string(most));
    return;
  }
  require(in, name, out);
}

/// The request's own TableName, which is checked before all else.
void read_table_name(const Members& in, std::string& out);

/// Members that AWS knows and the structs do not have: ignoring them would not do what was asked.
void refuse(const Members& in, std::initializer_list<std::string_view> names);

/// An expression of a request, by its member's name.
struct Expression {
  std::string_view name;
  bool takes_values = true;
};

/// ExpressionAttributeNames and, if `values` is not null, ExpressionAttributeValues. An empty map
/// is refused here, since the structs cannot tell it from an absent one: unless there is something
/// of `legacy` beside it, which the database refuses first.
void read_placeholders(const Members& in, ExpressionAttributeNames& names,
                       ExpressionAttributeValues* values,
                       std::initializer_list<Expression> expressions,
                       std::initializer_list<std::string_view> legacy);

}  // namespace keywright::wire
