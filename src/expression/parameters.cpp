#include "expression/parameters.hpp"

#include "core/errors.hpp"
#include "expression/value_checks.hpp"

#include <algorithm>
#include <string>

namespace keywright::expression {
namespace {

constexpr std::size_t kMaxKeyLength = 255;              // AWS: names and values, with their sigil
constexpr std::size_t kMaxTotalSize = 2 * 1024 * 1024;  // AWS: all substitution variables
constexpr std::size_t kMaxNameLength = 65535;
constexpr std::size_t kFewEntries = 16;  // so many are searched one by one

constexpr std::string_view kNames = "ExpressionAttributeNames";
constexpr std::string_view kValues = "ExpressionAttributeValues";

bool is_placeholder(std::string_view key, char sigil) {
  const auto in_word = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  };
  return key.size() > 1 && key[0] == sigil && std::all_of(key.begin() + 1, key.end(), in_word);
}

Error invalid_key(std::string_view map_name, const std::string& why) {
  return errors::validation(std::string(map_name) + " contains invalid key: " + why);
}

Error invalid_entry(std::string_view map_name, std::string_view why, const std::string& key) {
  return errors::validation(std::string(map_name) + " contains invalid value: " + std::string(why) +
                            " for key " + key);
}

/// "UpdateExpression and ConditionExpression are null"
std::string null_members(std::initializer_list<ExpressionMember> members) {
  std::string out;
  std::size_t count = 0;
  for (const auto& member : members) {
    if (!member.takes_values) continue;
    if (count++ > 0) out += " and ";
    out += member.name;
  }
  return out + (count > 1 ? " are null" : " is null");
}

}  // namespace

void Parameters::Usage::mark(std::size_t index) {
  if (index < 64) {
    first_64 |= std::uint64_t{1} << index;
    return;
  }
  if (rest.size() <= index - 64) rest.resize(index - 63);
  rest[index - 64] = true;
}

bool Parameters::Usage::used(std::size_t index) const {
  if (index < 64) return ((first_64 >> index) & 1) != 0;
  return index - 64 < rest.size() && rest[index - 64];
}

Parameters::Parameters(const ExpressionAttributeNames& names,
                       const ExpressionAttributeValues& values)
    : names_(names), values_(values) {}

template <class Entries>
std::optional<std::size_t> Parameters::find(const Entries& entries, Usage& usage,
                                            std::string_view key) {
  if (!usage.by_key.empty()) {
    const auto at = std::lower_bound(
        usage.by_key.begin(), usage.by_key.end(), key,
        [&](std::uint32_t index, std::string_view k) { return entries[index].first < k; });
    if (at == usage.by_key.end() || entries[*at].first != key) return std::nullopt;
    return *at;
  }
  for (std::size_t tried = 0; tried < entries.size(); ++tried) {
    if (usage.next >= entries.size()) usage.next = 0;
    const std::size_t index = usage.next++;
    if (entries[index].first == key) return index;
  }
  return std::nullopt;
}

template <class Entries>
Result<void> Parameters::check_keys(const Entries& entries, Usage& usage, std::string_view map_name,
                                    char sigil) {
  for (const auto& [key, value] : entries) {
    if (key.size() > kMaxKeyLength) {
      return invalid_key(map_name,
                         "The expression attribute map contains a key that is too long; size of "
                         "key: " +
                             std::to_string(key.size()));
    }
    if (!is_placeholder(key, sigil)) {
      return invalid_key(map_name, "Syntax error; key: \"" + key + "\"");
    }
  }
  const auto twice = [&](const std::string& key) {
    return invalid_key(map_name, "The key is given twice; key: \"" + key + "\"");
  };
  if (entries.size() <= kFewEntries) {
    for (std::size_t i = 1; i < entries.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        if (entries[i].first == entries[j].first) return twice(entries[i].first);
      }
    }
    return {};
  }
  usage.by_key.resize(entries.size());
  for (std::size_t i = 0; i < entries.size(); ++i) usage.by_key[i] = static_cast<std::uint32_t>(i);
  std::sort(usage.by_key.begin(), usage.by_key.end(),
            [&](std::uint32_t a, std::uint32_t b) { return entries[a].first < entries[b].first; });
  for (std::size_t i = 1; i < usage.by_key.size(); ++i) {
    const auto& key = entries[usage.by_key[i]].first;
    if (key == entries[usage.by_key[i - 1]].first) return twice(key);
  }
  return {};
}

Result<void> Parameters::check_contents() const {
  std::size_t size = 0;
  for (const auto& [key, name] : names_) {
    if (name.empty()) return invalid_entry(kNames, "Empty attribute name", key);
    if (name.size() > kMaxNameLength) {
      return invalid_entry(kNames, "Attribute name is too large, must be less than 65536 bytes",
                           key);
    }
    size += key.size() + name.size();
  }
  if (size > kMaxTotalSize) {
    return errors::validation(std::string(kNames) + " exceeds max size");
  }
  for (const auto& [key, value] : values_) {
    const ValueView view = value.view();
    size += key.size() + view.size_in_bytes();
    if (is_scalar(view.type())) continue;
    if (nests_too_deep(view)) return invalid_entry(kValues, kNestingMessage, key);
    if (const auto why = invalid_value(view)) return invalid_entry(kValues, *why, key);
  }
  if (size > kMaxTotalSize) {
    return errors::validation(std::string(kValues) + " exceeds max size");
  }
  return {};
}

Result<void> Parameters::check(std::initializer_list<ExpressionMember> members) {
  if (names_.empty() && values_.empty()) return {};
  const auto given = [](const ExpressionMember& m) { return m.given; };
  const auto given_with_values = [](const ExpressionMember& m) {
    return m.given && m.takes_values;
  };
  if (!names_.empty() && std::none_of(members.begin(), members.end(), given)) {
    return errors::validation(
        "ExpressionAttributeNames can only be specified when using "
        "expressions");
  }
  if (!values_.empty() && std::none_of(members.begin(), members.end(), given_with_values)) {
    return errors::validation(
        "ExpressionAttributeValues can only be specified when using expressions: " +
        null_members(members));
  }
  if (auto result = check_keys(names_, names_used_, kNames, '#'); !result) return result;
  if (auto result = check_keys(values_, values_used_, kValues, ':'); !result) return result;
  return check_contents();
}

std::optional<std::string_view> Parameters::name(std::string_view placeholder) {
  const auto index = find(names_, names_used_, placeholder);
  if (!index) return std::nullopt;
  names_used_.mark(*index);
  return names_[*index].second;
}

std::optional<ValueView> Parameters::value(std::string_view placeholder) {
  const auto index = find(values_, values_used_, placeholder);
  if (!index) return std::nullopt;
  values_used_.mark(*index);
  return values_[*index].second.view();
}

template <class Entries>
Result<void> Parameters::check_used(const Entries& entries, const Usage& usage,
                                    std::string_view map_name) {
  std::string unused;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    if (usage.used(i)) continue;
    if (!unused.empty()) unused += ", ";
    unused += entries[i].first;
  }
  if (unused.empty()) return {};
  return errors::validation("Value provided in " + std::string(map_name) +
                            " unused in expressions: keys: {" + unused + "}");
}

Result<void> Parameters::check_all_used() const {
  if (auto result = check_used(names_, names_used_, kNames); !result) return result;
  return check_used(values_, values_used_, kValues);
}

}  // namespace keywright::expression
