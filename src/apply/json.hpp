#pragma once

// JSON of reports, member by member; whoever writes closes what it opens.

#include "model/json_string.hpp"

#include <string>
#include <string_view>
#include <utility>

namespace keywright::apply {

class Json {
 public:
  void add(std::string_view name, std::string_view value) {
    comma();
    model::append_json_string(text_, name);
    text_ += ':';
    model::append_json_string(text_, value);
  }
  void add(std::string_view value) {
    comma();
    model::append_json_string(text_, value);
  }
  // Of a value that is JSON already.
  void add_raw(std::string_view name, std::string_view json) {
    comma();
    model::append_json_string(text_, name);
    text_ += ':';
    text_ += json;
  }
  void begin(std::string_view name, char bracket) {
    comma();
    model::append_json_string(text_, name);
    text_ += ':';
    text_ += bracket;
  }
  void begin(char bracket) {
    comma();
    text_ += bracket;
  }
  void end(char bracket) { text_ += bracket; }
  [[nodiscard]] std::string text() && { return std::move(text_) + "\n"; }

 private:
  void comma() {
    if (!text_.empty() && text_.back() != '[' && text_.back() != '{') text_ += ',';
  }
  std::string text_;
};

}  // namespace keywright::apply
