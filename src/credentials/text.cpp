#include "credentials/text.hpp"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdio>

namespace keywright::credentials {
namespace {

constexpr std::string_view kBlanks = " \t\r\n";

/// Takes `count` digits off the front of `text`.
bool take_digits(std::string_view& text, std::size_t count, int& out) {
  if (text.size() < count) return false;
  const char* end = text.data() + count;
  const auto [stop, error] = std::from_chars(text.data(), end, out);
  if (error != std::errc{} || stop != end || text.front() == '-') return false;
  text.remove_prefix(count);
  return true;
}

bool take(std::string_view& text, std::string_view what) {
  if (!text.starts_with(what)) return false;
  text.remove_prefix(what.size());
  return true;
}

/// The minutes that a written offset is ahead of UTC.
std::optional<int> parse_offset(std::string_view text) {
  if (text == "Z" || text == "UTC" || text == "z") return 0;
  const bool behind = text.starts_with('-');
  if (!behind && !text.starts_with('+')) return std::nullopt;
  text.remove_prefix(1);
  int hours = 0;
  int minutes = 0;
  if (!take_digits(text, 2, hours)) return std::nullopt;
  take(text, ":");
  if (!take_digits(text, 2, minutes) || !text.empty()) return std::nullopt;
  return (behind ? -1 : 1) * (hours * 60 + minutes);
}

}  // namespace

Error configuration_error(std::string message) {
  Error error;
  error.code = ErrorCode::validation;
  error.message = std::move(message);
  return error;
}

std::string_view trim(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(kBlanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kBlanks) - begin + 1);
}

std::string lower_case(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  return out;
}

std::string quoted(std::string_view text) {
  return '"' + std::string(text) + '"';
}

std::optional<TimePoint> parse_iso_time(std::string_view text) {
  int year = 0;
  int month = 0;
  int day = 0;
  int hour = 0;
  int minute = 0;
  int second = 0;
  if (!take_digits(text, 4, year) || !take(text, "-") || !take_digits(text, 2, month) ||
      !take(text, "-") || !take_digits(text, 2, day) || !take(text, "T") ||
      !take_digits(text, 2, hour) || !take(text, ":") || !take_digits(text, 2, minute) ||
      !take(text, ":") || !take_digits(text, 2, second)) {
    return std::nullopt;
  }
  if (take(text, "."))
    text.remove_prefix(std::min(text.find_first_not_of("0123456789"), text.size()));
  const auto offset = parse_offset(text);
  const std::chrono::year_month_day date{std::chrono::year(year),
                                         std::chrono::month(static_cast<unsigned>(month)),
                                         std::chrono::day(static_cast<unsigned>(day))};
  if (!offset || !date.ok() || hour > 23 || minute > 59 || second > 60) return std::nullopt;
  return std::chrono::sys_days(date) + std::chrono::hours(hour) +
         std::chrono::minutes(minute - *offset) + std::chrono::seconds(second);
}

std::string iso_time(TimePoint time) {
  const auto seconds = std::chrono::floor<std::chrono::seconds>(time);
  const auto days = std::chrono::floor<std::chrono::days>(seconds);
  const std::chrono::year_month_day date{days};
  const std::chrono::hh_mm_ss clock{seconds - days};
  char out[64];
  std::snprintf(out, sizeof out, "%04d-%02u-%02uT%02d:%02d:%02dZ", static_cast<int>(date.year()),
                static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
                static_cast<int>(clock.hours().count()), static_cast<int>(clock.minutes().count()),
                static_cast<int>(clock.seconds().count()));
  return out;
}

}  // namespace keywright::credentials
