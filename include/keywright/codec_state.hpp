#pragma once
// What the two value codecs share: where in an entity they are, so that an error can say
// "Order.lines[3].price", and the first error, which they keep while they go on harmlessly. For one
// item at a time, by one thread.

#include <keywright/error.hpp>

#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>

namespace keywright {

namespace detail {

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
[[nodiscard]] bool is_absent(const std::set<T>& value) {
  return value.empty();
}
template <class T>
[[nodiscard]] bool is_absent(const std::optional<T>& value) {
  return !value || is_absent(*value);
}

}  // namespace detail

/// Where in an entity a codec is, and its first error.
class CodecState {
 public:
  void begin(std::string_view entity) { entity_ = entity; }
  [[nodiscard]] bool failed() const { return error_.has_value(); }
  [[nodiscard]] const std::optional<Error>& error() const { return error_; }
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

}  // namespace keywright
