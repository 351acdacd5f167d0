#pragma once
// Attribute values to values of C++. What does not read as its type is a `decode` error that names
// entity and attribute.
//
// Used by from_item(). For one item at a time, by one thread.

#include <keywright/codec_state.hpp>
#include <keywright/entity.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace keywright {

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
  static constexpr bool may_be_missing = detail::is_optional<T>;

  [[nodiscard]] bool expect(ValueView value, AttributeType type);
  [[nodiscard]] std::string_view text_of(ValueView value);
  [[nodiscard]] std::int64_t integer_of(ValueView value);
  void fail_value(std::string_view problem);
  void fail_name(std::string_view name, std::span<const std::string_view> names);
};

template <class T>
inline constexpr bool ValueDecoder::may_be_missing<std::set<T>> = true;

}  // namespace keywright
