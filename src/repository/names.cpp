#include "repository/names.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace keywright::repository {
namespace {

bool is_name_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

template <class Entries>
bool has_entry(const Entries& entries, std::string_view placeholder) {
  return std::any_of(entries.begin(), entries.end(),
                     [&](const auto& entry) { return entry.first == placeholder; });
}

/// Whether a projection names an attribute as a whole.
bool projects(std::string_view projection, std::string_view placeholder) {
  while (!projection.empty()) {
    std::string_view path = projection.substr(0, projection.find(','));
    projection.remove_prefix(std::min(path.size() + 1, projection.size()));
    path.remove_prefix(std::min(path.find_first_not_of(' '), path.size()));
    path = path.substr(0, path.find_last_not_of(' ') + 1);
    if (path == placeholder) return true;
  }
  return false;
}

}  // namespace

void add_names(std::string_view expression, std::span<const NameAlias> aliases,
               ExpressionAttributeNames& names) {
  for (auto at = expression.find('#'); at != std::string_view::npos;
       at = expression.find('#', at)) {
    std::size_t size = 1;
    while (at + size < expression.size() && is_name_character(expression[at + size])) ++size;
    const std::string_view placeholder = expression.substr(at, size);
    at += size;
    if (has_entry(names, placeholder)) continue;
    const auto alias = std::find_if(aliases.begin(), aliases.end(), [&](const NameAlias& entry) {
      return entry.alias == placeholder;
    });
    names.emplace_back(placeholder,
                       alias != aliases.end() ? alias->attribute : placeholder.substr(1));
  }
}

std::string name_placeholder(std::string_view attribute, ExpressionAttributeNames& names) {
  for (const auto& [placeholder, name] : names) {
    if (name == attribute) return placeholder;
  }
  std::string placeholder;
  if (!attribute.empty() && std::all_of(attribute.begin(), attribute.end(), is_name_character)) {
    placeholder = fmt::format("#{}", attribute);
  }
  // Another attribute's alias may already have that name.
  for (std::size_t i = names.size(); placeholder.empty() || has_entry(names, placeholder); ++i) {
    placeholder = fmt::format("#n{}", i);
  }
  names.emplace_back(placeholder, attribute);
  return placeholder;
}

std::string path_placeholder(std::string_view path, ExpressionAttributeNames& names) {
  std::string out;
  while (!path.empty()) {
    const std::string_view step = path.substr(0, path.find_first_of(".["));
    out += name_placeholder(step, names);
    path.remove_prefix(step.size());
    const std::string_view indexes = path.substr(0, path.find('.'));
    out += indexes;
    path.remove_prefix(indexes.size());
    if (path.starts_with('.')) {
      out += '.';
      path.remove_prefix(1);
    }
  }
  return out;
}

void project_also(std::string& projection, std::string_view attribute,
                  ExpressionAttributeNames& names) {
  const std::string placeholder = name_placeholder(attribute, names);
  if (!projects(projection, placeholder)) projection += fmt::format(", {}", placeholder);
}

std::string value_placeholder(std::string_view hint, AttributeValue value,
                              ExpressionAttributeValues& values) {
  std::string base = ":";
  for (const char c : hint) base += is_name_character(c) ? c : '_';
  std::string placeholder = base;
  for (std::size_t i = 2; has_entry(values, placeholder); ++i) {
    placeholder = fmt::format("{}_{}", base, i);
  }
  values.emplace_back(placeholder, std::move(value));
  return placeholder;
}

}  // namespace keywright::repository
