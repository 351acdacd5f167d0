#pragma once
// What a patch does with one field: leaves it, sets it, sets it to null, or removes it. These four
// are different, and a plain optional could only say two of them.

#include <concepts>
#include <optional>
#include <utility>

namespace keywright {

struct RemoveField {};
struct NullField {};

/// Takes the attribute away.
inline constexpr RemoveField remove_field;
/// Sets the attribute to NULL.
inline constexpr NullField null_field;

template <class T>
class Change {
 public:
  /// Leaves the field as it is.
  Change() = default;
  template <class U = T>
    requires std::convertible_to<U, T>
  Change(U&& value) : kind_(Kind::set), value_(std::forward<U>(value)) {}  // NOLINT: a new value
  Change(RemoveField) : kind_(Kind::remove) {}                             // NOLINT: a word for it
  Change(NullField) : kind_(Kind::null) {}                                 // NOLINT: likewise

  [[nodiscard]] bool keeps() const { return kind_ == Kind::keep; }
  [[nodiscard]] bool sets() const { return kind_ == Kind::set; }
  [[nodiscard]] bool removes() const { return kind_ == Kind::remove; }
  [[nodiscard]] bool sets_null() const { return kind_ == Kind::null; }
  /// Only if sets().
  [[nodiscard]] const T& value() const { return *value_; }
  /// What is stored after it, if this was before; nullopt: nothing.
  [[nodiscard]] std::optional<T> applied_to(const std::optional<T>& stored) const {
    return keeps() ? stored : value_;
  }

 private:
  enum class Kind { keep, set, remove, null };
  Kind kind_ = Kind::keep;
  std::optional<T> value_;
};

}  // namespace keywright
