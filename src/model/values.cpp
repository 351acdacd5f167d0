#include "model/values.hpp"

#include <keywright/number.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <unordered_map>

namespace keywright::model {
namespace {

using Rule = StructuralRule;

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

template <typename T>
Located<T> located(T value, const Entry& entry) {
  return {std::move(value), entry.value.span, entry.key_span};
}

// The text of a plain scalar: a number in quotes is text.
const std::string* plain_text(const Node& node) {
  const bool plain = node.kind == NodeKind::scalar && node.plain && !node.is_null();
  return plain ? &node.text : nullptr;
}

template <typename T>
std::string number_text(T number) {
  return std::to_string(number);
}

std::string number_text(double number) {
  std::string text = std::to_string(number);
  while (text.ends_with('0')) text.pop_back();
  if (text.ends_with('.')) text.pop_back();
  return text;
}

template <typename T>
bool check_least(Findings& findings, const Entry& entry, T value, T least) {
  if (value >= least) return true;
  findings.add(Rule::bad_value, entry.value.span,
               quoted(entry.key) + " must be at least " + number_text(least));
  return false;
}

struct Unit {
  char letter;
  std::int64_t seconds;
};
constexpr std::array units{Unit{'w', 604800}, Unit{'d', 86400}, Unit{'h', 3600}, Unit{'m', 60},
                           Unit{'s', 1}};
constexpr std::int64_t longest_duration = std::int64_t{100} * 366 * 86400;

// Nothing if the text is no duration; more than the longest is given as one more than it.
std::optional<std::int64_t> parse_duration(std::string_view text) {
  std::int64_t total = 0;
  if (text.empty()) return std::nullopt;
  while (!text.empty()) {
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error == std::errc::result_out_of_range) return longest_duration + 1;
    if (error != std::errc{} || number < 0 || end == text.data() + text.size()) return std::nullopt;
    const auto* const unit =
        std::find_if(units.begin(), units.end(), [end](const Unit& u) { return u.letter == *end; });
    if (unit == units.end()) return std::nullopt;
    if (number > longest_duration / unit->seconds) return longest_duration + 1;
    total = std::min(total + number * unit->seconds, longest_duration + 1);
    text.remove_prefix(static_cast<std::size_t>(end - text.data()) + 1);
  }
  return total;
}

}  // namespace

void report_type(Findings& findings, const Entry& entry, std::string_view expected,
                 std::string_view help) {
  // Nothing has no place of its own: the key shows it better.
  const bool nothing = entry.value.is_null() && entry.value.text.empty();
  findings.add(
      Rule::wrong_type, nothing ? entry.key_span : entry.value.span,
      quoted(entry.key) + " must be " + std::string(expected) + ", found " + describe(entry.value),
      nothing && help.empty() && expected.starts_with("a map") ? "write {} if there are none"
                                                               : std::string(help));
}

std::optional<Located<std::string>> read_text(Findings& findings, const Entry& entry) {
  if (entry.value.kind != NodeKind::scalar || entry.value.is_null()) {
    report_type(findings, entry, "text");
    return std::nullopt;
  }
  if (entry.value.text.empty()) {
    findings.add(Rule::bad_value, entry.value.span, quoted(entry.key) + " must not be empty");
    return std::nullopt;
  }
  return located(entry.value.text, entry);
}

bool is_identifier(std::string_view text) {
  const auto fits = [](char c) { return is_letter(c) || is_digit(c) || c == '_'; };
  return !text.empty() && !is_digit(text.front()) && std::all_of(text.begin(), text.end(), fits);
}

std::optional<Located<std::string>> read_identifier(Findings& findings, const Entry& entry) {
  auto text = read_text(findings, entry);
  if (!text || is_identifier(text->value)) return text;
  findings.add(Rule::bad_value, text->span,
               quoted(text->value) + " cannot be a name in generated code",
               "use letters, digits and `_`, and begin with a letter");
  return std::nullopt;
}

void check_name(Findings& findings, const Entry& entry, std::string_view what) {
  if (is_identifier(entry.key)) return;
  findings.add(Rule::bad_value, entry.key_span,
               quoted(entry.key) + " cannot be the name of " + std::string(what),
               "use letters, digits and `_`, and begin with a letter");
}

std::optional<Located<bool>> read_flag(Findings& findings, const Entry& entry) {
  const std::string* text = plain_text(entry.value);
  if (text != nullptr && (*text == "true" || *text == "false")) {
    return located(*text == "true", entry);
  }
  report_type(findings, entry, "true or false");
  return std::nullopt;
}

std::optional<Located<double>> read_number(Findings& findings, const Entry& entry, double least) {
  const std::string* text = plain_text(entry.value);
  double number = 0;
  if (text == nullptr || !is_decimal(*text)) {
    report_type(findings, entry, "a number");
    return std::nullopt;
  }
  // More than there is of anything; what is computed of such numbers stays finite.
  constexpr double most = 1e15;
  const auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), number);
  if (error != std::errc{} || end != text->data() + text->size() || !(std::abs(number) <= most)) {
    findings.add(Rule::bad_value, entry.value.span,
                 quoted(entry.key) + (text->starts_with('-') ? " must be at least -1e15"
                                                             : " must be at most 1e15"));
    return std::nullopt;
  }
  if (!check_least(findings, entry, number, least)) return std::nullopt;
  return located(number, entry);
}

std::optional<Located<std::int64_t>> read_integer(Findings& findings, const Entry& entry,
                                                  std::int64_t least, std::int64_t most) {
  const std::string* text = plain_text(entry.value);
  std::int64_t number = 0;
  const char* last = text == nullptr ? nullptr : text->data() + text->size();
  const auto [end, error] = text == nullptr
                                ? std::from_chars_result{nullptr, std::errc::invalid_argument}
                                : std::from_chars(text->data(), last, number);
  if (error == std::errc::invalid_argument || end != last) {
    report_type(findings, entry, "a whole number");
    return std::nullopt;
  }
  if (error == std::errc::result_out_of_range || number > most) {
    findings.add(Rule::bad_value, entry.value.span,
                 quoted(entry.key) + " must be at most " + std::to_string(most));
    return std::nullopt;
  }
  if (!check_least(findings, entry, number, least)) return std::nullopt;
  return located(number, entry);
}

std::optional<Located<std::uint64_t>> read_count(Findings& findings, const Entry& entry,
                                                 std::uint64_t least) {
  const auto number = read_integer(findings, entry, static_cast<std::int64_t>(least));
  if (!number) return std::nullopt;
  return located(static_cast<std::uint64_t>(number->value), entry);
}

bool is_decimal(std::string_view text) {
  const auto skip_digits = [&text] {
    const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
    text.remove_prefix(digits);
    return digits;
  };
  if (text.starts_with('-')) text.remove_prefix(1);
  std::size_t digits = skip_digits();
  if (text.starts_with('.')) {
    text.remove_prefix(1);
    digits += skip_digits();
  }
  if (digits == 0) return false;
  if (text.starts_with('e') || text.starts_with('E')) {
    text.remove_prefix(1);
    if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
    if (skip_digits() == 0) return false;
  }
  return text.empty();
}

std::optional<Located<std::string>> read_decimal(Findings& findings, const Entry& entry) {
  const std::string* text = plain_text(entry.value);
  if (text == nullptr || !is_decimal(*text)) {
    report_type(findings, entry, "a number");
    return std::nullopt;
  }
  if (!check_decimal(findings, *text, entry.value.span, Digits::limited)) return std::nullopt;
  return located(*text, entry);
}

bool check_decimal(Findings& findings, std::string_view text, const Span& span, Digits digits) {
  NumberFault fault{};
  if (Number::parse(text, &fault)) return true;
  if (fault == NumberFault::too_many_digits) {
    if (digits == Digits::any) return true;
    findings.add(Rule::bad_value, span,
                 quoted(text) + " has more than 38 digits, and DynamoDB keeps 38 of a number",
                 "round it");
  } else {
    findings.add(Rule::bad_value, span, quoted(text) + " is no number of DynamoDB",
                 "use 0, or a number from 1e-130 to 9.99..e125");
  }
  return false;
}

std::optional<Located<std::chrono::seconds>> read_duration(Findings& findings, const Entry& entry) {
  const auto text = read_text(findings, entry);
  if (!text) return std::nullopt;
  const auto seconds = parse_duration(text->value);
  if (!seconds) {
    findings.add(Rule::text_syntax, text->span, quoted(text->value) + " is no duration",
                 "write a number and a unit: 7d, 12h, 90m, 30s, or 1d12h");
    return std::nullopt;
  }
  if (*seconds == 0 || *seconds > longest_duration) {
    findings.add(Rule::bad_value, text->span,
                 quoted(entry.key) + " must be between 1s and 100 years");
    return std::nullopt;
  }
  return located(std::chrono::seconds(*seconds), entry);
}

std::vector<Located<std::string>> read_names(Findings& findings, const Entry& entry) {
  std::vector<Located<std::string>> names;
  if (entry.value.kind == NodeKind::map || entry.value.is_null()) {
    report_type(findings, entry, "a name or a list of names");
    return names;
  }
  if (entry.value.kind == NodeKind::scalar) {
    if (auto name = read_text(findings, entry)) names.push_back(std::move(*name));
    return names;
  }
  std::unordered_map<std::string, Span> seen;
  for (const Node& item : entry.value.items) {
    auto name = read_text(findings, Entry{entry.key, entry.key_span, item});
    if (!name) continue;
    const auto [first, fresh] = seen.emplace(name->value, name->span);
    if (fresh) {
      names.push_back(std::move(*name));
      continue;
    }
    auto& finding = findings.add(Rule::bad_value, name->span,
                                 quoted(name->value) + " stands twice in " + quoted(entry.key));
    finding.notes.push_back({"the first one is here", first->second});
  }
  return names;
}

void report_word(Findings& findings, std::string_view key, std::string_view word, const Span& span,
                 const std::vector<std::string_view>& known) {
  findings.add(Rule::unknown_word, span, quoted(word) + " is no value of " + quoted(key),
               suggest(word, known));
}

}  // namespace keywright::model
