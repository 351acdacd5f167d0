#include <keywright/uuid.hpp>

namespace keywright {
namespace {

constexpr std::string_view kHex = "0123456789abcdef";

constexpr bool is_dash(std::size_t position) {
  return position == 8 || position == 13 || position == 18 || position == 23;
}

std::optional<std::uint8_t> hex_value(char c) {
  if (c >= '0' && c <= '9') return static_cast<std::uint8_t>(c - '0');
  if (c >= 'a' && c <= 'f') return static_cast<std::uint8_t>(c - 'a' + 10);
  return std::nullopt;
}

}  // namespace

std::optional<Uuid> Uuid::parse(std::string_view text) {
  if (text.size() != kTextSize) return std::nullopt;
  std::array<std::uint8_t, 16> bytes{};
  std::size_t digits = 0;
  for (std::size_t i = 0; i < kTextSize; ++i) {
    if (is_dash(i)) {
      if (text[i] != '-') return std::nullopt;
      continue;
    }
    const auto value = hex_value(text[i]);
    if (!value) return std::nullopt;
    auto& byte = bytes[digits++ / 2];
    byte = static_cast<std::uint8_t>(byte << 4 | *value);
  }
  return Uuid(bytes);
}

Uuid Uuid::generate(const Random& random) {
  std::array<std::uint8_t, 16> bytes{};
  for (std::size_t i = 0; i < 16; i += 8) {
    std::uint64_t bits = random();
    for (std::size_t j = 0; j < 8; ++j, bits >>= 8) bytes[i + j] = static_cast<std::uint8_t>(bits);
  }
  bytes[6] = static_cast<std::uint8_t>((bytes[6] & 0x0F) | 0x40);  // RFC 9562: version 4
  bytes[8] = static_cast<std::uint8_t>((bytes[8] & 0x3F) | 0x80);  // and its variant
  return Uuid(bytes);
}

void Uuid::write_to(char* out) const {
  std::size_t digits = 0;
  for (std::size_t i = 0; i < kTextSize; ++i) {
    if (is_dash(i)) {
      out[i] = '-';
      continue;
    }
    const std::uint8_t byte = bytes_[digits / 2];
    out[i] = kHex[digits++ % 2 == 0 ? byte >> 4 : byte & 0x0F];
  }
}

std::string Uuid::to_string() const {
  std::string text(kTextSize, '\0');
  write_to(text.data());
  return text;
}

}  // namespace keywright
