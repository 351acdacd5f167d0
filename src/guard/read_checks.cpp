#include "guard/read_checks.hpp"

#include "expression/parameters.hpp"

#include <algorithm>

namespace keywright::guard {
namespace {

bool is_listed(const ReadRule& rule, std::string_view name) {
  return std::find(rule.names.begin(), rule.names.end(), name) != rule.names.end();
}

/// The first of these attributes that the rule does not allow.
template <class Names>
std::optional<std::string> first_unlisted(const ReadRule& rule, const Names& names) {
  for (const auto& name : names) {
    if (!is_listed(rule, name)) return std::string(name);
  }
  return std::nullopt;
}

bool is_in_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '#';
}

/// Whether a projection of the usual form, `a, #b`, names only what the rule allows. If not, or if
/// its form is another, it has to be parsed; but few are.
bool is_usual(const ReadRule& rule, std::string_view text, const ExpressionAttributeNames& names) {
  const auto skip = [&](const auto& belongs) {
    const auto end = std::find_if_not(text.begin(), text.end(), belongs);
    const auto skipped = text.substr(0, static_cast<std::size_t>(end - text.begin()));
    text.remove_prefix(skipped.size());
    return skipped;
  };
  const auto is_blank = [](char c) { return c == ' '; };
  for (;;) {
    skip(is_blank);
    auto name = skip(is_in_word);
    if (name.empty()) return false;
    if (name.front() == '#') {
      const auto found = std::find_if(names.begin(), names.end(),
                                      [&](const auto& each) { return each.first == name; });
      if (found == names.end()) return false;
      name = found->second;
    }
    if (!is_listed(rule, name)) return false;
    skip(is_blank);
    if (text.empty()) return true;
    if (text.front() != ',') return false;
    text.remove_prefix(1);
  }
}

std::optional<std::string> unlisted(const ReadRule& rule, const ReadOptions& options) {
  if (!rule.lists_fields || !options.projects()) return std::nullopt;
  if (options.attributes_to_get != nullptr) return first_unlisted(rule, *options.attributes_to_get);
  if (options.parsed != nullptr) return first_unlisted(rule, options.parsed->attributes());
  if (is_usual(rule, *options.projection, *options.names)) return std::nullopt;
  const ExpressionAttributeValues none;
  expression::Parameters parameters(*options.names, none);
  const auto projection = expression::parse_projection(*options.projection, parameters);
  // If it is malformed, the database says what is wrong.
  return projection ? first_unlisted(rule, projection->attributes()) : std::nullopt;
}

}  // namespace

bool fits_options(const ReadRule& rule, const SourceRules& source, const ReadOptions& options,
                  Nearest* nearest) {
  if (options.consistent != rule.consistent) {
    return miss(nearest, Stage::extras, ViolationKind::consistency, rule.pattern, [&] {
      return std::string(options.consistent ? "it reads strongly, and pays double"
                                            : "it reads eventually, and may miss the last write");
    });
  }
  if (options.select == Select::all_attributes && !source.projects_all) {
    return miss(nearest, Stage::extras, ViolationKind::projection, rule.pattern, [&] {
      return "it asks for ALL_ATTRIBUTES, and " + source.name + " has not all of them";
    });
  }
  if (rule.must_project && !options.projects() && options.select != Select::count) {
    return miss(nearest, Stage::extras, ViolationKind::projection, rule.pattern, [] {
      return std::string("it asks for all attributes, and the pattern for those of its fields");
    });
  }
  const auto name = unlisted(rule, options);
  if (!name) return true;
  return miss(nearest, Stage::extras, ViolationKind::projection, rule.pattern,
              [&] { return "it asks for " + *name + ", which is none of the pattern's fields"; });
}

Stage stage_of_misfit(const KeyShape& shape, ValueView value) {
  const auto lead = shape.lead();
  const bool begins_alike =
      !lead.empty() && value.is(AttributeType::string) && value.as_string().starts_with(lead);
  return begins_alike ? Stage::key_begins : Stage::none;
}

}  // namespace keywright::guard
