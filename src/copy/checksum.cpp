#include "copy/checksum.hpp"

#include "wire/json_writer.hpp"

#include <array>
#include <charconv>
#include <system_error>

namespace keywright::copy {
namespace {

constexpr std::size_t kDigits = 16;  // of each half

std::uint64_t big_endian(const wire::Digest& digest, std::size_t begin) {
  std::uint64_t out = 0;
  for (std::size_t i = begin; i < begin + 8; ++i) out = out << 8 | digest[i];
  return out;
}

void append_hex(std::string& out, std::uint64_t value) {
  std::array<char, kDigits> digits{};
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value, 16).ptr;
  const auto count = static_cast<std::size_t>(end - digits.data());
  out.append(kDigits - count, '0').append(digits.data(), count);
}

std::optional<std::uint64_t> from_hex(std::string_view digits) {
  std::uint64_t value = 0;
  const auto* const last = digits.data() + digits.size();
  const auto [end, error] = std::from_chars(digits.data(), last, value, 16);
  if (error != std::errc() || end != last) return std::nullopt;
  return value;
}

}  // namespace

Checksum& Checksum::operator+=(const Checksum& other) {
  low += other.low;
  high += other.high + (low < other.low ? 1 : 0);
  return *this;
}

std::string to_hex(const Checksum& checksum) {
  std::string out;
  append_hex(out, checksum.high);
  append_hex(out, checksum.low);
  return out;
}

std::optional<Checksum> checksum_from_hex(std::string_view digits) {
  if (digits.size() != 2 * kDigits) return std::nullopt;
  const auto high = from_hex(digits.substr(0, kDigits));
  const auto low = from_hex(digits.substr(kDigits));
  if (!high || !low) return std::nullopt;
  return Checksum{*high, *low};
}

Tally& Tally::operator+=(const Tally& other) {
  items += other.items;
  bytes += other.bytes;
  checksum += other.checksum;
  return *this;
}

Tally Digester::operator()(const Item& item) {
  text_.clear();
  wire::append_item(text_, item);
  const wire::Digest digest = sha256_.hash(text_);
  return {1,
          static_cast<std::int64_t>(item.size_in_bytes()),
          {big_endian(digest, 0), big_endian(digest, 8)}};
}

}  // namespace keywright::copy
