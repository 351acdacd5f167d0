#pragma once
// Bytes that are no text: the C++ type of `binary` fields. A plain value, ordered as unsigned
// bytes.

#include <compare>
#include <string>
#include <utility>

namespace keywright {

struct Binary {
  std::string bytes;

  Binary() = default;
  explicit Binary(std::string content) : bytes(std::move(content)) {}

  friend auto operator<=>(const Binary&, const Binary&) = default;
};

}  // namespace keywright
