#pragma once
// gzip and deflate, of requests and of answers.

#include <keywright/result.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace keywright::server {

enum class ContentEncoding : std::uint8_t { identity, gzip, deflate };

/// "gzip", ...
[[nodiscard]] std::string_view to_string(ContentEncoding encoding);

/// Decodes a body by the value of its Content-Encoding header, which may list several encodings;
/// gzip may have several members, and deflate comes with or without zlib's frame. A broken stream
/// or an encoding that is not known is InternalServerError, as it is at AWS. `too_large` is set,
/// and an error returned, if the body would grow beyond `limit` bytes.
[[nodiscard]] Result<std::string> decode_content(std::string_view content_encoding,
                                                 std::string_view body, std::size_t limit,
                                                 bool& too_large);

/// The encoding that an Accept-Encoding header prefers among ours; gzip before deflate before
/// identity where it is indifferent.
[[nodiscard]] ContentEncoding preferred_encoding(std::string_view accept_encoding);

/// `encoding` is gzip or deflate (with zlib's frame).
[[nodiscard]] std::string encode_content(ContentEncoding encoding, std::string_view body);

}  // namespace keywright::server
