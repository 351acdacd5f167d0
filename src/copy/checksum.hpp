#pragma once
// What a set of items is, in a few words: how many, how large, and a checksum that does not depend
// on their order. Two tables with the same items have the same of each.
//
// The checksum is the sum, modulo 2^128, of the first 16 bytes (big-endian) of the SHA-256 of each
// item's canonical text: its DynamoDB JSON without blanks, names in the order of their bytes, the
// members of sets in order (numbers by value), numbers in plain decimal without needless zeros.

#include "wire/sha256.hpp"
#include <keywright/item.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace keywright::copy {

struct Checksum {
  std::uint64_t high = 0;
  std::uint64_t low = 0;
  Checksum& operator+=(const Checksum& other);
  friend bool operator==(const Checksum&, const Checksum&) = default;
};

/// 32 digits.
[[nodiscard]] std::string to_hex(const Checksum& checksum);
[[nodiscard]] std::optional<Checksum> checksum_from_hex(std::string_view digits);

struct Tally {
  std::int64_t items = 0;
  std::int64_t bytes = 0;  ///< as DynamoDB counts the size of items
  Checksum checksum{};
  Tally& operator+=(const Tally& other);
  friend bool operator==(const Tally&, const Tally&) = default;
};

/// One per thread.
class Digester {
 public:
  [[nodiscard]] Tally operator()(const Item& item);

 private:
  wire::Sha256 sha256_;
  std::string text_;
};

}  // namespace keywright::copy
