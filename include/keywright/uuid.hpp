#pragma once
// UUID: a 128-bit identifier, written as 36 lower-case characters (8-4-4-4-12). A plain value; text
// order is value order.

#include <keywright/random.hpp>

#include <array>
#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace keywright {

class Uuid {
 public:
  static constexpr std::size_t kTextSize = 36;

  /// All zero.
  constexpr Uuid() = default;
  constexpr explicit Uuid(const std::array<std::uint8_t, 16>& bytes) : bytes_(bytes) {}

  /// Exactly the canonical lower-case form: case is never changed on the way.
  [[nodiscard]] static std::optional<Uuid> parse(std::string_view text);
  /// A random UUID, version 4.
  [[nodiscard]] static Uuid generate(const Random& random = system_random());

  [[nodiscard]] std::string to_string() const;
  /// Writes the 36 characters to `out`.
  void write_to(char* out) const;
  [[nodiscard]] constexpr const std::array<std::uint8_t, 16>& bytes() const { return bytes_; }

  friend constexpr auto operator<=>(const Uuid&, const Uuid&) = default;

 private:
  std::array<std::uint8_t, 16> bytes_{};
};

}  // namespace keywright
