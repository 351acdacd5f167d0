#pragma once

// Text of a Python module, line by line, with long lines broken as `black --line-length 100` breaks
// them. Grows in memory; for one thread.

#include "model/spelling.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace keywright::generate {

using model::join;
using model::listed;

class PythonWriter {
 public:
  static constexpr std::size_t max_columns = 100;

  // `level` steps of four blanks.
  explicit PythonWriter(int level = 0) : level_(level) {}

  void indent() { ++level_; }
  void outdent() { --level_; }

  void line(std::string_view text = "");
  void blank(int lines = 1);
  void raw(std::string_view text) { text_ += text; }
  // Words behind `#`, as many per line as fit.
  void comment(std::string_view text);
  // Paragraphs between triple quotes.
  void docstring(const std::vector<std::string>& paragraphs);
  // head + arguments + tail, as in `return f(` `a, b` `)`: on one line, else with all arguments on
  // the next, else one per line.
  void call(std::string_view head, const std::vector<std::string>& arguments,
            std::string_view tail = ")");
  // `head[element for each in all]`
  void comprehension(std::string_view head, std::string_view element, std::string_view clause);
  // `from module import a, b`
  void import_names(std::string_view module, const std::vector<std::string>& names);
  // `if a and b:`
  void condition(std::string_view word, const std::vector<std::string>& tests);
  // name="text", in pieces that fit if it must; an argument of a call, one per line.
  void text_argument(std::string_view name, std::string_view text);

  [[nodiscard]] const std::string& text() const { return text_; }
  [[nodiscard]] bool empty() const { return text_.empty(); }
  [[nodiscard]] int level() const { return level_; }

 private:
  [[nodiscard]] std::size_t column() const { return 4 * static_cast<std::size_t>(level_); }
  [[nodiscard]] bool fits(std::size_t size) const { return column() + size <= max_columns; }
  void words(std::string_view first, std::string_view other, std::string_view text);

  int level_;
  std::string text_;
};

// "text" as a literal with its quotes.
[[nodiscard]] std::string python_literal(std::string_view text);

}  // namespace keywright::generate
