#include "model/json_string.hpp"

#include "core/utf8.hpp"

#include <array>
#include <cstdio>

namespace keywright::model {

void append_json_string(std::string& json, std::string_view text) {
  json.push_back('"');
  for (std::size_t i = 0; i < text.size();) {
    const DecodedCharacter next = decode_utf8(text, i);
    if (next.character == '"' || next.character == '\\') {
      json.push_back('\\');
      json.push_back(text[i]);
    } else if (next.character < 0x20 || next.character == 0x7F) {
      std::array<char, 8> escape{};
      std::snprintf(escape.data(), escape.size(), "\\u%04x", static_cast<unsigned>(next.character));
      json += escape.data();
    } else {
      append_utf8(json, next.character);
    }
    i += next.size;
  }
  json.push_back('"');
}

}  // namespace keywright::model
