#pragma once
// Bytes of requests that are not complete, in one piece, with room behind them that may be read.

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstring>
#include <memory>
#include <string_view>

namespace keywright::server {

/// How much all connections of a server keep of requests that are not complete. From any thread.
class InputBudget {
 public:
  explicit InputBudget(std::size_t limit) : limit_(limit) {}

  /// Something kept `before` bytes and keeps `now` of them. Returns whether all is within the
  /// limit.
  bool change(std::size_t before, std::size_t now) {
    return used_.fetch_add(now - before) + (now - before) <= limit_;
  }

 private:
  const std::size_t limit_;
  std::atomic<std::size_t> used_{0};
};

class InputBuffer {
 public:
  static constexpr std::size_t kPadding = 64;

  [[nodiscard]] std::string_view view() const { return {bytes_.get(), size_}; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] std::size_t capacity() const { return capacity_; }

  void append(std::string_view bytes) {
    if (bytes.empty()) return;
    if (size_ + bytes.size() > capacity_) grow(size_ + bytes.size());
    std::memcpy(bytes_.get() + size_, bytes.data(), bytes.size());
    size_ += bytes.size();
  }

  void erase(std::size_t begin, std::size_t count) {
    if (count == 0) return;
    if (count == size_) {
      clear();
      return;
    }
    std::memmove(bytes_.get() + begin, bytes_.get() + begin + count, size_ - begin - count);
    size_ -= count;
  }

  /// Gives its memory back: connections that wait for a request have none.
  void clear() {
    bytes_.reset();
    size_ = capacity_ = 0;
  }

 private:
  void grow(std::size_t least) {
    const std::size_t capacity = std::max<std::size_t>({least, capacity_ * 2, 2048});
    auto larger = std::make_unique<char[]>(capacity + kPadding);  // zeroed, so that all is readable
    if (size_ > 0) std::memcpy(larger.get(), bytes_.get(), size_);
    bytes_ = std::move(larger);
    capacity_ = capacity;
  }

  std::unique_ptr<char[]> bytes_;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
};

}  // namespace keywright::server
