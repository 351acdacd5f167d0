#pragma once
// The order-preserving bytes of a number (see Number::append_ordered), read in place.
//
// A number is 0.d1 d2 ... dn * 100^E with base-100 digits, d1 and dn not zero, E from -64 to 63.
//   positive: 0x80 + (E + 64), then a byte per digit: 2d + 1 if another follows, 2d for the last
//   negative: the same bytes, complemented
//   zero:     0x80 0x00 (a positive number's second byte is at least 0x02)
// Since the last digit says that it is the last, no encoding begins another one.

#include <cstddef>
#include <string_view>

namespace keywright {

/// How many bytes the number at the front of `bytes` takes; 0 if `bytes` begins with none.
[[nodiscard]] std::size_t ordered_number_length(std::string_view bytes);

/// Number::size_in_bytes, from the ordered bytes.
[[nodiscard]] std::size_t ordered_number_size_in_bytes(std::string_view bytes);

/// Whether `bytes` is exactly what Number::append_ordered writes for some number.
[[nodiscard]] bool valid_ordered_number(std::string_view bytes);

}  // namespace keywright
