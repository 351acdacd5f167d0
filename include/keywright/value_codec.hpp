#pragma once
// Values of C++ to attribute values and back.
//
// ValueEncoder and ValueDecoder remember the entity and the path they are at, so that an error
// says "Order.lines[3].price"; both keep the first error and go on harmlessly. Made for one item at
// a time, by one thread. ItemWriter and ItemReader are what most code uses instead.

#include <keywright/entity.hpp>
#include <keywright/error.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace keywright {

template <class T>
inline constexpr bool is_optional = false;
template <class T>
inline constexpr bool is_optional<std::optional<T>> = true;

/// An attribute that is left out: an empty optional, or an empty set, which DynamoDB cannot hold.
template <class T>
[[nodiscard]] bool is_absent(const T&) {
  return false;
}
template <class T>
[[nodiscard]] bool is_absent(const std::optional<T>& value) {
  return !value;
}
template <class T>
[[nodiscard]] bool is_absent(const std::set<T>& value) {
  return value.empty();
}

/// Where in an entity a codec is, and its first error.
class CodecState {
 public:
  void begin(std::string_view entity) { entity_ = entity; }
  [[nodiscard]] bool failed() const { return error_.has_value(); }
  [[nodiscard]] Error take_error() { return std::move(*error_); }
  void keep(Error error) {
    if (!error_) error_ = std::move(error);
  }

  // The path: nested names and positions, such as "lines[3].price".
  [[nodiscard]] std::size_t enter(std::string_view name);
  [[nodiscard]] std::size_t enter(std::size_t index);
  void leave(std::size_t mark) { path_.resize(mark); }

 protected:
  void fail(ErrorCode code, std::string_view problem);
  /// "Order.lines[3].price"
  [[nodiscard]] std::string place() const;

 private:
  std::string_view entity_;
  std::string path_;
  std::optional<Error> error_;
};

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
      if (!is_absent(value)) members.emplace_back(name, encode(value));
      leave(mark);
    }
    return AttributeValue::map(std::move(members));
  }
  template <Described T>
  [[nodiscard]] AttributeValue encode(const T& object) {
    std::vector<AttributeValue::Member> members;
    detail::for_each_sorted_field<T>([&](const auto& field) {
      const auto& value = object.*field.member;
      if (is_absent(value)) return;
      const auto mark = enter(field.name);
      check_limits(value, field.limits);
      members.emplace_back(std::string(field.name), encode(value));
      leave(mark);
    });
    return AttributeValue::map(std::move(members));
  }

  template <class T>
  void check_limits(const T& value, const FieldLimits& limits) {
    if constexpr (is_optional<T>) {
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

class ValueDecoder : public CodecState {
 public:
  void decode(ValueView value, std::string& out);
  void decode(ValueView value, Number& out);
  void decode(ValueView value, double& out);
  void decode(ValueView value, bool& out);
  void decode(ValueView value, Binary& out);
  void decode(ValueView value, AttributeValue& out) { out = AttributeValue(value); }
  void decode(ValueView value, Ulid& out);
  void decode(ValueView value, Uuid& out);
  void decode(ValueView value, Timestamp& out);
  void decode(ValueView value, Date& out);
  void decode(ValueView value, EpochSeconds& out);
  void decode(ValueView value, std::set<std::string>& out);
  void decode(ValueView value, std::set<Number>& out);
  void decode(ValueView value, std::set<Binary>& out);
  template <std::integral T>
    requires(!std::same_as<T, bool>)
  void decode(ValueView value, T& out) {
    const std::int64_t integer = integer_of(value);
    if (std::in_range<T>(integer)) {
      out = static_cast<T>(integer);
    } else {
      fail_value("is out of the range of its type");
    }
  }
  template <NamedEnum E>
  void decode(ValueView value, E& out) {
    const std::string_view name = text_of(value);
    if (const auto found = from_name<E>(name)) {
      out = *found;
    } else {
      fail_name(name, names_of(E{}));
    }
  }
  template <class T>
  void decode(ValueView value, std::optional<T>& out) {
    if constexpr (!std::same_as<T, AttributeValue>) {
      if (value.is(AttributeType::null)) {
        out.reset();
        return;
      }
    }
    decode(value, out.emplace());
  }
  template <class T>
  void decode(ValueView value, std::vector<T>& out) {
    out.clear();
    if (!expect(value, AttributeType::list)) return;
    out.reserve(value.count());
    for (const ValueView element : value.elements()) {
      const auto mark = enter(out.size());
      T decoded{};
      decode(element, decoded);
      out.push_back(std::move(decoded));
      leave(mark);
    }
  }
  template <class T>
  void decode(ValueView value, std::map<std::string, T>& out) {
    out.clear();
    if (!expect(value, AttributeType::map)) return;
    for (const MemberView member : value.members()) {
      const auto mark = enter(member.name);
      decode(member.value, out.emplace_hint(out.end(), member.name, T{})->second);
      leave(mark);
    }
  }
  template <Described T>
  void decode(ValueView value, T& out) {
    if (expect(value, AttributeType::map)) decode_fields(value.members(), out);
  }

  /// The fields of a struct from the attributes of an item or the members of a map, in one pass:
  /// both are sorted by name.
  template <Described T>
  void decode_fields(MemberRange members, T& out) {
    auto at = members.begin();
    const auto end = members.end();
    detail::for_each_sorted_field<T>([&](const auto& field) {
      using Member = std::remove_reference_t<decltype(out.*field.member)>;
      std::optional<ValueView> found;
      for (; at != end; ++at) {
        const MemberView member = *at;
        const int order = member.name.compare(field.name);
        if (order > 0) break;
        if (order == 0) {
          found = member.value;
          ++at;
          break;
        }
      }
      const auto mark = enter(field.name);
      if (found) {
        decode(*found, out.*field.member);
      } else if (!field.limits.has_default && !may_be_missing<Member>) {
        fail_value("is missing");
      }
      leave(mark);
    });
  }

 private:
  template <class T>
  static constexpr bool may_be_missing = is_optional<T>;

  [[nodiscard]] bool expect(ValueView value, AttributeType type);
  [[nodiscard]] std::string_view text_of(ValueView value);
  [[nodiscard]] std::int64_t integer_of(ValueView value);
  void fail_value(std::string_view problem);
  void fail_name(std::string_view name, std::span<const std::string_view> names);
};

template <class T>
inline constexpr bool ValueDecoder::may_be_missing<std::set<T>> = true;

}  // namespace keywright
