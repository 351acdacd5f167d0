#pragma once
// Result<T>: a value or an Error. Test it, then use `*result`, or call value() to have a
// ResultError thrown instead. `*` and `->` on an error, and error() on a value, are mistakes of the
// caller that asserts catch in debug builds.

#include <keywright/error.hpp>

#include <cassert>
#include <stdexcept>
#include <type_traits>
#include <utility>
#include <variant>

namespace keywright {

/// Thrown by Result::value() alone.
class ResultError : public std::runtime_error {
 public:
  explicit ResultError(Error error)
      : std::runtime_error(std::string(to_string(error.code)) + ": " + error.message),
        error_(std::move(error)) {}
  [[nodiscard]] const Error& error() const noexcept { return error_; }

 private:
  Error error_;
};

template <class T>
class [[nodiscard]] Result {
 public:
  using value_type = T;

  template <class U = T>
    requires(std::is_constructible_v<T, U &&> && std::is_convertible_v<U &&, T> &&
             !std::is_same_v<std::remove_cvref_t<U>, Result> &&
             !std::is_same_v<std::remove_cvref_t<U>, Error>)
  Result(U&& value) : state_(std::in_place_index<0>, std::forward<U>(value)) {}  // NOLINT
  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}      // NOLINT

  [[nodiscard]] bool has_value() const noexcept { return state_.index() == 0; }
  explicit operator bool() const noexcept { return has_value(); }

  [[nodiscard]] T& operator*() & { return checked(); }
  [[nodiscard]] const T& operator*() const& { return const_cast<Result*>(this)->checked(); }
  [[nodiscard]] T&& operator*() && { return std::move(checked()); }
  [[nodiscard]] T* operator->() { return &checked(); }
  [[nodiscard]] const T* operator->() const { return &const_cast<Result*>(this)->checked(); }

  /// The value, or ResultError thrown.
  T& value() & { return throwing(); }
  const T& value() const& { return const_cast<Result*>(this)->throwing(); }
  T&& value() && { return std::move(throwing()); }

  [[nodiscard]] const Error& error() const& {
    assert(!has_value());
    return *std::get_if<1>(&state_);
  }
  [[nodiscard]] Error&& error() && {
    assert(!has_value());
    return std::move(*std::get_if<1>(&state_));
  }

 private:
  T& checked() {
    assert(has_value());
    return *std::get_if<0>(&state_);
  }
  T& throwing() {
    if (!has_value()) throw ResultError(*std::get_if<1>(&state_));
    return checked();
  }

  std::variant<T, Error> state_;
};

template <>
class [[nodiscard]] Result<void> {
 public:
  using value_type = void;
  Result() = default;
  Result(Error error) : error_(std::move(error)) {}  // NOLINT

  [[nodiscard]] bool has_value() const noexcept { return !error_; }
  explicit operator bool() const noexcept { return has_value(); }
  void value() const {
    if (error_) throw ResultError(*error_);
  }
  [[nodiscard]] const Error& error() const& { return *error_; }
  [[nodiscard]] Error&& error() && { return std::move(*error_); }

 private:
  std::optional<Error> error_;
};

}  // namespace keywright
