#pragma once
// Decoding the Content-Encoding of an answer.

#include <keywright/result.hpp>

#include <cstddef>
#include <string>
#include <string_view>

namespace keywright::http {

/// `encoding` is gzip, x-gzip or deflate. `unavailable` if it is another, if the bytes are broken
/// or cut, or if more than `limit` bytes would come out.
[[nodiscard]] Result<std::string> decode(std::string_view encoding, std::string_view body,
                                         std::size_t limit);

}  // namespace keywright::http
