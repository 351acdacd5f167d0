#include "remote/text.hpp"

#include "core/utf8.hpp"

#include <algorithm>
#include <array>
#include <string>

#include <simdjson.h>

namespace keywright::remote {
namespace {

constexpr std::array<std::string_view, 10> kTypes{"S",  "N",    "B",    "SS", "NS",
                                                  "BS", "BOOL", "NULL", "L",  "M"};

/// The member in whose name or value `end` lies. Names that are types of values do not count.
std::string_view member_before(std::string_view json, std::size_t end) {
  json = json.substr(0, end);
  for (;;) {
    const auto colon = json.rfind("\":");
    if (colon == std::string_view::npos) return {};
    const auto quote = json.rfind('"', colon == 0 ? 0 : colon - 1);
    if (quote == std::string_view::npos) return {};
    const auto name = json.substr(quote + 1, colon - quote - 1);
    if (std::find(kTypes.begin(), kTypes.end(), name) == kTypes.end()) return name;
    json = json.substr(0, quote);
  }
}

}  // namespace

Result<void> check_text(std::string_view operation, std::string_view body) {
  if (simdjson::validate_utf8(body.data(), body.size())) return {};
  Error error;
  error.code = ErrorCode::validation;
  error.message.append(operation).append(": a string in or behind \"");
  error.message.append(member_before(body, find_invalid_utf8(body).value_or(body.size())));
  error.message.append("\" is not UTF-8; bytes that are no text are to be a binary value");
  return error;
}

}  // namespace keywright::remote
