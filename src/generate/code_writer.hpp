#pragma once

// Text of a source file, line by line: indentation, {{KEY}} substitution, and long lines broken as
// clang-format would break them with the project's style. Grows in memory; for one thread.

#include "model/spelling.hpp"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace keywright::generate {

using model::join;
using model::listed;

class CodeWriter {
 public:
  static constexpr std::size_t max_columns = 100;

  explicit CodeWriter(int indent = 0) : indent_(indent) {}

  // From now on {{key}} stands for this value.
  void set(std::string_view key, std::string value);

  void indent() { indent_ += 2; }
  void outdent() { indent_ -= 2; }

  // Lines of text, each indented; {{KEY}}s are replaced. Empty lines stay empty.
  void line(std::string_view text = "");
  // Words after `marker` ("//", "///"), as many per line as fit.
  void comment(std::string_view text, std::string_view marker = "//");
  // head + arguments + tail, as in `return f(` `a, b` `);`, on one line if it fits. Else the
  // arguments are aligned behind the head if each fits there, or begin on the next line.
  void call(std::string_view head, const std::vector<std::string>& arguments,
            std::string_view tail);
  // `head` and `inner` both end in a parenthesis: list.push_back(make_key(a, b));
  void nested_call(std::string_view head, std::string_view inner,
                   const std::vector<std::string>& arguments, std::string_view tail);
  // `if (test) ` + call, or the call in braces.
  void guarded_call(std::string_view test, std::string_view head,
                    const std::vector<std::string>& arguments, std::string_view tail);
  // A function's declaration or the head of its definition: type + " " + head + parameters + tail,
  // with the type on a line of its own if the head does not fit behind it.
  void declaration(std::string_view type, std::string_view head,
                   const std::vector<std::string>& parameters, std::string_view tail);
  // `const auto name = value;`, the value on the next line if it must.
  void constant(std::string_view name, std::string_view value);
  // Of a call, whose arguments are broken as those of call() if they must.
  void constant(std::string_view name, std::string_view head,
                const std::vector<std::string>& arguments);
  // `if (a && b) {`, as many tests per line as fit.
  void condition(const std::vector<std::string>& tests);
  // `return a || b;` likewise.
  void return_any(const std::vector<std::string>& tests);
  // A member of a braced list, `.name = value,`, its value on the next line if it must. Texts are
  // broken behind a blank, in the same line if that breaks them at the same places.
  void member(std::string_view name, std::string_view value);
  // Text that is formatted already.
  void raw(std::string_view text) { text_ += text; }

  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  [[nodiscard]] std::string substitute(std::string_view text) const;
  void put(int columns, std::string_view text);
  void chain(std::string_view head, const std::vector<std::string>& tests, std::string_view symbol,
             std::string_view tail);

  int indent_;
  std::map<std::string, std::string, std::less<>> values_;
  std::string text_;
};

// "text" as a C++ literal with its quotes.
[[nodiscard]] std::string string_literal(std::string_view text);

// "if not given: .." -> "If not given: ...".
[[nodiscard]] std::string sentence(std::string text);

}  // namespace keywright::generate
