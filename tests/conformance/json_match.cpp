#include "json_match.hpp"

#include <string_view>

namespace keywright::conformance {
namespace {

using simdjson::dom::element;
using simdjson::dom::element_type;

std::string differ(element expected, element actual, const std::string& at) {
  return at + ": expected " + simdjson::minify(expected) + ", got " + simdjson::minify(actual);
}

std::string object_difference(simdjson::dom::object expected, simdjson::dom::object actual,
                              const std::string& at) {
  for (const auto member : expected) {
    const std::string path = at + "." + std::string(member.key);
    element found;
    if (actual.at_key(member.key).get(found) != simdjson::SUCCESS) return path + ": is missing";
    if (auto text = difference(member.value, found, path); !text.empty()) return text;
  }
  for (const auto member : actual) {
    if (expected.at_key(member.key).error() != simdjson::SUCCESS) {
      return at + "." + std::string(member.key) + ": was not expected";
    }
  }
  return {};
}

std::string array_difference(element expected, element actual, const std::string& at) {
  const simdjson::dom::array wanted = expected;
  const simdjson::dom::array found = actual;
  if (wanted.size() != found.size()) return differ(expected, actual, at);
  auto next = found.begin();
  std::size_t index = 0;
  for (const element value : wanted) {
    const std::string path = at + "[" + std::to_string(index++) + "]";
    if (auto text = difference(value, *next, path); !text.empty()) return text;
    ++next;
  }
  return {};
}

std::string string_difference(std::string_view pattern, element expected, element actual,
                              const std::string& at) {
  if (pattern == "*") return {};
  std::string_view text;
  if (actual.get(text) != simdjson::SUCCESS) return differ(expected, actual, at);
  const bool equal = pattern.ends_with('*')
                         ? text.starts_with(pattern.substr(0, pattern.size() - 1))
                         : text == pattern;
  return equal ? std::string() : differ(expected, actual, at);
}

}  // namespace

std::string difference(element expected, element actual, const std::string& at) {
  if (expected.type() == element_type::STRING) {
    return string_difference(expected.get_string().value(), expected, actual, at);
  }
  if (expected.is_number() && actual.is_number()) {
    return double(expected) == double(actual) ? std::string() : differ(expected, actual, at);
  }
  if (expected.type() != actual.type()) return differ(expected, actual, at);
  switch (expected.type()) {
    case element_type::OBJECT:
      return object_difference(expected, actual, at);
    case element_type::ARRAY:
      return array_difference(expected, actual, at);
    case element_type::BOOL:
      return bool(expected) == bool(actual) ? std::string() : differ(expected, actual, at);
    default:
      return {};
  }
}

}  // namespace keywright::conformance
