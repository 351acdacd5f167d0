#include "model/json_writer.hpp"

#include "model/json_string.hpp"

#include <array>
#include <cmath>
#include <cstdio>

namespace keywright::model {

void JsonWriter::add(std::string_view name, std::string_view value) {
  this->name(name);
  append_json_string(text_, value);
}

void JsonWriter::add(std::string_view name, const std::vector<std::string>& values) {
  begin(name, '[');
  for (const auto& value : values) add(value);
  end(']');
}

void JsonWriter::add(std::string_view value) {
  next();
  append_json_string(text_, value);
}

void JsonWriter::add_number(std::string_view name, double value) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.10g", value);
  add_raw(name, std::isfinite(value) ? text.data() : "null");
}

void JsonWriter::add_raw(std::string_view name, std::string_view json) {
  this->name(name);
  text_ += json;
}

void JsonWriter::begin(std::string_view name, char bracket) {
  this->name(name);
  text_ += bracket;
}

void JsonWriter::begin(char bracket) {
  next();
  text_ += bracket;
}

void JsonWriter::end(char bracket) {
  break_line();
  text_ += bracket;
}

void JsonWriter::next() {
  const bool is_first = text_.empty() || text_.back() == '[' || text_.back() == '{';
  if (!is_first) text_ += ',';
  if (indent_) {
    break_line();
  } else if (!is_first) {
    text_ += blank_;
  }
}

void JsonWriter::name(std::string_view name) {
  next();
  append_json_string(text_, name);
  text_ += ':';
  text_ += blank_;
}

void JsonWriter::break_line() {
  if (!indent_) return;
  text_ += '\n';
  text_.append(*indent_, ' ');
  indent_.reset();
}

}  // namespace keywright::model
