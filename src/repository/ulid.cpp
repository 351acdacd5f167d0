#include <keywright/ulid.hpp>

#include <chrono>
#include <utility>

namespace keywright {
namespace {

constexpr std::string_view kAlphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";  // Crockford's base 32
constexpr std::uint8_t kNoDigit = 0xFF;

constexpr std::array<std::uint8_t, 256> digit_values() {
  std::array<std::uint8_t, 256> values{};
  values.fill(kNoDigit);
  for (std::size_t i = 0; i < kAlphabet.size(); ++i) {
    values[static_cast<std::uint8_t>(kAlphabet[i])] = static_cast<std::uint8_t>(i);
  }
  return values;
}
constexpr auto kDigitValues = digit_values();

struct Halves {
  std::uint64_t high = 0;
  std::uint64_t low = 0;
};

Halves halves_of(const std::array<std::uint8_t, 16>& bytes) {
  Halves halves;
  for (std::size_t i = 0; i < 8; ++i) halves.high = halves.high << 8 | bytes[i];
  for (std::size_t i = 8; i < 16; ++i) halves.low = halves.low << 8 | bytes[i];
  return halves;
}

Ulid from_halves(Halves halves) {
  std::array<std::uint8_t, 16> bytes{};
  for (std::size_t i = 8; i-- > 0; halves.high >>= 8) {
    bytes[i] = static_cast<std::uint8_t>(halves.high);
  }
  for (std::size_t i = 16; i-- > 8; halves.low >>= 8) {
    bytes[i] = static_cast<std::uint8_t>(halves.low);
  }
  return Ulid(bytes);
}

}  // namespace

std::optional<Ulid> Ulid::parse(std::string_view text) {
  if (text.size() != kTextSize || text[0] > '7') return std::nullopt;  // 26 * 5 bits are 2 too many
  Halves halves;
  for (const char c : text) {
    const std::uint8_t digit = kDigitValues[static_cast<std::uint8_t>(c)];
    if (digit == kNoDigit) return std::nullopt;
    halves.high = halves.high << 5 | halves.low >> 59;
    halves.low = halves.low << 5 | digit;
  }
  return from_halves(halves);
}

void Ulid::write_to(char* out) const {
  Halves halves = halves_of(bytes_);
  for (std::size_t i = kTextSize; i-- > 0;) {
    out[i] = kAlphabet[halves.low & 31];
    halves.low = halves.low >> 5 | halves.high << 59;
    halves.high >>= 5;
  }
}

std::string Ulid::to_string() const {
  std::string text(kTextSize, '\0');
  write_to(text.data());
  return text;
}

TimePoint Ulid::time() const {
  return TimePoint(
      std::chrono::milliseconds(static_cast<std::int64_t>(halves_of(bytes_).high >> 16)));
}

UlidGenerator::UlidGenerator(Clock clock, Random random)
    : clock_(std::move(clock)), random_(std::move(random)) {}

Ulid UlidGenerator::next() {
  const std::lock_guard lock(mutex_);
  const auto now = static_cast<std::uint64_t>(clock_().time_since_epoch().count());
  Halves last = halves_of(last_.bytes());
  // Within a millisecond, or if the clock has gone back, the successor keeps the order.
  if (now <= last.high >> 16 && last_ != Ulid()) {
    if (++last.low == 0) ++last.high;
  } else {
    last = {now << 16 | (random_() & 0xFFFF), random_()};
  }
  return last_ = from_halves(last);
}

}  // namespace keywright
