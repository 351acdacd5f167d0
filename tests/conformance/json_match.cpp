#include "json_match.hpp"

#include <algorithm>
#include <string_view>
#include <vector>

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
    if (member.key == "*") continue;
    const std::string path = at + "." + std::string(member.key);
    element found;
    if (actual.at_key(member.key).get(found) != simdjson::SUCCESS) return path + ": is missing";
    if (auto text = difference(member.value, found, path); !text.empty()) return text;
  }
  if (expected.at_key("*").error() == simdjson::SUCCESS) return {};
  for (const auto member : actual) {
    if (expected.at_key(member.key).error() != simdjson::SUCCESS) {
      return at + "." + std::string(member.key) + ": was not expected";
    }
  }
  return {};
}

/// Matches each element once. What could match several must come after what could not.
std::string unordered_difference(const std::vector<element>& expected, std::vector<element> actual,
                                 const std::string& at) {
  for (const element value : expected) {
    const auto found = std::ranges::find_if(
        actual, [&](element other) { return difference(value, other).empty(); });
    if (found == actual.end()) return at + ": " + simdjson::minify(value) + " is missing";
    actual.erase(found);
  }
  return {};
}

bool is_set(std::string_view at) {
  return at.ends_with(".SS") || at.ends_with(".NS") || at.ends_with(".BS");
}

std::vector<element> elements(element array) {
  const simdjson::dom::array values = array;
  return {values.begin(), values.end()};
}

std::string array_difference(element expected, element actual, const std::string& at) {
  std::vector<element> wanted = elements(expected);
  const std::vector<element> found = elements(actual);
  bool ordered = !is_set(at);
  std::string_view first;
  if (!wanted.empty() && wanted.front().get(first) == simdjson::SUCCESS &&
      first == "in any order") {
    wanted.erase(wanted.begin());
    ordered = false;
  }
  if (wanted.size() != found.size()) return differ(expected, actual, at);
  if (!ordered) return unordered_difference(wanted, found, at);
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    auto text = difference(wanted[i], found[i], at + "[" + std::to_string(i) + "]");
    if (!text.empty()) return text;
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
