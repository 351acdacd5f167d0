#pragma once
// The integer arithmetic under Number: 128-bit magnitudes, powers of ten, counting digits.

#include <keywright/number.hpp>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace keywright {

__extension__ using Magnitude = unsigned __int128;

inline constexpr int kMaxDigits = 38;
// Of the first significant digit: 1E-130 to 9.99...E+125.
inline constexpr int kMinAdjustedExponent = -130;
inline constexpr int kMaxAdjustedExponent = 125;

inline constexpr std::array<Magnitude, kMaxDigits + 1> kPowersOfTen = [] {
  std::array<Magnitude, kMaxDigits + 1> powers{};
  Magnitude power = 1;
  for (auto& entry : powers) {
    entry = power;
    power *= 10;
  }
  return powers;
}();

[[nodiscard]] constexpr Magnitude power_of_ten(int exponent) {
  return kPowersOfTen[static_cast<std::size_t>(exponent)];
}

/// How many decimal digits a magnitude below 10^39 has; 0 for zero.
[[nodiscard]] constexpr int count_digits(Magnitude value) {
  const auto high = static_cast<std::uint64_t>(value >> 64);
  const int bits = high != 0 ? 64 + static_cast<int>(std::bit_width(high))
                             : static_cast<int>(std::bit_width(static_cast<std::uint64_t>(value)));
  const int estimate = (bits * 1233) >> 12;  // 1233 / 4096 is log10(2), closely from below
  return estimate + (value >= power_of_ten(estimate) ? 1 : 0);
}

/// A Number taken apart.
struct NumberParts {
  bool negative = false;
  Magnitude magnitude = 0;
  int exponent = 0;

  static NumberParts of(const Number& number) {
    const bool negative = number.coefficient_ < 0;
    const auto bits = static_cast<Magnitude>(number.coefficient_);
    return {negative, negative ? -bits : bits, number.exponent_};
  }

  /// Requires what Number promises: no trailing zero, at most 38 digits, within range.
  [[nodiscard]] Number number() const {
    const auto coefficient = static_cast<Number::Coefficient>(magnitude);
    return Number(negative ? -coefficient : coefficient, exponent);
  }

  /// The decimal exponent of the first significant digit.
  [[nodiscard]] int adjusted_exponent() const { return count_digits(magnitude) + exponent - 1; }
};

}  // namespace keywright
