#pragma once
// A member that has to be given: a struct with one cannot be made without it. What it holds may be
// an optional; then "no value" has to be said too.

#include <concepts>
#include <type_traits>
#include <utility>

namespace keywright {

template <class T>
class Required {
 public:
  template <class U = T>
    requires(std::convertible_to<U, T> && !std::same_as<std::remove_cvref_t<U>, Required>)
  Required(U&& value) : value_(std::forward<U>(value)) {}  // NOLINT: it is the value

  [[nodiscard]] const T& value() const { return value_; }

 private:
  T value_;
};

}  // namespace keywright
