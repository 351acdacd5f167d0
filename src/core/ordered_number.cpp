#include "core/ordered_number.hpp"

#include "core/decimal.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

namespace keywright {
namespace {

constexpr unsigned kPositive = 0x80;
constexpr int kExponentBias = 64;
constexpr int kPairsPerChunk = 9;                              // 18 digits
constexpr std::uint64_t kChunk = 1'000'000'000'000'000'000U;   // 10^18
constexpr std::uint64_t kOddChunk = 100'000'000'000'000'000U;  // 10^17

unsigned byte_at(std::string_view bytes, std::size_t index) {
  return static_cast<unsigned char>(bytes[index]);
}

/// Writes base-100 digits backwards, without order bits.
class PairWriter {
 public:
  explicit PairWriter(std::uint8_t* end) : at_(end) {}

  void write_chunk(std::uint64_t chunk) {
    for (int i = 0; i < kPairsPerChunk; ++i, chunk /= 100) {
      *--at_ = static_cast<std::uint8_t>(chunk % 100);
    }
  }
  std::uint8_t* write_rest(std::uint64_t rest) {
    for (; rest != 0; rest /= 100) *--at_ = static_cast<std::uint8_t>(rest % 100);
    return at_;
  }

 private:
  std::uint8_t* at_;
};

/// Writes magnitude (times 10 if `odd`) in base 100, ending at `end`; returns the first digit.
std::uint8_t* write_pairs(Magnitude magnitude, bool odd, std::uint8_t* end) {
  PairWriter writer(end);
  if (magnitude < kOddChunk) {
    return writer.write_rest(static_cast<std::uint64_t>(magnitude) * (odd ? 10 : 1));
  }
  // The lowest chunk takes the factor of ten, since magnitude * 10 may not fit 128 bits.
  const std::uint64_t lowest = odd ? kOddChunk : kChunk;
  writer.write_chunk(static_cast<std::uint64_t>(magnitude % lowest) * (odd ? 10 : 1));
  magnitude /= lowest;
  if (magnitude >= kChunk) {
    writer.write_chunk(static_cast<std::uint64_t>(magnitude % kChunk));
    magnitude /= kChunk;
  }
  return writer.write_rest(static_cast<std::uint64_t>(magnitude));
}

/// The base-100 digits of a number's ordered bytes.
struct OrderedDigits {
  bool negative;
  int exponent;  // of 0.d1 d2 ... * 100^exponent
  std::size_t count;
  unsigned flip;
  std::string_view bytes;

  // Requires bytes of a number other than zero.
  static OrderedDigits of(std::string_view bytes) {
    const unsigned first = byte_at(bytes, 0);
    const bool negative = first < kPositive;
    const unsigned flip = negative ? 0xff : 0;
    const int exponent = static_cast<int>((first ^ flip) - kPositive) - kExponentBias;
    return {negative, exponent, bytes.size() - 1, flip, bytes};
  }
  [[nodiscard]] unsigned digit(std::size_t index) const {
    return (byte_at(bytes, index + 1) ^ flip) >> 1;
  }
};

bool is_zero(std::string_view bytes) {
  return bytes == std::string_view("\x80\0", 2);
}

/// The size for `digits` significant digits of which the last stands for 10^exponent.
std::size_t accounted_size(int digits, int exponent, bool negative) {
  const int integer = exponent >= 0 ? digits : std::max(digits + exponent, 0);
  const int fraction = digits - integer;
  return static_cast<std::size_t>(
      std::min(1 + (integer + 1) / 2 + (fraction + 1) / 2 + (negative ? 1 : 0), 21));
}

}  // namespace

void Number::append_ordered(std::string& out) const {
  if (is_zero()) {
    out.append("\x80\0", 2);
    return;
  }
  const auto parts = NumberParts::of(*this);
  const bool odd = parts.exponent % 2 != 0;
  std::array<std::uint8_t, kMaxOrderedSize> buffer;
  std::uint8_t* const end = buffer.data() + buffer.size();
  std::uint8_t* const first = write_pairs(parts.magnitude, odd, end);
  const auto count = static_cast<int>(end - first);

  const unsigned flip = parts.negative ? 0xff : 0;
  for (auto* at = first; at != end; ++at) {
    const unsigned more = at + 1 != end ? 1 : 0;
    *at = static_cast<std::uint8_t>((*at * 2U + more) ^ flip);
  }
  const int exponent = count + (parts.exponent - (odd ? 1 : 0)) / 2;
  *(first - 1) = static_cast<std::uint8_t>(
      (kPositive + static_cast<unsigned>(exponent + kExponentBias)) ^ flip);
  out.append(reinterpret_cast<const char*>(first - 1), static_cast<std::size_t>(count) + 1);
}

Number Number::from_ordered(std::string_view bytes) {
  if (keywright::is_zero(bytes)) return Number();
  const auto digits = OrderedDigits::of(bytes);
  Magnitude magnitude = 0;
  // All but the last pair, in chunks that fit 64 bits; the last may end in a zero to leave out.
  std::size_t index = 0;
  while (index + 1 < digits.count) {
    const std::size_t chunk_end = std::min(index + kPairsPerChunk, digits.count - 1);
    std::uint64_t chunk = 0;
    const auto pairs = static_cast<int>(chunk_end - index);
    for (; index < chunk_end; ++index) chunk = chunk * 100 + digits.digit(index);
    magnitude = magnitude * power_of_ten(2 * pairs) + chunk;
  }
  int exponent = 2 * (digits.exponent - static_cast<int>(digits.count));
  const unsigned last = digits.digit(digits.count - 1);
  if (last % 10 == 0) {
    magnitude = magnitude * 10 + last / 10;
    ++exponent;
  } else {
    magnitude = magnitude * 100 + last;
  }
  return NumberParts{digits.negative, magnitude, exponent}.number();
}

std::size_t Number::size_in_bytes() const {
  const auto parts = NumberParts::of(*this);
  return accounted_size(count_digits(parts.magnitude), parts.exponent, parts.negative);
}

std::size_t ordered_number_size_in_bytes(std::string_view bytes) {
  if (is_zero(bytes)) return 1;
  const auto digits = OrderedDigits::of(bytes);
  const bool short_first = digits.digit(0) < 10;
  const bool short_last = digits.digit(digits.count - 1) % 10 == 0;
  const int count =
      2 * static_cast<int>(digits.count) - (short_first ? 1 : 0) - (short_last ? 1 : 0);
  const int exponent =
      2 * (digits.exponent - static_cast<int>(digits.count)) + (short_last ? 1 : 0);
  return accounted_size(count, exponent, digits.negative);
}

std::size_t ordered_number_length(std::string_view bytes) {
  if (bytes.size() < 2) return 0;
  const unsigned flip = byte_at(bytes, 0) < kPositive ? 0xff : 0;
  const std::size_t limit = std::min(bytes.size(), Number::kMaxOrderedSize);
  for (std::size_t at = 1; at < limit; ++at) {
    if (((byte_at(bytes, at) ^ flip) & 1) == 0) return at + 1;
  }
  return 0;
}

bool valid_ordered_number(std::string_view bytes) {
  if (is_zero(bytes)) return true;
  if (ordered_number_length(bytes) != bytes.size() || bytes.empty()) return false;
  const auto digits = OrderedDigits::of(bytes);
  for (std::size_t i = 0; i < digits.count; ++i) {
    if (digits.digit(i) > 99) return false;
  }
  if (digits.digit(0) == 0 || digits.digit(digits.count - 1) == 0) return false;
  const bool short_first = digits.digit(0) < 10;
  const bool short_last = digits.digit(digits.count - 1) % 10 == 0;
  const int count =
      2 * static_cast<int>(digits.count) - (short_first ? 1 : 0) - (short_last ? 1 : 0);
  // Every exponent byte is within range, since 100^-65 and 100^63 are the limits themselves.
  return count <= kMaxDigits;
}

}  // namespace keywright
