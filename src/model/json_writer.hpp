#pragma once

// JSON of reports, member by member; whoever writes closes what it opens.

#include <concepts>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace keywright::model {

class JsonWriter {
 public:
  JsonWriter() = default;
  // With a blank behind each comma and colon, for people who read it too.
  static JsonWriter spaced() { return JsonWriter(" "); }

  void add(std::string_view name, std::string_view value);
  void add(std::string_view name, const std::vector<std::string>& values);
  void add(std::string_view value);
  void add_unless_empty(std::string_view name, std::string_view value) {
    if (!value.empty()) add(name, value);
  }
  void add_flag(std::string_view name, bool value) { add_raw(name, value ? "true" : "false"); }
  void add_number(std::string_view name, std::integral auto value) {
    add_raw(name, std::to_string(value));
  }
  // With ten digits at the most; what is infinite or no number is null.
  void add_number(std::string_view name, double value);
  // Of a value that is JSON already.
  void add_raw(std::string_view name, std::string_view json);

  void begin(std::string_view name, char bracket);
  void begin(char bracket);
  void end(char bracket);
  // What is written next begins a line.
  void new_line(std::size_t indent) { indent_ = indent; }

  [[nodiscard]] std::string text() && { return std::move(text_); }

 private:
  explicit JsonWriter(std::string_view blank) : blank_(blank) {}
  void next();
  void name(std::string_view name);
  void break_line();

  std::string text_;
  std::string_view blank_;
  std::optional<std::size_t> indent_;  // of a line that is to begin
};

}  // namespace keywright::model
