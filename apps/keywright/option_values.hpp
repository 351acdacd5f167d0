#pragma once

// What the options of the command line take. Each check answers with nothing, or with why a value
// is none: what was given, what it is not, and what to give instead.

#include "server/web_names.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace keywright::cli {

/// A whole number in decimal digits: 010 and 0x10 are none, since readers differ about them.
struct WholeNumber {
  std::string_view what;  ///< "port"
  std::uint64_t least;
  std::uint64_t most;
  std::string_view more{};  ///< what else to know: "0 is any free one"
};
[[nodiscard]] std::string fault_of(const WholeNumber& rule, const std::string& text);

[[nodiscard]] std::string fault_of_word(std::string_view what,
                                        const std::vector<std::string_view>& words,
                                        const std::string& text);
[[nodiscard]] std::string fault_of_rate(const std::string& text);
/// Capacity units per second.
[[nodiscard]] std::string fault_of_units(const std::string& text);
[[nodiscard]] std::string fault_of_interval(const std::string& text);
[[nodiscard]] std::string fault_of_region(const std::string& text);
/// Of AWS, in an ARN.
[[nodiscard]] std::string fault_of_account(const std::string& text);
[[nodiscard]] std::string fault_of_file(const std::string& text);
/// Of what is written: a variable that is not set makes an empty one.
[[nodiscard]] std::string fault_of_target(const std::string& text);
using server::fault_of_host;
using server::fault_of_host_name;
using server::fault_of_origin;

/// 250ms, 2s, 1.5m: `text` becomes the number of milliseconds.
[[nodiscard]] std::string read_duration(std::string& text);

}  // namespace keywright::cli
