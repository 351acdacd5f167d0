#include "policy.hpp"

#include <algorithm>
#include <stdexcept>

#include <simdjson.h>

namespace keywright::testing {
namespace {

using simdjson::dom::array;
using simdjson::dom::element;

std::vector<std::string> texts(element list) {
  std::vector<std::string> out;
  const array elements = list.get_array().value();  // no temporary: value() refers to it
  for (const element each : elements) {
    out.emplace_back(each.get_string().value());
  }
  return out;
}

void expect_members(element object, const std::vector<std::string_view>& known) {
  const simdjson::dom::object members = object.get_object().value();
  for (const auto member : members) {
    if (std::find(known.begin(), known.end(), member.key) == known.end()) {
      throw std::runtime_error("a policy with " + std::string(member.key));
    }
  }
}

std::vector<std::string> leading_keys_of(element statement) {
  element condition;
  if (statement["Condition"].get(condition) != simdjson::SUCCESS) return {};
  expect_members(condition, {"ForAllValues:StringLike"});
  const element like = condition["ForAllValues:StringLike"].value();
  expect_members(like, {"dynamodb:LeadingKeys"});
  return texts(like["dynamodb:LeadingKeys"].value());
}

bool permits(const Policy::Permission& permission, const Use& use) {
  if (permission.action != use.action || !is_like(use.resource, permission.resource)) return false;
  const auto& patterns = permission.leading_keys;
  return patterns.empty() ||
         std::all_of(use.leading_keys.begin(), use.leading_keys.end(), [&](const auto& key) {
           return std::any_of(patterns.begin(), patterns.end(),
                              [&](const auto& pattern) { return is_like(key, pattern); });
         });
}

}  // namespace

bool is_like(std::string_view text, std::string_view pattern) {
  if (pattern.empty()) return text.empty();
  if (pattern.size() >= 4 && pattern.starts_with("${") && pattern[3] == '}') {
    return text.starts_with(pattern[2]) && is_like(text.substr(1), pattern.substr(4));
  }
  if (pattern.front() == '*') {
    for (std::size_t i = 0; i <= text.size(); ++i) {
      if (is_like(text.substr(i), pattern.substr(1))) return true;
    }
    return false;
  }
  if (text.empty() || (pattern.front() != '?' && pattern.front() != text.front())) return false;
  return is_like(text.substr(1), pattern.substr(1));
}

Policy::Policy(const std::string& document) {
  simdjson::dom::parser parser;
  const element root = parser.parse(document).value();
  expect_members(root, {"Version", "Statement"});
  const array statements = root["Statement"].get_array().value();
  for (const element statement : statements) {
    expect_members(statement, {"Effect", "Action", "Resource", "Condition"});
    if (statement["Effect"].get_string().value() != "Allow") throw std::runtime_error("no Allow");
    for (const auto& action : texts(statement["Action"].value())) {
      for (const auto& resource : texts(statement["Resource"].value())) {
        permissions_.push_back({action, resource, leading_keys_of(statement)});
      }
    }
  }
}

std::optional<std::size_t> Policy::allows(const Use& use) const {
  const auto found = std::find_if(permissions_.begin(), permissions_.end(),
                                  [&](const auto& each) { return permits(each, use); });
  if (found == permissions_.end()) return std::nullopt;
  return static_cast<std::size_t>(found - permissions_.begin());
}

}  // namespace keywright::testing
