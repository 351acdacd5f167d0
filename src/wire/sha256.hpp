#pragma once
// SHA-256 and HMAC-SHA-256. The algorithm is looked up once, when the object is made: looking it
// up costs several times what hashing a request does.

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace keywright::wire {

using Digest = std::array<std::uint8_t, 32>;

/// One per thread.
class Sha256 {
 public:
  Sha256();
  ~Sha256();
  Sha256(Sha256&&) noexcept;
  Sha256& operator=(Sha256&&) noexcept;

  [[nodiscard]] Digest hash(std::string_view bytes);
  [[nodiscard]] Digest hmac(std::string_view key, std::string_view message);

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

/// The bytes of a digest, as a key for the next one.
[[nodiscard]] inline std::string_view bytes_of(const Digest& digest) {
  return {reinterpret_cast<const char*>(digest.data()), digest.size()};
}

/// Lower-case hexadecimal digits.
void append_hex(std::string& out, const Digest& digest);

/// Whether both are equal, in a time that depends on their lengths alone.
[[nodiscard]] bool equal_in_constant_time(std::string_view left, std::string_view right);

}  // namespace keywright::wire
