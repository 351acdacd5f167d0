#pragma once
// JSON out: the members of an answer or of a request, by name. A family's file says
//
//   void write_members(ObjectWriter& out, const GetItemResponse& response) {
//     write(out, "Item", response.item);
//   }
//
// and append finds by type how each is written. An absent optional writes no member.

#include "api/enum_names.hpp"
#include "wire/json_writer.hpp"

#include <concepts>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace keywright::wire {

inline void append(std::string& out, std::string_view text) {
  append_string(out, text);
}
inline void append(std::string& out, std::int64_t value) {
  append_integer(out, value);
}
inline void append(std::string& out, double value) {
  append_double(out, value);
}
inline void append(std::string& out, TimePoint time) {
  append_date(out, time);
}
inline void append(std::string& out, const Item& item) {
  append_item(out, item);
}
/// Of no other type: a text would convert to it.
inline void append(std::string& out, const std::same_as<AttributeValue> auto& value) {
  append_value(out, value.view());
}
inline void append(std::string& out, std::same_as<bool> auto flag) {
  out.append(flag ? "true" : "false");
}
template <class Enum>
  requires std::is_enum_v<Enum>
void append(std::string& out, Enum value) {
  append_string(out, api::name(value));
}

template <class T>
concept WritableStructure =
    requires(ObjectWriter& out, const T& value) { write_members(out, value); };

template <WritableStructure T>
void append(std::string& out, const T& value);
template <class T>
void append(std::string& out, const std::vector<T>& values);
template <class T>
void append(std::string& out, const std::map<std::string, T>& values);
/// An object: what a placeholder stands for, by placeholder.
template <class T>
void append(std::string& out, const std::vector<std::pair<std::string, T>>& entries);

template <WritableStructure T>
void append(std::string& out, const T& value) {
  ObjectWriter object(out);
  write_members(object, value);
}

template <class T>
void append(std::string& out, const std::vector<T>& values) {
  out.push_back('[');
  for (const T& value : values) {
    if (out.back() != '[') out.push_back(',');
    append(out, value);
  }
  out.push_back(']');
}

template <class T>
void append(std::string& out, const std::map<std::string, T>& values) {
  ObjectWriter object(out);
  for (const auto& [name, value] : values) append(object.begin_any(name), value);
}

template <class T>
void append(std::string& out, const std::vector<std::pair<std::string, T>>& entries) {
  ObjectWriter object(out);
  for (const auto& [name, value] : entries) append(object.begin_any(name), value);
}

template <class T>
void write(ObjectWriter& out, std::string_view name, const T& value) {
  append(out.begin(name), value);
}
template <class T>
void write(ObjectWriter& out, std::string_view name, const std::optional<T>& value) {
  if (value) append(out.begin(name), *value);
}
/// No member for an empty list, map or text.
template <class T>
void write_unless_empty(ObjectWriter& out, std::string_view name, const T& values) {
  if (!values.empty()) append(out.begin(name), values);
}
/// No member for an option that is left at its default.
template <class T>
void write_unless(ObjectWriter& out, std::string_view name, const T& value,
                  const std::type_identity_t<T>& default_value) {
  if (value != default_value) append(out.begin(name), value);
}
/// The same of an option whose default is that of its type: an enumeration's first value, false.
template <class T>
void write_option(ObjectWriter& out, std::string_view name, const T& value) {
  write_unless(out, name, value, T{});
}

}  // namespace keywright::wire
