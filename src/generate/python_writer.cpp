#include "generate/python_writer.hpp"

#include <algorithm>

namespace keywright::generate {
namespace {

// Text between triple quotes: nothing in it ends them or escapes.
std::string in_docstring(std::string_view text) {
  std::string result;
  for (const char c : model::on_one_line(text)) {
    if (c == '\\' || c == '"') result += '\\';
    result += c;
  }
  return result;
}

// A literal in pieces of at most `width` columns, each but the last ending behind a blank.
std::vector<std::string> pieces_of(std::string_view literal, std::size_t width) {
  std::vector<std::string> pieces;
  auto rest = literal.substr(1, literal.size() - 2);
  while (rest.size() + 2 > width) {
    const auto blank = rest.rfind(' ', width - 3);
    if (blank == std::string_view::npos) break;
    pieces.push_back('"' + std::string(rest.substr(0, blank + 1)) + "\"");
    rest.remove_prefix(blank + 1);
  }
  pieces.push_back('"' + std::string(rest) + "\"");
  return pieces;
}

// "A, B" -> A and B.
std::vector<std::string> split(std::string_view list) {
  std::vector<std::string> parts;
  for (;;) {
    const auto comma = list.find(", ");
    parts.emplace_back(list.substr(0, comma));
    if (comma == std::string_view::npos) return parts;
    list.remove_prefix(comma + 2);
  }
}

}  // namespace

void PythonWriter::line(std::string_view text) {
  for (;;) {
    const auto end = text.find('\n');
    const auto one = text.substr(0, end);
    if (!one.empty()) text_ += std::string(column(), ' ') + std::string(one);
    text_ += '\n';
    if (end == std::string_view::npos) return;
    text.remove_prefix(end + 1);
  }
}

void PythonWriter::blank(int lines) {
  text_ += std::string(static_cast<std::size_t>(lines), '\n');
}

// Lines of words; `first` begins the first line, `other` all others.
void PythonWriter::words(std::string_view first, std::string_view other, std::string_view text) {
  std::string current(first);
  bool is_empty = true;
  while (!text.empty()) {
    const auto end = std::min(text.find(' '), text.size());
    const auto word = text.substr(0, end);
    if (!is_empty && !fits(current.size() + 1 + word.size())) {
      line(current);
      current = other;
      is_empty = true;
    }
    if (!is_empty) current += ' ';
    current += word;
    is_empty = false;
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  line(current);
}

void PythonWriter::comment(std::string_view text) {
  words("# ", "# ", model::on_one_line(text));
}

void PythonWriter::docstring(const std::vector<std::string>& paragraphs) {
  const auto whole = "\"\"\"" + in_docstring(paragraphs.front()) + "\"\"\"";
  if (paragraphs.size() == 1 && fits(whole.size())) {
    line(whole);
    return;
  }
  // A text that fits but for its quotes is parted, so that they need not stand alone behind it.
  const bool is_tight = paragraphs.size() == 1 && fits(whole.size() - 3);
  bool is_first = true;
  for (const auto& paragraph : paragraphs) {
    if (!is_first) line();
    if (is_tight) {
      const auto text = std::string_view(whole).substr(0, whole.size() - 3);
      const auto last = text.rfind(' ');
      line(text.substr(0, last));
      line(text.substr(last + 1));
      break;
    }
    words(is_first ? "\"\"\"" : "", "", in_docstring(paragraph));
    is_first = false;
  }
  line("\"\"\"");
}

void PythonWriter::call(std::string_view head, const std::vector<std::string>& arguments,
                        std::string_view tail) {
  const auto inside = join(arguments, ", ");
  const auto whole = std::string(head) + inside + std::string(tail);
  if (arguments.empty() || fits(whole.size())) {
    line(whole);
    return;
  }
  line(head);
  indent();
  // A list that must be broken has one element per line.
  if (fits(inside.size()) && !head.ends_with('[')) {
    line(inside);
  } else {
    for (const auto& argument : arguments) line(argument == "*" ? "*," : argument + ",");
  }
  outdent();
  line(tail);
}

void PythonWriter::comprehension(std::string_view head, std::string_view element,
                                 std::string_view clause) {
  const auto whole =
      std::string(head) + "[" + std::string(element) + " " + std::string(clause) + "]";
  if (fits(whole.size())) {
    line(whole);
    return;
  }
  line(std::string(head) + "[");
  indent();
  const auto inside = std::string(element) + " " + std::string(clause);
  if (fits(inside.size())) {
    line(inside);
  } else {
    const auto brackets = element.find('(');
    if (fits(element.size()) || brackets == std::string_view::npos) {
      line(element);
    } else {
      line(element.substr(0, brackets + 1));
      line("    " + std::string(element.substr(brackets + 1, element.size() - brackets - 2)));
      line(")");
    }
    line(clause);
  }
  outdent();
  line("]");
}

void PythonWriter::import_names(std::string_view module, const std::vector<std::string>& names) {
  const auto head = "from " + std::string(module) + " import ";
  const auto whole = head + join(names, ", ");
  if (fits(whole.size())) {
    line(whole);
    return;
  }
  line(head + "(");
  for (const auto& name : names) line("    " + name + ",");
  line(")");
}

void PythonWriter::condition(std::string_view word, const std::vector<std::string>& tests) {
  const auto whole = std::string(word) + " " + join(tests, " and ") + ":";
  if (fits(whole.size()) || tests.size() == 1) {
    line(whole);
    return;
  }
  // The last one in brackets is broken there.
  const auto brackets = tests.back().find(" in (");
  if (brackets != std::string::npos) {
    auto others = tests;
    others.back().resize(brackets);
    const auto head = std::string(word) + " " + join(others, " and ") + " in (";
    if (fits(head.size())) {
      const auto inside = tests.back().substr(brackets + 5);
      line(head);
      indent();
      for (const auto& each : split(std::string_view(inside).substr(0, inside.size() - 1))) {
        line(each + ",");
      }
      outdent();
      line("):");
      return;
    }
  }
  line(std::string(word) + " (");
  indent();
  for (const auto& test : tests) line(&test == &tests.front() ? test : "and " + test);
  outdent();
  line("):");
}

void PythonWriter::text_argument(std::string_view name, std::string_view text) {
  const auto literal = python_literal(text);
  const auto whole = std::string(name) + "=" + literal + ",";
  if (fits(whole.size())) {
    line(whole);
    return;
  }
  line(std::string(name) + "=(");
  indent();
  for (const auto& piece : pieces_of(literal, max_columns - column())) line(piece);
  outdent();
  line("),");
}

std::string python_literal(std::string_view text) {
  constexpr std::string_view hex = "0123456789abcdef";
  // In the quotes that need no escapes.
  const bool is_single =
      text.find('"') != std::string_view::npos && text.find('\'') == std::string_view::npos;
  const char quote = is_single ? '\'' : '"';
  std::string result(1, quote);
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == quote || c == '\\') {
      result += '\\';
      result += c;
    } else if (byte < 0x20 || byte == 0x7f) {
      result += "\\x";
      result += hex[byte >> 4U];
      result += hex[byte & 15U];
    } else {
      result += c;
    }
  }
  return result += quote;
}

}  // namespace keywright::generate
