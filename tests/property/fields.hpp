#pragma once
// The fields of any plain struct, so that what holds for all requests and responses is said once:
// equal field by field, or filled at random.

#include "api/enum_names.hpp"
#include <keywright/database.hpp>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace keywright::fields {

/// Converts to whatever a field is.
struct Anything {
  template <class T>
  operator T() const;  // NOLINT: to be converted is all it does
};

template <class T, class... Fields>
constexpr std::size_t count() {
  if constexpr (requires { T{std::declval<Fields>()..., Anything{}}; }) {
    return count<T, Fields..., Anything>();
  } else {
    return sizeof...(Fields);
  }
}

/// A tuple of references. A wrong count does not compile.
template <class T>
auto tie(T& value) {
  constexpr std::size_t kCount = count<std::remove_const_t<T>>();
#define KEYWRIGHT_FIELDS(size, ...) \
  if constexpr (kCount == (size)) { \
    auto& [__VA_ARGS__] = value;    \
    return std::tie(__VA_ARGS__);   \
  }
  // clang-format off
  KEYWRIGHT_FIELDS(1, a)
  KEYWRIGHT_FIELDS(2, a, b)
  KEYWRIGHT_FIELDS(3, a, b, c)
  KEYWRIGHT_FIELDS(4, a, b, c, d)
  KEYWRIGHT_FIELDS(5, a, b, c, d, e)
  KEYWRIGHT_FIELDS(6, a, b, c, d, e, f)
  KEYWRIGHT_FIELDS(7, a, b, c, d, e, f, g)
  KEYWRIGHT_FIELDS(8, a, b, c, d, e, f, g, h)
  KEYWRIGHT_FIELDS(9, a, b, c, d, e, f, g, h, i)
  KEYWRIGHT_FIELDS(10, a, b, c, d, e, f, g, h, i, j)
  KEYWRIGHT_FIELDS(11, a, b, c, d, e, f, g, h, i, j, k)
  KEYWRIGHT_FIELDS(12, a, b, c, d, e, f, g, h, i, j, k, l)
  KEYWRIGHT_FIELDS(13, a, b, c, d, e, f, g, h, i, j, k, l, m)
  KEYWRIGHT_FIELDS(14, a, b, c, d, e, f, g, h, i, j, k, l, m, n)
  KEYWRIGHT_FIELDS(15, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o)
  KEYWRIGHT_FIELDS(16, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p)
  KEYWRIGHT_FIELDS(17, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q)
  KEYWRIGHT_FIELDS(18, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r)
  KEYWRIGHT_FIELDS(19, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s)
  KEYWRIGHT_FIELDS(20, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t)
  KEYWRIGHT_FIELDS(21, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u)
  KEYWRIGHT_FIELDS(22, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v)
  // clang-format on
#undef KEYWRIGHT_FIELDS
  static_assert(kCount <= 22);
  if constexpr (kCount == 0) return std::tuple<>();
}

template <class T>
concept Plain = std::is_aggregate_v<T>;

// Equality -----------------------------------------------------------------------------------

/// A class, since each of these functions needs all of them.
struct Equality {
  /// What stays with the caller.
  static bool of(const CallControl&, const CallControl&) { return true; }
  template <class T>
  static bool of(const std::optional<T>& a, const std::optional<T>& b) {
    return a.has_value() == b.has_value() && (!a || of(*a, *b));
  }
  template <class T>
  static bool of(const std::vector<T>& a, const std::vector<T>& b) {
    return all_of(a, b);
  }
  template <class K, class T>
  static bool of(const std::map<K, T>& a, const std::map<K, T>& b) {
    return all_of(a, b);
  }
  template <class A, class B>
  static bool of(const std::pair<A, B>& a, const std::pair<A, B>& b) {
    return of(a.first, b.first) && of(a.second, b.second);
  }
  template <class... T>
  static bool of(const std::variant<T...>& a, const std::variant<T...>& b) {
    const auto same = [&](const auto& x) {
      return of(x, *std::get_if<std::decay_t<decltype(x)>>(&b));
    };
    return a.index() == b.index() && std::visit(same, a);
  }
  template <class T>
  static bool of(const T& a, const T& b) {
    if constexpr (Plain<T>) {
      const auto all = [&]<std::size_t... kAt>(std::index_sequence<kAt...>, const auto& x,
                                               const auto& y) {
        return (of(std::get<kAt>(x), std::get<kAt>(y)) && ...);
      };
      return all(std::make_index_sequence<count<T>()>(), tie(a), tie(b));
    } else {
      return a == b;
    }
  }

 private:
  template <class Range>
  static bool all_of(const Range& a, const Range& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](const auto& x, const auto& y) { return of(x, y); });
  }
};

template <class T>
bool equal(const T& a, const T& b) {
  return Equality::of(a, b);
}

// Random values ------------------------------------------------------------------------------

/// Fills structs with what their requests and responses may hold.
class Filler {
 public:
  explicit Filler(std::uint64_t seed) : random_(seed) {}

  std::size_t below(std::size_t count) { return static_cast<std::size_t>(random_() % count); }

  std::string text() {
    constexpr std::string_view kParts[] = {"a",  "B", "7",        "\"",  "\\",
                                           "\n", "/", "\xc3\xa9", "\x01"};
    std::string out = "t";
    while (below(3) != 0) out += kParts[below(std::size(kParts))];
    return out;
  }
  AttributeValue value(int levels = 3) {
    switch (below(levels > 0 ? 10 : 5)) {
      case 0:
        return AttributeValue(Number(static_cast<std::int64_t>(random_())));
      case 1:
        return AttributeValue::binary(text());
      case 2:
        return AttributeValue::boolean(below(2) == 0);
      case 3:
        return AttributeValue::null();
      case 4:
      case 5:
        return AttributeValue(text());
      case 6:
        return AttributeValue::string_set({"x", text()});
      case 7:
        return AttributeValue::number_set({Number(1), Number(static_cast<int>(below(9)) + 2)});
      case 8:
        return AttributeValue::list({value(levels - 1), value(levels - 1)});
      default:
        return AttributeValue::map({{text(), value(levels - 1)}, {"m", value(levels - 1)}});
    }
  }

  void fill(std::string& out) { out = text(); }
  void fill(bool& out) { out = below(2) == 0; }
  void fill(std::int64_t& out) { out = static_cast<std::int64_t>(random_() >> below(64)); }
  void fill(double& out) { out = static_cast<double>(below(100000)) / 8; }
  void fill(TimePoint& out) { out = TimePoint(std::chrono::milliseconds(below(2000000000000))); }
  void fill(AttributeValue& out) { out = value(); }
  void fill(Item& out) {
    ItemBuilder builder;
    builder.set("pk", AttributeValue(text()).view());
    while (below(3) != 0) builder.set(text(), value().view());
    out = builder.build();
  }
  /// Of a key: string, number or binary.
  void fill(AttributeType& out) { out = static_cast<AttributeType>(below(3)); }
  template <class Enum>
    requires std::is_enum_v<Enum>
  void fill(Enum& out) {
    out = static_cast<Enum>(below(api::names<Enum>().size()));
  }
  template <class T>
  void fill(std::optional<T>& out) {
    out.reset();
    if (below(3) != 0) fill(out.emplace());
  }
  /// Never empty: most lists of AWS may not be.
  template <class T>
  void fill(std::vector<T>& out) {
    out.clear();
    do fill(out.emplace_back());
    while (below(2) != 0);
  }
  template <class T>
  void fill(std::map<std::string, T>& out) {
    out.clear();
    do fill(out[text()]);
    while (below(2) != 0);
  }
  template <class A, class B>
  void fill(std::pair<A, B>& out) {
    fill(out.first);
    fill(out.second);
  }
  template <class... T>
  void fill(std::variant<T...>& out) {
    std::size_t skip = below(sizeof...(T));
    (void)((skip-- == 0 ? (fill(out.template emplace<T>()), true) : false) || ...);
  }
  template <Plain T>
  void fill(T& out) {
    std::apply([&](auto&... field) { (fill(field), ...); }, tie(out));
  }
  /// What stays with the caller.
  void fill(CallControl&) {}
  // A comparison has its operator.
  void fill(LegacyCondition& out) {
    fill(out.comparison_operator.emplace());
    fill(out.attribute_value_list);
  }

 private:
  std::mt19937_64 random_;
};

}  // namespace keywright::fields
