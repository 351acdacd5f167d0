#pragma once
// ULID: a 128-bit identifier that sorts by the time it was made.
//
// Ulid is a plain value, written as 26 characters of Crockford's base 32, always in upper case;
// text order is value order. UlidGenerator makes them: time and randomness come from the caller,
// and two of the same millisecond still ascend. It may be called from many threads.

#include <keywright/clock.hpp>
#include <keywright/random.hpp>

#include <array>
#include <compare>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

namespace keywright {

class Ulid {
 public:
  static constexpr std::size_t kTextSize = 26;

  /// All zero.
  constexpr Ulid() = default;
  constexpr explicit Ulid(const std::array<std::uint8_t, 16>& bytes) : bytes_(bytes) {}

  /// Exactly 26 upper-case characters of the alphabet, at most 7ZZZZZZZZZZZZZZZZZZZZZZZZZ.
  [[nodiscard]] static std::optional<Ulid> parse(std::string_view text);

  [[nodiscard]] std::string to_string() const;
  /// Writes the 26 characters to `out`.
  void write_to(char* out) const;
  [[nodiscard]] TimePoint time() const;
  [[nodiscard]] constexpr const std::array<std::uint8_t, 16>& bytes() const { return bytes_; }

  friend constexpr auto operator<=>(const Ulid&, const Ulid&) = default;

 private:
  std::array<std::uint8_t, 16> bytes_{};
};

class UlidGenerator {
 public:
  explicit UlidGenerator(Clock clock = system_clock(), Random random = system_random());
  [[nodiscard]] Ulid next();

 private:
  Clock clock_;
  Random random_;
  std::mutex mutex_;
  Ulid last_;
};

}  // namespace keywright
