#include <keywright/timestamp.hpp>

#include <cstdint>

namespace keywright {
namespace {

using std::chrono::day;
using std::chrono::days;
using std::chrono::floor;
using std::chrono::milliseconds;
using std::chrono::month;
using std::chrono::sys_days;
using std::chrono::year;
using std::chrono::year_month_day;

/// Writes `value` as exactly `width` digits.
void write_digits(char* out, std::size_t width, std::int64_t value) {
  for (std::size_t i = width; i-- > 0; value /= 10) out[i] = static_cast<char>('0' + value % 10);
}

/// Reads exactly `width` digits.
std::optional<std::int64_t> read_digits(std::string_view text, std::size_t at, std::size_t width) {
  std::int64_t value = 0;
  for (std::size_t i = at; i < at + width; ++i) {
    const char c = text[i];
    if (c < '0' || c > '9') return std::nullopt;
    value = value * 10 + (c - '0');
  }
  return value;
}

constexpr std::string_view kOutOfRange = "(out of range)";

}  // namespace

bool write_text(Date date, char* out) {
  // Dates far out do not even fit a std::chrono::year.
  constexpr sys_days first = year(0) / 1 / 1;
  constexpr sys_days last = year(9999) / 12 / 31;
  if (date < first || date > last) return false;
  const year_month_day parts(date);
  write_digits(out, 4, static_cast<int>(parts.year()));
  out[4] = '-';
  write_digits(out + 5, 2, static_cast<unsigned>(parts.month()));
  out[7] = '-';
  write_digits(out + 8, 2, static_cast<unsigned>(parts.day()));
  return true;
}

bool write_text(Timestamp time, char* out) {
  const auto date = floor<days>(time);
  if (!write_text(date, out)) return false;
  const std::int64_t in_day = (time - date).count();
  out[10] = 'T';
  write_digits(out + 11, 2, in_day / 3'600'000);
  out[13] = ':';
  write_digits(out + 14, 2, in_day / 60'000 % 60);
  out[16] = ':';
  write_digits(out + 17, 2, in_day / 1'000 % 60);
  out[19] = '.';
  write_digits(out + 20, 3, in_day % 1'000);
  out[23] = 'Z';
  return true;
}

std::optional<Date> parse_date(std::string_view text) {
  if (text.size() != kDateTextSize || text[4] != '-' || text[7] != '-') return std::nullopt;
  const auto y = read_digits(text, 0, 4);
  const auto m = read_digits(text, 5, 2);
  const auto d = read_digits(text, 8, 2);
  if (!y || !m || !d) return std::nullopt;
  const year_month_day date(year(static_cast<int>(*y)), month(static_cast<unsigned>(*m)),
                            day(static_cast<unsigned>(*d)));
  if (!date.ok()) return std::nullopt;
  return sys_days(date);
}

std::optional<Timestamp> parse_timestamp(std::string_view text) {
  if (text.size() != kTimestampTextSize || text[10] != 'T' || text[13] != ':' || text[16] != ':' ||
      text[19] != '.' || text[23] != 'Z') {
    return std::nullopt;
  }
  const auto date = parse_date(text.substr(0, kDateTextSize));
  const auto hours = read_digits(text, 11, 2);
  const auto minutes = read_digits(text, 14, 2);
  const auto seconds = read_digits(text, 17, 2);
  const auto millis = read_digits(text, 20, 3);
  if (!date || !hours || !minutes || !seconds || !millis) return std::nullopt;
  if (*hours > 23 || *minutes > 59 || *seconds > 59) return std::nullopt;
  return Timestamp(*date) +
         milliseconds(((*hours * 60 + *minutes) * 60 + *seconds) * 1'000 + *millis);
}

std::string to_text(Timestamp time) {
  std::string text(kTimestampTextSize, '\0');
  return write_text(time, text.data()) ? text : std::string(kOutOfRange);
}

std::string to_text(Date date) {
  std::string text(kDateTextSize, '\0');
  return write_text(date, text.data()) ? text : std::string(kOutOfRange);
}

}  // namespace keywright
