#pragma once
// A value that copies share until one of them is changed.
//
// The value itself may be read by all who share it, from any thread. A CopyOnWrite is like an int:
// who writes it, or copies it (which marks both as shared), needs it for himself.

#include <memory>

namespace keywright {

template <class T>
class CopyOnWrite {
 public:
  /// A T() that is made when it is first written to.
  CopyOnWrite() = default;
  CopyOnWrite(const CopyOnWrite& other) : value_(other.value_) { other.shared_ = true; }
  CopyOnWrite& operator=(const CopyOnWrite& other) {
    other.shared_ = true;
    value_ = other.value_;
    shared_ = true;
    return *this;
  }
  ~CopyOnWrite() = default;

  [[nodiscard]] const T& operator*() const { return value_ != nullptr ? *value_ : nothing(); }
  [[nodiscard]] const T* operator->() const { return &**this; }

  /// The value, to be changed: from now on this one's alone.
  [[nodiscard]] T& write() {
    if (shared_) {
      value_ = std::make_shared<T>(**this);
      shared_ = false;
    }
    return *value_;
  }

 private:
  static const T& nothing() {
    static const T none;
    return none;
  }

  std::shared_ptr<T> value_;
  // Not asked of the pointer: a count of one would not say that what others read is read.
  mutable bool shared_ = true;
};

}  // namespace keywright
