#pragma once
// One DynamoDB attribute value of any of the ten types, in one compact encoding.
//
// AttributeValue owns its bytes; ValueView borrows them (from an AttributeValue, an Item or another
// view) and is valid as long as they live. Both read in place: nothing is parsed ahead. The
// encoding is canonical (maps sorted by name, sets sorted and numbers by value), so deep equality
// is equality of bytes. Values are immutable once built and safe to read from many threads.

#include <keywright/number.hpp>

#include <compare>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace keywright {

/// The types of a value, by AWS's descriptors S N B BOOL NULL M L SS NS BS.
enum class AttributeType : std::uint8_t {
  string,
  number,
  binary,
  boolean,
  null,
  map,
  list,
  string_set,
  number_set,
  binary_set
};

/// "S", "N", "BOOL", ...
[[nodiscard]] std::string_view type_descriptor(AttributeType type);
/// The inverse; nullopt for anything but the ten descriptors.
[[nodiscard]] std::optional<AttributeType> type_from_descriptor(std::string_view descriptor);

class ValueRange;
class MemberRange;

class ValueView {
 public:
  /// `encoded` points at one encoded value (as from encoded()).
  explicit ValueView(const char* encoded) : at_(encoded) {}

  [[nodiscard]] AttributeType type() const;
  [[nodiscard]] bool is(AttributeType t) const { return type() == t; }

  // Each accessor requires that type() is the one it names.
  [[nodiscard]] std::string_view as_string() const;
  [[nodiscard]] std::string_view as_binary() const;
  [[nodiscard]] Number as_number() const;
  /// The order-preserving bytes of a number (Number::append_ordered).
  [[nodiscard]] std::string_view number_bytes() const;
  [[nodiscard]] bool as_bool() const;
  /// Elements of a list or set, members of a map.
  [[nodiscard]] std::size_t count() const;
  /// The elements of a list (in order) or of a set (sorted).
  [[nodiscard]] ValueRange elements() const;
  [[nodiscard]] std::optional<ValueView> element(std::size_t index) const;
  /// The members of a map, sorted by name.
  [[nodiscard]] MemberRange members() const;
  [[nodiscard]] std::optional<ValueView> member(std::string_view name) const;

  /// The size DynamoDB accounts for this value (without an attribute name).
  [[nodiscard]] std::size_t size_in_bytes() const;
  /// The encoded bytes, to be copied or compared.
  [[nodiscard]] std::string_view encoded() const;
  [[nodiscard]] const char* data() const { return at_; }

  /// Deep equality: lists by order, maps and sets without, numbers by value.
  friend bool operator==(ValueView a, ValueView b) { return a.encoded() == b.encoded(); }

 private:
  const char* at_;
};

/// The order of two S, two N or two B; nullopt for any other pair of types.
[[nodiscard]] std::optional<std::strong_ordering> compare_scalars(ValueView a, ValueView b);

/// For messages and tests: DynamoDB JSON with the members in order, such as {"S":"a"}.
[[nodiscard]] std::string to_json(ValueView value);

class AttributeValue {
 public:
  using Member = std::pair<std::string, AttributeValue>;

  /// NULL.
  AttributeValue();
  AttributeValue(std::string_view text);     // NOLINT: S
  AttributeValue(const char* text);          // NOLINT: S
  AttributeValue(const std::string& text);   // NOLINT: S
  AttributeValue(const Number& number);      // NOLINT: N
  explicit AttributeValue(ValueView value);  // a copy
  template <std::same_as<bool> T>
  AttributeValue(T value) : AttributeValue(boolean(value)) {}  // NOLINT: BOOL
  template <std::integral T>
    requires(!std::same_as<T, bool> && !std::same_as<T, char>)
  AttributeValue(T value) : AttributeValue(Number(value)) {}  // NOLINT: N

  [[nodiscard]] static AttributeValue binary(std::string_view bytes);
  [[nodiscard]] static AttributeValue boolean(bool value);
  [[nodiscard]] static AttributeValue null();
  [[nodiscard]] static AttributeValue list(const std::vector<AttributeValue>& elements);
  /// A name given twice keeps its last value.
  [[nodiscard]] static AttributeValue map(const std::vector<Member>& members);
  // Sets: duplicates are dropped. An empty set can be built, but no item may hold it.
  [[nodiscard]] static AttributeValue string_set(std::vector<std::string> members);
  [[nodiscard]] static AttributeValue number_set(std::vector<Number> members);
  [[nodiscard]] static AttributeValue binary_set(std::vector<std::string> members);
  /// Takes over bytes that ValueView::encoded() gave. Any others are undefined behaviour.
  [[nodiscard]] static AttributeValue from_encoded(std::string bytes);

  [[nodiscard]] ValueView view() const { return ValueView(bytes_.data()); }
  operator ValueView() const { return view(); }  // NOLINT: as std::string to std::string_view

  [[nodiscard]] AttributeType type() const { return view().type(); }
  [[nodiscard]] std::string_view as_string() const { return view().as_string(); }
  [[nodiscard]] std::string_view as_binary() const { return view().as_binary(); }
  [[nodiscard]] Number as_number() const { return view().as_number(); }
  [[nodiscard]] bool as_bool() const { return view().as_bool(); }

  friend bool operator==(const AttributeValue& a, const AttributeValue& b) {
    return a.bytes_ == b.bytes_;
  }

 private:
  std::string bytes_;
};

/// Forward range over encoded values.
class ValueRange {
 public:
  class iterator {
   public:
    using value_type = ValueView;
    using difference_type = std::ptrdiff_t;
    using iterator_category = std::input_iterator_tag;
    iterator() = default;
    explicit iterator(const char* at) : at_(at) {}
    ValueView operator*() const { return ValueView(at_); }
    iterator& operator++();
    iterator operator++(int) {
      auto old = *this;
      ++*this;
      return old;
    }
    friend bool operator==(iterator, iterator) = default;

   private:
    const char* at_ = nullptr;
  };
  ValueRange(const char* begin, const char* end) : begin_(begin), end_(end) {}
  [[nodiscard]] iterator begin() const { return iterator(begin_); }
  [[nodiscard]] iterator end() const { return iterator(end_); }

 private:
  const char* begin_;
  const char* end_;
};

/// A named value: an attribute of an item or a member of a map.
struct MemberView {
  std::string_view name;
  ValueView value;
};

/// Forward range over named values.
class MemberRange {
 public:
  class iterator {
   public:
    using value_type = MemberView;
    using difference_type = std::ptrdiff_t;
    using iterator_category = std::input_iterator_tag;
    iterator() = default;
    explicit iterator(const char* at) : at_(at) {}
    MemberView operator*() const;
    iterator& operator++();
    iterator operator++(int) {
      auto old = *this;
      ++*this;
      return old;
    }
    friend bool operator==(iterator, iterator) = default;

   private:
    const char* at_ = nullptr;
  };
  MemberRange(const char* begin, const char* end) : begin_(begin), end_(end) {}
  [[nodiscard]] iterator begin() const { return iterator(begin_); }
  [[nodiscard]] iterator end() const { return iterator(end_); }

 private:
  const char* begin_;
  const char* end_;
};

}  // namespace keywright
