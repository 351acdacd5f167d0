#include "http/transport.hpp"

#include <algorithm>

namespace keywright::http {
namespace {

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool equal_names(std::string_view left, std::string_view right) {
  return std::equal(left.begin(), left.end(), right.begin(), right.end(),
                    [](char a, char b) { return lower(a) == lower(b); });
}

}  // namespace

std::string_view Response::header(std::string_view name) const {
  for (const auto& entry : headers) {
    if (equal_names(entry.name, name)) return entry.value;
  }
  return {};
}

}  // namespace keywright::http
