#include "step_text.hpp"

#include <charconv>

namespace keywright::conformance {
namespace {

/// What stands between `${` and `}`.
std::string replacement(std::string_view inside, const Kept& kept) {
  std::size_t count = 0;
  const auto [end, error] = std::from_chars(inside.data(), inside.data() + inside.size(), count);
  const auto digits = static_cast<std::size_t>(end - inside.data());
  if (error == std::errc() && digits < inside.size() && inside[digits] == '*') {
    const std::string_view text = inside.substr(digits + 1);
    std::string repeated;
    repeated.reserve(count * text.size());
    for (std::size_t i = 0; i < count; ++i) repeated += text;
    return repeated;
  }
  const auto found = kept.find(inside);
  return found == kept.end() ? "${" + std::string(inside) + "}" : found->second;
}

}  // namespace

std::string expand(std::string_view step, const Kept& kept) {
  std::string text;
  while (true) {
    const std::size_t begin = step.find("${");
    const std::size_t end = begin == step.npos ? step.npos : step.find('}', begin);
    if (end == step.npos) return text += step;
    text += step.substr(0, begin);
    text += replacement(step.substr(begin + 2, end - begin - 2), kept);
    step.remove_prefix(end + 1);
  }
}

std::string plain_text(simdjson::dom::element value) {
  std::string text = simdjson::minify(value);
  return value.is_string() ? text.substr(1, text.size() - 2) : text;
}

}  // namespace keywright::conformance
