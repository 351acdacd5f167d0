#pragma once
// A DynamoDB number: exact decimal, up to 38 significant digits, magnitude 1E-130 to
// 9.99...E+125, or zero (AWS: "Supported data types and naming rules in DynamoDB").
//
// A value type: cheap to copy, compared by value (100, 100.0 and 1e2 are equal). Parsing and
// arithmetic never round; what does not fit is a NumberFault. Safe to share between threads.

#include <compare>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace keywright {

/// Why a text or a result is not a DynamoDB number.
enum class NumberFault { not_numeric, too_many_digits, overflow, underflow };

class Number {
 public:
  /// Zero.
  constexpr Number() = default;

  /// Any built-in integer (not bool, not char).
  template <std::integral T>
    requires(!std::same_as<T, bool> && !std::same_as<T, char>)
  constexpr Number(T value) {  // NOLINT(google-explicit-constructor): integers are numbers
    const auto wide = static_cast<Coefficient>(value);
    auto magnitude = static_cast<std::uint64_t>(wide < 0 ? -wide : wide);
    for (; magnitude != 0 && magnitude % 10 == 0; magnitude /= 10) ++exponent_;
    coefficient_ = wide < 0 ? -static_cast<Coefficient>(magnitude) : magnitude;
  }

  /// Reads `[+-]digits[.digits][e[+-]digits]` (also `.5`, `5.`, `001`); no blanks, no NaN, no
  /// infinity. On failure returns nullopt and, if `fault` is given, says why.
  [[nodiscard]] static std::optional<Number> parse(std::string_view text,
                                                   NumberFault* fault = nullptr);

  /// The shortest decimal that reads back as `value`; nullopt for NaN, infinities and magnitudes
  /// out of range.
  [[nodiscard]] static std::optional<Number> from_double(double value);

  /// Plain decimal as DynamoDB prints it: never an exponent, no superfluous zeros, `-0` is `0`.
  [[nodiscard]] std::string to_string() const;
  void append_to(std::string& out) const;

  /// nullopt unless the value is an integer within the type's range.
  [[nodiscard]] std::optional<std::int64_t> to_int64() const;
  [[nodiscard]] std::optional<std::uint64_t> to_uint64() const;
  /// The nearest double.
  [[nodiscard]] double to_double() const;

  /// Exact sum and difference. A result of more than 38 digits is `overflow`, as DynamoDB has it.
  [[nodiscard]] static std::optional<Number> add(const Number& a, const Number& b,
                                                 NumberFault* fault = nullptr);
  [[nodiscard]] static std::optional<Number> subtract(const Number& a, const Number& b,
                                                      NumberFault* fault = nullptr);
  [[nodiscard]] Number negated() const;

  [[nodiscard]] bool is_zero() const { return coefficient_ == 0; }
  [[nodiscard]] bool is_negative() const { return coefficient_ < 0; }

  /// Bytes whose order (as unsigned bytes) is the order of the values and whose equality is theirs;
  /// 2 to kMaxOrderedSize of them. They delimit themselves: no number's bytes begin another's, so
  /// anything may follow them in a composite key. This is how items and keys store numbers.
  void append_ordered(std::string& out) const;
  /// Reads what append_ordered wrote; `bytes` must be exactly that.
  [[nodiscard]] static Number from_ordered(std::string_view bytes);
  static constexpr std::size_t kMaxOrderedSize = 21;

  /// The size DynamoDB accounts: one byte, plus one per two significant digits on either side of
  /// the decimal point, plus one if negative; at most 21.
  [[nodiscard]] std::size_t size_in_bytes() const;

  friend bool operator==(const Number&, const Number&) = default;  // both are normalized
  friend std::strong_ordering operator<=>(const Number& a, const Number& b);

 private:
  __extension__ using Coefficient = __int128;  // 10^38 < 2^127

  constexpr Number(Coefficient coefficient, std::int32_t exponent)
      : coefficient_(coefficient), exponent_(exponent) {}
  friend struct NumberParts;  // the implementation's access to the two members

  Coefficient coefficient_ = 0;  // no trailing decimal zero, |coefficient_| < 10^38
  std::int32_t exponent_ = 0;    // value = coefficient_ * 10^exponent_; 0 for zero
};

}  // namespace keywright
