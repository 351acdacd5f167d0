#pragma once
// The value of one key attribute, ready to be sent, or the error that kept it from being made.
//
// Made by a KeyTemplate (text) or a NativeKey (a field's own string, number or bytes). Owns its
// bytes; a text of usual length needs no allocation. An ordinary value: not for use by two threads
// at once.

#include <keywright/attribute_value.hpp>
#include <keywright/binary.hpp>
#include <keywright/error.hpp>
#include <keywright/item.hpp>
#include <keywright/named_enum.hpp>
#include <keywright/number.hpp>
#include <keywright/result.hpp>
#include <keywright/timestamp.hpp>
#include <keywright/ulid.hpp>
#include <keywright/uuid.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace keywright {

class KeyValue {
 public:
  KeyValue(std::string_view attribute, AttributeType type) : attribute_(attribute), type_(type) {}
  KeyValue(KeyValue&& other) noexcept;
  KeyValue& operator=(KeyValue&&) = delete;

  /// Name of the attribute; not owned: a constant of the program.
  [[nodiscard]] std::string_view attribute() const { return attribute_; }
  [[nodiscard]] AttributeType type() const { return type_; }
  /// Of a string or binary key.
  [[nodiscard]] std::string_view bytes() const {
    return long_.empty() ? std::string_view(short_.data(), size_) : std::string_view(long_);
  }
  [[nodiscard]] const Number& number() const { return number_; }
  [[nodiscard]] bool has_error() const { return error_ != nullptr; }
  /// Only if has_error().
  [[nodiscard]] const Error& error() const { return *error_; }

  [[nodiscard]] AttributeValue value() const;
  void write_to(ItemBuilder& item) const;

  // For those that make one.
  void append(std::string_view text);
  void set_number(const Number& number) { number_ = number; }
  /// Keeps the first error.
  void fail(Error error);

 private:
  static constexpr std::size_t kShortSize = 104;

  std::string_view attribute_;
  AttributeType type_;
  std::size_t size_ = 0;
  std::array<char, kShortSize> short_;  // NOLINT: only the first size_ bytes are read
  std::string long_;                    // in its place, once the text has outgrown it
  Number number_;
  std::unique_ptr<Error> error_;
};

/// A key attribute that is a field's own value, of its own type (string, number or binary).
struct NativeKey {
  std::string_view entity;
  std::string_view attribute;
  std::size_t max_size = kMaxPartitionKeySize;

  [[nodiscard]] KeyValue operator()(std::string_view text) const;
  [[nodiscard]] KeyValue operator()(const std::string& text) const {
    return (*this)(std::string_view(text));
  }
  [[nodiscard]] KeyValue operator()(const char* text) const {
    return (*this)(std::string_view(text));
  }
  [[nodiscard]] KeyValue operator()(const Binary& bytes) const;
  [[nodiscard]] KeyValue operator()(const Number& number) const;
  [[nodiscard]] KeyValue operator()(std::int64_t number) const { return (*this)(Number(number)); }
  [[nodiscard]] KeyValue operator()(EpochSeconds time) const {
    return (*this)(Number(time.time_since_epoch().count()));
  }
  [[nodiscard]] KeyValue operator()(const Ulid& id) const;
  [[nodiscard]] KeyValue operator()(const Uuid& id) const;
  [[nodiscard]] KeyValue operator()(Timestamp time) const;
  [[nodiscard]] KeyValue operator()(Date date) const;
  template <NamedEnum E>
  [[nodiscard]] KeyValue operator()(E value) const {
    return (*this)(name_of(value));
  }

 private:
  [[nodiscard]] KeyValue fixed_text(std::string_view text, bool in_range) const;
};

/// The key of an item; the error of the first part that has one.
[[nodiscard]] Result<Key> make_key(const KeyValue& partition);
[[nodiscard]] Result<Key> make_key(const KeyValue& partition, const KeyValue& sort);

}  // namespace keywright
