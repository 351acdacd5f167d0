#include "option_values.hpp"

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

std::string refusal(std::string_view text, std::string_view what, std::string_view instead) {
  std::string out = "\"";
  for (const char c : text) out += static_cast<unsigned char>(c) < ' ' ? '?' : c;
  return out.append("\" is no ").append(what).append("; give ").append(instead);
}

// nullopt unless all of the text is one number that fits; "nan" and "inf" are numbers.
template <class Number>
std::optional<Number> number_in(std::string_view text) {
  Number value{};
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (fault != std::errc() || end != text.data() + text.size() || text.empty()) return std::nullopt;
  return value;
}

bool consists_of(std::string_view text, std::string_view letters) {
  return text.find_first_not_of(letters) == std::string_view::npos;
}

std::string in_small_letters(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  return out;
}

struct Origin {
  std::string_view scheme{};  // without ://; empty: none
  std::string_view host{};
  std::string_view port{};  // empty: none
  std::string_view rest{};  // from the path on
};

Origin parts_of(std::string_view text) {
  Origin out;
  if (const auto at = text.find("://"); at != std::string_view::npos) {
    out.scheme = text.substr(0, at);
    text.remove_prefix(at + 3);
  }
  const auto end = std::min(text.find_first_of("/?#"), text.size());
  out.rest = text.substr(end);
  out.host = text.substr(0, end);
  const auto colon = out.host.rfind(':');
  // Two colons without brackets are an IPv6 address.
  if (colon != std::string_view::npos && out.host.find(':') == colon) {
    out.port = out.host.substr(colon + 1);
    out.host = out.host.substr(0, colon);
  } else if (const auto bracket = out.host.find("]:"); bracket != std::string_view::npos) {
    out.port = out.host.substr(bracket + 2);
    out.host = out.host.substr(0, bracket + 1);
  }
  return out;
}

bool is_host_name(std::string_view host) {
  const auto name = in_small_letters(host);
  if (name.starts_with('[') && name.ends_with(']')) {
    return name.size() > 3 &&
           consists_of(std::string_view(name).substr(1, name.size() - 2), "0123456789abcdef:.");
  }
  return !name.empty() && !name.starts_with('.') && !name.ends_with('.') &&
         consists_of(name, std::string(kSmallLetters) + std::string(kDigits) + "-._");
}

// Brackets around an IPv6 address, and no dot at the end.
std::string usual_form(std::string_view host) {
  if (host.ends_with('.')) host.remove_suffix(1);
  const bool is_ipv6 = host.find(':') != std::string_view::npos && !host.starts_with('[');
  return is_ipv6 ? '[' + std::string(host) + "]" : std::string(host);
}

}  // namespace

std::string fault_of(const WholeNumber& rule, const std::string& text) {
  const bool is_plain = consists_of(text, kDigits) && (text == "0" || !text.starts_with('0'));
  const auto number = number_in<std::uint64_t>(text);
  if (is_plain && number && *number >= rule.least && *number <= rule.most) return {};
  std::string instead = "a whole number from " + std::to_string(rule.least) + " to " +
                        std::to_string(rule.most) + ", in plain decimal digits";
  if (!rule.more.empty()) instead.append(": ").append(rule.more);
  return refusal(text, rule.what, instead);
}

std::string fault_of_word(std::string_view what, const std::vector<std::string_view>& words,
                          const std::string& text) {
  if (std::find(words.begin(), words.end(), text) != words.end()) return {};
  std::string instead;
  for (auto word = words.begin(); word != words.end(); ++word) {
    if (word != words.begin()) instead += word + 1 == words.end() ? " or " : ", ";
    instead += *word;
  }
  return refusal(text, what, instead);
}

std::string fault_of_rate(const std::string& text) {
  const auto rate = number_in<double>(text);
  if (rate && *rate >= 0 && *rate <= 1) return {};
  return refusal(text, "rate", "a number from 0 to 1, such as 0.05 for 5 in 100");
}

std::string fault_of_units(const std::string& text) {
  const auto units = number_in<double>(text);
  if (units && *units > 0 && *units <= 1e9) return {};
  return refusal(text, "number of units", "a number above 0, such as 500");
}

std::string fault_of_interval(const std::string& text) {
  const auto seconds = number_in<double>(text);
  if (seconds && (*seconds == 0 || (*seconds >= 0.001 && *seconds <= 1e6))) return {};
  return refusal(text, "interval", "seconds from 0.001 to 1000000, or 0 for never");
}

std::string fault_of_region(const std::string& text) {
  const auto letters = std::string(kSmallLetters) + std::string(kDigits) + "-";
  if (!text.empty() && text.size() <= 64 && consists_of(text, letters)) return {};
  return refusal(text, "region", "up to 64 small letters, digits and -, as us-east-1");
}

std::string fault_of_file(const std::string& text) {
  return text.empty() ? refusal(text, "file", "its name") : std::string();
}

std::string fault_of_host(const std::string& text) {
  const auto without_zone = text.substr(0, text.find('%'));  // of fe80::1%eth0
  if (is_host_name(usual_form(without_zone))) return {};
  return refusal(text, "address",
                 "one such as 127.0.0.1, 0.0.0.0 for all or [::1], or a name, without http:// and "
                 "port");
}

std::string fault_of_host_name(const std::string& text) {
  if (text == "*") {
    return refusal(text, "host name",
                   "each name in an --allow-host of its own. Bound to another address than a "
                   "loopback one, as with --host 0.0.0.0, the server answers to every name unless "
                   "some are given");
  }
  if (is_host_name(text)) return {};
  const auto meant = usual_form(parts_of(text).host);
  return refusal(text, "host name",
                 "it as clients write it, without http:// and port, as " +
                     (is_host_name(meant) ? meant : std::string("db.test")));
}

std::string fault_of_origin(const std::string& text) {
  if (text == "*" || text == "null") return {};
  const Origin origin = parts_of(text);
  const auto scheme = in_small_letters(origin.scheme);
  const bool is_usual_port =
      (scheme == "http" && origin.port == "80") || (scheme == "https" && origin.port == "443");
  const auto port = number_in<std::uint16_t>(origin.port);
  const bool has_good_port = origin.port.empty() || (port && *port > 0);
  // https://a: has an empty port, and browsers leave out a usual one.
  const bool is_good =
      !scheme.empty() &&
      consists_of(scheme, std::string(kSmallLetters) + std::string(kDigits) + "+-.") &&
      is_host_name(origin.host) && has_good_port && !is_usual_port && origin.rest.empty() &&
      !text.ends_with(':');
  if (is_good) return {};
  std::string meant = "http://localhost:3000";
  if (is_host_name(usual_form(origin.host))) {
    meant = (scheme.empty() ? "http" : scheme) + "://" + usual_form(origin.host);
    if (has_good_port && !is_usual_port && !origin.port.empty()) {
      meant.append(":").append(origin.port);
    }
  }
  return refusal(
      text, "web origin",
      "scheme, host and, unless it is the usual one, port, with nothing behind them, as " + meant +
          "; or * for all");
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
    return refusal(text, "duration", "it as 250ms, 2s or 1.5m, and at most 1000000s");
  }
  text = std::to_string(std::llround(milliseconds));
  return {};
}

}  // namespace keywright::cli
