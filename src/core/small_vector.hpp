#pragma once
// A vector whose first N elements need no allocation, for the many short lists of one request.
//
// Only for what can be copied byte by byte. Views into it end with a move.

#include <cstddef>
#include <cstring>
#include <initializer_list>
#include <new>
#include <span>
#include <type_traits>

namespace keywright {

template <class T, std::size_t N>
class SmallVector {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  using value_type = T;
  using iterator = T*;
  using const_iterator = const T*;

  SmallVector() = default;
  SmallVector(const SmallVector& other) { append(other); }
  SmallVector(SmallVector&& other) noexcept { take(other); }
  SmallVector& operator=(const SmallVector& other) {
    if (this != &other) {
      clear();
      append(other);
    }
    return *this;
  }
  SmallVector& operator=(SmallVector&& other) noexcept {
    if (this != &other) {
      release();
      take(other);
    }
    return *this;
  }
  ~SmallVector() { release(); }

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] T* data() { return data_; }
  [[nodiscard]] const T* data() const { return data_; }
  [[nodiscard]] T* begin() { return data_; }
  [[nodiscard]] T* end() { return data_ + size_; }
  [[nodiscard]] const T* begin() const { return data_; }
  [[nodiscard]] const T* end() const { return data_ + size_; }
  [[nodiscard]] T& operator[](std::size_t i) { return data_[i]; }
  [[nodiscard]] const T& operator[](std::size_t i) const { return data_[i]; }
  [[nodiscard]] T& back() { return data_[size_ - 1]; }
  [[nodiscard]] const T& back() const { return data_[size_ - 1]; }

  void clear() { size_ = 0; }
  void push_back(const T& element) {
    if (size_ == capacity_) return append({&element, 1});
    new (static_cast<void*>(data_ + size_++)) T(element);
  }
  /// `more` may be a part of this vector.
  void append(std::span<const T> more) {
    if (more.empty()) return;
    T* full = nullptr;
    if (size_ + more.size() > capacity_) full = grow(size_ + more.size());
    std::memcpy(static_cast<void*>(data_ + size_), static_cast<const void*>(more.data()),
                more.size_bytes());
    size_ += more.size();
    if (full != nullptr) ::operator delete(static_cast<void*>(full));
  }
  void append(std::initializer_list<T> more) { append(std::span(more.begin(), more.size())); }

 private:
  [[nodiscard]] T* inside() { return std::launder(reinterpret_cast<T*>(inside_)); }
  [[nodiscard]] bool is_inside() const {
    return static_cast<const void*>(data_) == static_cast<const void*>(inside_);
  }

  /// Moves the elements to where at least `needed` have room; returns what has to be freed then.
  T* grow(std::size_t needed) {
    T* const old = is_inside() ? nullptr : data_;
    const std::size_t capacity = needed > 2 * capacity_ ? needed : 2 * capacity_;
    T* const larger = static_cast<T*>(::operator new(capacity * sizeof(T)));  // may throw
    std::memcpy(static_cast<void*>(larger), static_cast<const void*>(data_), size_ * sizeof(T));
    capacity_ = capacity;
    data_ = larger;
    return old;
  }
  void take(SmallVector& other) noexcept {
    size_ = other.size_;
    if (other.is_inside()) {
      std::memcpy(static_cast<void*>(inside_), other.inside_, size_ * sizeof(T));
    } else {
      data_ = other.data_;
      capacity_ = other.capacity_;
    }
    other.reset();
  }
  void release() noexcept {
    if (!is_inside()) ::operator delete(static_cast<void*>(data_));
    reset();
  }
  void reset() noexcept {
    data_ = inside();
    size_ = 0;
    capacity_ = N;
  }

  T* data_ = inside();
  std::size_t size_ = 0;
  std::size_t capacity_ = N;
  alignas(T) std::byte inside_[N * sizeof(T)];
};

}  // namespace keywright
