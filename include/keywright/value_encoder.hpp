#pragma once
// Values of C++ to attribute values, checked against the limits of their fields.
//
// Used by ItemWriter, Update and Bindings, which pass its first error on (`validation`). For one
// item at a time, by one thread.

#include <keywright/codec_state.hpp>
#include <keywright/entity.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace keywright {

class ValueEncoder : public CodecState {
 public:
  // Checks against the limits of a field; errors are `validation`.
  void check(std::string_view text, const FieldLimits& limits);
  void check(const Number& number, const FieldLimits& limits);
  void check_integer(std::int64_t value, const FieldLimits& limits);
  void check_size(std::size_t size, const FieldLimits& limits, std::string_view unit);

  // Scalars that need an encoding of their own.
  [[nodiscard]] Number number_of(double value);
  void write_text(Timestamp time, std::string& out);
  void write_text(Date date, std::string& out);
  [[nodiscard]] std::string_view checked_name(std::string_view name);

  [[nodiscard]] AttributeValue encode(const std::string& text) { return AttributeValue(text); }
  [[nodiscard]] AttributeValue encode(const Number& number) { return AttributeValue(number); }
  [[nodiscard]] AttributeValue encode(double value) { return AttributeValue(number_of(value)); }
  [[nodiscard]] AttributeValue encode(const Binary& value) {
    return AttributeValue::binary(value.bytes);
  }
  [[nodiscard]] AttributeValue encode(const AttributeValue& value) { return value; }
  [[nodiscard]] AttributeValue encode(const Ulid& id) { return AttributeValue(id.to_string()); }
  [[nodiscard]] AttributeValue encode(const Uuid& id) { return AttributeValue(id.to_string()); }
  [[nodiscard]] AttributeValue encode(Timestamp time);
  [[nodiscard]] AttributeValue encode(Date date);
  [[nodiscard]] AttributeValue encode(EpochSeconds time);
  template <std::integral T>
  [[nodiscard]] AttributeValue encode(T value) {
    return AttributeValue(value);
  }
  template <NamedEnum E>
  [[nodiscard]] AttributeValue encode(E value) {
    return AttributeValue(checked_name(name_of(value)));
  }
  [[nodiscard]] AttributeValue encode(const std::set<std::string>& values);
  [[nodiscard]] AttributeValue encode(const std::set<Number>& values);
  [[nodiscard]] AttributeValue encode(const std::set<Binary>& values);
  template <class T>
  [[nodiscard]] AttributeValue encode(const std::optional<T>& value) {
    return value ? encode(*value) : AttributeValue::null();
  }
  template <class T>
  [[nodiscard]] AttributeValue encode(const std::vector<T>& values) {
    std::vector<AttributeValue> elements;
    elements.reserve(values.size());
    for (std::size_t i = 0; i < values.size(); ++i) {
      const auto mark = enter(i);
      elements.push_back(encode(static_cast<const T&>(values[i])));
      leave(mark);
    }
    return AttributeValue::list(elements);
  }
  template <class T>
  [[nodiscard]] AttributeValue encode(const std::map<std::string, T>& values) {
    std::vector<AttributeValue::Member> members;
    members.reserve(values.size());
    for (const auto& [name, value] : values) {
      const auto mark = enter(name);
      if (!detail::is_absent(value)) members.emplace_back(name, encode(value));
      leave(mark);
    }
    return AttributeValue::map(std::move(members));
  }
  template <Described T>
  [[nodiscard]] AttributeValue encode(const T& object) {
    std::vector<AttributeValue::Member> members;
    detail::for_each_sorted_field<T>([&](const auto& field) {
      const auto& value = object.*field.member;
      if (detail::is_absent(value)) return;
      const auto mark = enter(field.name);
      check_limits(value, field.limits);
      members.emplace_back(std::string(field.name), encode(value));
      leave(mark);
    });
    return AttributeValue::map(std::move(members));
  }

  template <class T>
  void check_limits(const T& value, const FieldLimits& limits) {
    if constexpr (detail::is_optional<T>) {
      if (value) check_limits(*value, limits);
    } else if constexpr (std::same_as<T, std::string>) {
      check(std::string_view(value), limits);
    } else if constexpr (std::same_as<T, Number>) {
      check(value, limits);
    } else if constexpr (std::same_as<T, double>) {
      check(number_of(value), limits);
    } else if constexpr (std::same_as<T, Binary>) {
      check_size(value.bytes.size(), limits, "bytes");
    } else if constexpr (std::same_as<T, AttributeValue>) {
      check_size(value.view().size_in_bytes(), limits, "bytes");
    } else if constexpr (std::same_as<T, EpochSeconds>) {
      check_integer(value.time_since_epoch().count(), limits);
    } else if constexpr (std::integral<T> && !std::same_as<T, bool>) {
      check_integer(static_cast<std::int64_t>(value), limits);
    } else if constexpr (requires {
                           value.size();
                           value.begin();
                         }) {
      check_size(value.size(), limits, "elements");
    }
  }
};

}  // namespace keywright
