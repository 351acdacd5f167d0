#pragma once
// Base64 as RFC 4648 section 4 has it: the standard alphabet, always padded.

#include <optional>
#include <string>
#include <string_view>

namespace keywright {

void append_base64(std::string& out, std::string_view bytes);
[[nodiscard]] std::string base64_encode(std::string_view bytes);

/// nullopt unless `text` is exactly what base64_encode writes for some bytes: a length that is a
/// multiple of four, no foreign characters, no bits left over.
[[nodiscard]] std::optional<std::string> base64_decode(std::string_view text);

}  // namespace keywright
