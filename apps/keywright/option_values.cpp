#include "option_values.hpp"

#include "server/text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>
#include <system_error>

namespace keywright::cli {
namespace {

constexpr std::string_view kSmallLetters = "abcdefghijklmnopqrstuvwxyz";
constexpr std::string_view kDigits = "0123456789";

}  // namespace

std::string fault_of(const WholeNumber& rule, const std::string& text) {
  const bool is_plain =
      server::consists_of(text, kDigits) && (text == "0" || !text.starts_with('0'));
  const auto number = server::parse_number<std::uint64_t>(text);
  if (is_plain && number && *number >= rule.least && *number <= rule.most) return {};
  std::string instead = "a whole number from " + std::to_string(rule.least) + " to " +
                        std::to_string(rule.most) + ", in plain decimal digits";
  if (!rule.more.empty()) instead.append(": ").append(rule.more);
  return server::it_is_no(text, rule.what, instead);
}

std::string fault_of_word(std::string_view what, const std::vector<std::string_view>& words,
                          const std::string& text) {
  if (std::find(words.begin(), words.end(), text) != words.end()) return {};
  std::string instead;
  for (auto word = words.begin(); word != words.end(); ++word) {
    if (word != words.begin()) instead += word + 1 == words.end() ? " or " : ", ";
    instead += *word;
  }
  return server::it_is_no(text, what, instead);
}

std::string fault_of_rate(const std::string& text) {
  const auto rate = server::parse_number<double>(text);
  if (rate && *rate >= 0 && *rate <= 1) return {};
  return server::it_is_no(text, "rate", "a number from 0 to 1, such as 0.05 for 5 in 100");
}

std::string fault_of_units(const std::string& text) {
  const auto units = server::parse_number<double>(text);
  if (units && *units > 0 && *units <= 1e9) return {};
  return server::it_is_no(text, "number of units", "a number above 0, such as 500");
}

std::string fault_of_interval(const std::string& text) {
  const auto seconds = server::parse_number<double>(text);
  if (seconds && (*seconds == 0 || (*seconds >= 0.001 && *seconds <= 1e6))) return {};
  return server::it_is_no(text, "interval", "seconds from 0.001 to 1000000, or 0 for never");
}

std::string fault_of_region(const std::string& text) {
  const auto letters = std::string(kSmallLetters) + std::string(kDigits) + "-";
  if (!text.empty() && text.size() <= 64 && server::consists_of(text, letters)) return {};
  return server::it_is_no(text, "region", "up to 64 small letters, digits and -, as us-east-1");
}

std::string fault_of_account(const std::string& text) {
  if (text.size() == 12 && server::consists_of(text, kDigits)) return {};
  return server::it_is_no(text, "account", "its 12 digits, as 123456789012");
}

std::string fault_of_target(const std::string& text) {
  return text.empty() ? "it is empty; name what to write, or leave the option out" : std::string();
}

std::string fault_of_file(const std::string& text) {
  return text.empty() ? server::it_is_no(text, "file", "its name") : std::string();
}

std::string read_duration(std::string& text) {
  struct Unit {
    std::string_view name;
    double milliseconds;
  };
  constexpr std::array<Unit, 3> kUnits{{{"ms", 1}, {"s", 1000}, {"m", 60'000}}};
  constexpr double kMost = 1e9;  // 11 days
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const auto* unit = std::find_if(kUnits.begin(), kUnits.end(), [&, rest = end](const Unit& each) {
    return std::string_view(rest, text.data() + text.size()) == each.name;
  });
  const double milliseconds = unit == kUnits.end() ? -1 : number * unit->milliseconds;
  if (error != std::errc() || !(milliseconds >= 0 && milliseconds <= kMost)) {
    return server::it_is_no(text, "duration", "it as 250ms, 2s or 1.5m, and at most 1000000s");
  }
  text = std::to_string(std::llround(milliseconds));
  return {};
}

}  // namespace keywright::cli
