#include "core/decimal.hpp"
#include <keywright/number.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>

namespace keywright {
namespace {

constexpr int kChunkDigits = 19;  // the most that a 64-bit integer always holds

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

std::nullopt_t fail(NumberFault cause, NumberFault* fault) {
  if (fault != nullptr) *fault = cause;
  return std::nullopt;
}

/// Collects significant digits, most significant first: up to 38, and whether more were not zero.
class DigitSink {
 public:
  const char* read_run(const char* at, const char* end) {
    for (; at != end && is_digit(*at); ++at) push(static_cast<unsigned>(*at - '0'));
    return at;
  }

  [[nodiscard]] bool is_zero() const { return high_ == 0; }
  [[nodiscard]] bool has_lost_digits() const { return lost_; }
  /// Digits from the first that is not zero on, kept or not.
  [[nodiscard]] std::int64_t count() const { return kept_ + dropped_; }

  /// The kept digits without their trailing zeros; `exponent` grows by the zeros left out.
  Magnitude take(std::int64_t& exponent) {
    exponent += dropped_;
    int low_digits = std::max(kept_ - kChunkDigits, 0);
    while (low_digits > 0 && low_ % 10 == 0) {
      low_ /= 10;
      --low_digits;
      ++exponent;
    }
    if (low_digits == 0) {
      for (; high_ % 10 == 0; high_ /= 10) ++exponent;
      return high_;
    }
    return high_ * power_of_ten(low_digits) + low_;
  }

 private:
  void push(unsigned digit) {
    if (kept_ < kChunkDigits) {
      high_ = high_ * 10 + digit;
      kept_ += high_ != 0 ? 1 : 0;
    } else if (kept_ < kMaxDigits) {
      low_ = low_ * 10 + digit;
      ++kept_;
    } else {
      ++dropped_;
      lost_ = lost_ || digit != 0;
    }
  }

  std::uint64_t high_ = 0;
  std::uint64_t low_ = 0;
  int kept_ = 0;
  std::int64_t dropped_ = 0;
  bool lost_ = false;
};

/// Reads what follows an `e`; false if that is no exponent. Large ones saturate.
bool read_exponent(const char* at, const char* end, std::int64_t& exponent) {
  constexpr std::int64_t kSaturated = 1'000'000'000'000;
  const bool negative = at != end && *at == '-';
  if (at != end && (*at == '-' || *at == '+')) ++at;
  if (at == end) return false;
  for (; at != end; ++at) {
    if (!is_digit(*at)) return false;
    exponent = std::min(exponent * 10 + (*at - '0'), kSaturated);
  }
  if (negative) exponent = -exponent;
  return true;
}

/// The cause if a first significant digit at 10^adjusted is out of range.
std::optional<NumberFault> range_fault(std::int64_t adjusted) {
  if (adjusted > kMaxAdjustedExponent) return NumberFault::overflow;
  if (adjusted < kMinAdjustedExponent) return NumberFault::underflow;
  return std::nullopt;
}

/// magnitude * 10^shift, or nullopt if that is at least 2 * 10^38.
std::optional<Magnitude> scaled(Magnitude magnitude, int shift) {
  const int digits = count_digits(magnitude) + shift;
  if (digits > kMaxDigits + 1) return std::nullopt;
  if (digits == kMaxDigits + 1 && magnitude >= 2 * power_of_ten(kMaxDigits - shift)) {
    return std::nullopt;
  }
  return magnitude * power_of_ten(shift);
}

/// The number that these parts make once trailing zeros are gone, if there is one.
std::optional<Number> normalized(NumberParts parts, NumberFault* fault) {
  if (parts.magnitude == 0) return Number();
  while (parts.magnitude % 10 == 0) {
    parts.magnitude /= 10;
    ++parts.exponent;
  }
  // DynamoDB calls a result of more than 38 digits an overflow.
  if (parts.magnitude >= power_of_ten(kMaxDigits)) return fail(NumberFault::overflow, fault);
  if (const auto cause = range_fault(parts.adjusted_exponent())) return fail(*cause, fault);
  return parts.number();
}

/// The decimal digits of `magnitude`, written so that they end at `end`; returns their begin.
char* write_digits(Magnitude magnitude, char* end) {
  constexpr std::uint64_t kChunk = 10'000'000'000'000'000'000U;  // 10^19
  while (magnitude > std::numeric_limits<std::uint64_t>::max()) {
    auto chunk = static_cast<std::uint64_t>(magnitude % kChunk);
    magnitude /= kChunk;
    for (int i = 0; i < kChunkDigits; ++i, chunk /= 10)
      *--end = static_cast<char>('0' + chunk % 10);
  }
  auto rest = static_cast<std::uint64_t>(magnitude);
  for (; rest != 0; rest /= 10) *--end = static_cast<char>('0' + rest % 10);
  return end;
}

/// coefficient * 10^exponent if that is an integer of at most 20 digits.
std::optional<Magnitude> small_integer(const NumberParts& parts) {
  if (parts.exponent < 0 || parts.adjusted_exponent() >= 20) return std::nullopt;
  return parts.magnitude * power_of_ten(parts.exponent);
}

}  // namespace

std::optional<Number> Number::parse(std::string_view text, NumberFault* fault) {
  const char* at = text.data();
  const char* const end = at + text.size();
  const bool negative = at != end && *at == '-';
  if (at != end && (*at == '-' || *at == '+')) ++at;

  DigitSink digits;
  const char* const integer = at;
  at = digits.read_run(at, end);
  std::int64_t digit_count = at - integer;
  std::int64_t fraction_digits = 0;
  if (at != end && *at == '.') {
    const char* const fraction = ++at;
    at = digits.read_run(at, end);
    fraction_digits = at - fraction;
    digit_count += fraction_digits;
  }
  if (digit_count == 0) return fail(NumberFault::not_numeric, fault);

  std::int64_t exponent = 0;
  const bool has_exponent = at != end && (*at == 'e' || *at == 'E');
  if (has_exponent) {
    if (!read_exponent(at + 1, end, exponent)) return fail(NumberFault::not_numeric, fault);
  } else if (at != end) {
    return fail(NumberFault::not_numeric, fault);
  }
  exponent -= fraction_digits;

  if (digits.is_zero()) {
    // DynamoDB refuses 0e126 and 0e-131, though both are zero.
    const auto cause = has_exponent ? range_fault(exponent) : std::nullopt;
    return cause ? fail(*cause, fault) : std::optional(Number());
  }
  if (const auto cause = range_fault(digits.count() + exponent - 1)) return fail(*cause, fault);
  if (digits.has_lost_digits()) return fail(NumberFault::too_many_digits, fault);
  const Magnitude magnitude = digits.take(exponent);
  return NumberParts{negative, magnitude, static_cast<int>(exponent)}.number();
}

std::optional<Number> Number::from_double(double value) {
  if (!std::isfinite(value)) return std::nullopt;
  std::array<char, 32> text;
  const auto written =
      std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::scientific);
  return parse({text.data(), written.ptr});
}

std::string Number::to_string() const {
  std::string out;
  append_to(out);
  return out;
}

void Number::append_to(std::string& out) const {
  if (is_zero()) {
    out.push_back('0');
    return;
  }
  const auto parts = NumberParts::of(*this);
  std::array<char, kMaxDigits + 1> buffer;
  const char* const begin = write_digits(parts.magnitude, buffer.data() + buffer.size());
  const char* const end = buffer.data() + buffer.size();
  const auto count = static_cast<int>(end - begin);
  const int integer_digits = count + parts.exponent;  // before the point; may be negative

  if (parts.negative) out.push_back('-');
  if (parts.exponent >= 0) {
    out.append(begin, end);
    out.append(static_cast<std::size_t>(parts.exponent), '0');
  } else if (integer_digits <= 0) {
    out.append("0.");
    out.append(static_cast<std::size_t>(-integer_digits), '0');
    out.append(begin, end);
  } else {
    out.append(begin, begin + integer_digits);
    out.push_back('.');
    out.append(begin + integer_digits, end);
  }
}

std::optional<std::int64_t> Number::to_int64() const {
  const auto parts = NumberParts::of(*this);
  const auto integer = small_integer(parts);
  const auto limit = static_cast<Magnitude>(std::numeric_limits<std::int64_t>::max());
  if (!integer || *integer > limit + (parts.negative ? 1 : 0)) return std::nullopt;
  const auto value = static_cast<std::uint64_t>(*integer);
  return static_cast<std::int64_t>(parts.negative ? 0 - value : value);
}

std::optional<std::uint64_t> Number::to_uint64() const {
  const auto parts = NumberParts::of(*this);
  const auto integer = small_integer(parts);
  if (!integer || parts.negative || *integer > std::numeric_limits<std::uint64_t>::max()) {
    return std::nullopt;
  }
  return static_cast<std::uint64_t>(*integer);
}

double Number::to_double() const {
  const auto parts = NumberParts::of(*this);
  std::array<char, 64> text;
  char* const end_of_digits = text.data() + 48;
  const char* const begin = write_digits(parts.magnitude, end_of_digits);
  if (begin == end_of_digits) return 0;
  *end_of_digits = 'e';
  const auto written = std::to_chars(end_of_digits + 1, text.data() + text.size(), parts.exponent);
  double value = 0;
  std::from_chars(begin, written.ptr, value);
  return parts.negative ? -value : value;
}

std::optional<Number> Number::add(const Number& a, const Number& b, NumberFault* fault) {
  if (a.is_zero()) return b;
  if (b.is_zero()) return a;
  const bool a_reaches_lower = a.exponent_ < b.exponent_;
  const auto high = NumberParts::of(a_reaches_lower ? b : a);
  const auto low = NumberParts::of(a_reaches_lower ? a : b);
  // The lower number is below 10^38 units of its last digit, so if the higher one is 2 * 10^38 or
  // more, what is left has more than 38 digits. Otherwise the sum fits 128 bits.
  const int shift = high.exponent - low.exponent;
  if (shift > kMaxDigits) return fail(NumberFault::overflow, fault);
  const auto aligned = scaled(high.magnitude, shift);
  if (!aligned) return fail(NumberFault::overflow, fault);

  if (high.negative == low.negative) {
    return normalized({low.negative, *aligned + low.magnitude, low.exponent}, fault);
  }
  if (*aligned >= low.magnitude) {
    return normalized({high.negative, *aligned - low.magnitude, low.exponent}, fault);
  }
  return normalized({low.negative, low.magnitude - *aligned, low.exponent}, fault);
}

std::optional<Number> Number::subtract(const Number& a, const Number& b, NumberFault* fault) {
  return add(a, b.negated(), fault);
}

Number Number::negated() const {
  return Number(-coefficient_, exponent_);
}

std::strong_ordering operator<=>(const Number& a, const Number& b) {
  if (a.exponent_ == b.exponent_) return a.coefficient_ <=> b.coefficient_;
  const auto left = NumberParts::of(a);
  const auto right = NumberParts::of(b);
  if (a.is_zero() || b.is_zero() || left.negative != right.negative) {
    return (a.coefficient_ > 0) - (a.coefficient_ < 0) <=>
           (b.coefficient_ > 0) - (b.coefficient_ < 0);
  }
  const auto magnitudes = [](const NumberParts& x, const NumberParts& y) {
    const int x_exponent = x.adjusted_exponent();
    const int y_exponent = y.adjusted_exponent();
    if (x_exponent != y_exponent) return x_exponent <=> y_exponent;
    // Of equal length once aligned, so the shift stays within 38 digits.
    if (x.exponent > y.exponent) {
      return x.magnitude * power_of_ten(x.exponent - y.exponent) <=> y.magnitude;
    }
    return x.magnitude <=> y.magnitude * power_of_ten(y.exponent - x.exponent);
  };
  return left.negative ? magnitudes(right, left) : magnitudes(left, right);
}

}  // namespace keywright
