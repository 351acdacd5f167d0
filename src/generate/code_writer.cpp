#include "generate/code_writer.hpp"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <optional>
#include <utility>

namespace keywright::generate {
namespace {

std::string blanks(int columns) {
  return std::string(static_cast<std::size_t>(columns), ' ');
}

// The arguments in lines from `column` on; nullopt if one of them does not fit.
std::optional<std::vector<std::string>> fill(std::size_t column,
                                             const std::vector<std::string>& arguments,
                                             std::string_view tail) {
  std::vector<std::string> lines(1);
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const bool is_last = i + 1 == arguments.size();
    const auto piece = arguments[i] + (is_last ? std::string(tail) : ",");
    auto& line = lines.back();
    const auto needed = line.size() + (line.empty() ? 0 : 1) + piece.size();
    if (column + needed <= CodeWriter::max_columns) {
      line += line.empty() ? piece : ' ' + piece;
    } else if (column + piece.size() <= CodeWriter::max_columns) {
      lines.push_back(piece);
    } else {
      return std::nullopt;
    }
  }
  return lines;
}

// A quoted text in pieces that fit, each but the last ending behind a blank.
std::vector<std::string> pieces_of(std::string_view literal, std::size_t width) {
  std::vector<std::string> pieces;
  auto rest = literal.substr(1, literal.size() - 2);
  while (rest.size() + 3 > width) {  // quotes and comma
    const auto blank = rest.rfind(' ', width - 3);
    if (blank == std::string_view::npos) break;
    pieces.push_back('"' + std::string(rest.substr(0, blank + 1)) + "\"");
    rest.remove_prefix(blank + 1);
  }
  pieces.push_back('"' + std::string(rest) + "\"");
  return pieces;
}

}  // namespace

void CodeWriter::set(std::string_view key, std::string value) {
  values_.insert_or_assign(std::string(key), std::move(value));
}

void CodeWriter::put(int columns, std::string_view text) {
  if (!text.empty()) {
    text_ += blanks(columns);
    text_ += text;
  }
  text_ += '\n';
}

std::string CodeWriter::substitute(std::string_view text) const {
  std::string result;
  for (;;) {
    const auto open = text.find("{{");
    const auto close = open == std::string_view::npos ? open : text.find("}}", open);
    if (close == std::string_view::npos) return result += text;
    const auto found = values_.find(text.substr(open + 2, close - open - 2));
    result += text.substr(0, open);
    if (found == values_.end()) {  // not a key: braces of the language
      result += text.substr(open, close + 2 - open);
    } else {
      result += found->second;
    }
    text.remove_prefix(close + 2);
  }
}

void CodeWriter::line(std::string_view text) {
  const auto replaced = substitute(text);
  std::string_view rest = replaced;
  for (;;) {
    const auto end = rest.find('\n');
    put(indent_, rest.substr(0, end));
    if (end == std::string_view::npos) return;
    rest.remove_prefix(end + 1);
  }
}

void CodeWriter::comment(std::string_view text, std::string_view marker) {
  const auto replaced = model::on_one_line(substitute(text));
  std::string_view rest = replaced;
  std::string current(marker);
  const auto end_line = [&] {
    // A line that ends in a backslash would take in the next.
    put(indent_, current.ends_with('\\') ? current + '.' : current);
    current = marker;
  };
  while (!rest.empty()) {
    const auto end = std::min(rest.find(' '), rest.size());
    const auto word = rest.substr(0, end);
    const bool fits =
        static_cast<std::size_t>(indent_) + current.size() + 1 + word.size() <= max_columns;
    if (!fits && current != marker) end_line();
    current += " ";
    current += word;
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  end_line();
}

void CodeWriter::call(std::string_view head, const std::vector<std::string>& arguments,
                      std::string_view tail) {
  const auto whole = std::string(head) + join(arguments, ", ") + std::string(tail);
  const auto indent_columns = static_cast<std::size_t>(indent_);
  if (arguments.empty() || indent_columns + whole.size() <= max_columns) {
    put(indent_, whole);
    return;
  }
  const auto aligned = fill(indent_columns + head.size(), arguments, tail);
  if (aligned) {
    put(indent_, std::string(head) + aligned->front());
    for (std::size_t i = 1; i < aligned->size(); ++i) {
      put(indent_ + static_cast<int>(head.size()), (*aligned)[i]);
    }
    return;
  }
  const auto broken = fill(indent_columns + 4, arguments, tail);
  put(indent_, head);
  if (broken) {
    for (const auto& line : *broken) put(indent_ + 4, line);
  } else {
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      put(indent_ + 4, arguments[i] + (i + 1 == arguments.size() ? std::string(tail) : ","));
    }
  }
}

void CodeWriter::nested_call(std::string_view head, std::string_view inner,
                             const std::vector<std::string>& arguments, std::string_view tail) {
  const auto argument = std::string(inner) + join(arguments, ", ") + ")";
  const bool fits_below =
      static_cast<std::size_t>(indent_) + 4 + argument.size() + tail.size() <= max_columns;
  if (fits_below) {
    call(head, {argument}, tail);
  } else {
    call(std::string(head) + std::string(inner), arguments, ")" + std::string(tail));
  }
}

void CodeWriter::guarded_call(std::string_view test, std::string_view head,
                              const std::vector<std::string>& arguments, std::string_view tail) {
  const auto guard = "if (" + std::string(test) + ") ";
  const auto whole = guard + std::string(head) + join(arguments, ", ") + std::string(tail);
  if (static_cast<std::size_t>(indent_) + whole.size() <= max_columns) {
    put(indent_, whole);
    return;
  }
  line(guard + "{");
  indent();
  call(head, arguments, tail);
  outdent();
  line("}");
}

void CodeWriter::declaration(std::string_view type, std::string_view head,
                             const std::vector<std::string>& parameters, std::string_view tail) {
  const auto whole = std::string(type) + " " + std::string(head);
  const auto least = whole.size() + (parameters.empty() ? tail.size() : 0);
  if (static_cast<std::size_t>(indent_) + least <= max_columns) {
    call(whole, parameters, tail);
    return;
  }
  put(indent_, type);
  call(head, parameters, tail);
}

void CodeWriter::chain(std::string_view head, const std::vector<std::string>& tests,
                       std::string_view symbol, std::string_view tail) {
  const auto column = indent_ + static_cast<int>(head.size());
  std::string current;
  bool is_first = true;
  const auto flush = [&] {
    put(is_first ? indent_ : column, is_first ? std::string(head) + current : current);
    is_first = false;
    current.clear();
  };
  for (const auto& test : tests) {
    const bool is_last = &test == &tests.back();
    const auto piece = test + (is_last ? std::string(tail) : ' ' + std::string(symbol));
    const auto needed = static_cast<std::size_t>(column) + current.size() + piece.size() + 1;
    if (!current.empty() && needed > max_columns) flush();
    current += current.empty() ? piece : ' ' + piece;
  }
  flush();
}

void CodeWriter::constant(std::string_view name, std::string_view head,
                          const std::vector<std::string>& arguments) {
  const auto value = std::string(head) + join(arguments, ", ") + ")";
  if (static_cast<std::size_t>(indent_) + 4 + value.size() + 1 <= max_columns) {
    constant(name, value);
    return;
  }
  call("const auto " + std::string(name) + " = " + std::string(head), arguments, ");");
}

void CodeWriter::constant(std::string_view name, std::string_view value) {
  const auto head = "const auto " + std::string(name) + " =";
  const auto whole = head + " " + std::string(value) + ";";
  if (static_cast<std::size_t>(indent_) + whole.size() <= max_columns) {
    put(indent_, whole);
    return;
  }
  put(indent_, head);
  put(indent_ + 4, std::string(value) + ";");
}

void CodeWriter::condition(const std::vector<std::string>& tests) {
  chain("if (", tests, "&&", ") {");
}

void CodeWriter::return_any(const std::vector<std::string>& tests) {
  chain("return ", tests, "||", ";");
}

void CodeWriter::member(std::string_view name, std::string_view value) {
  const auto whole = '.' + std::string(name) + " = " + std::string(value) + ",";
  const auto indent_columns = static_cast<std::size_t>(indent_);
  if (indent_columns + whole.size() <= max_columns) {
    put(indent_, whole);
    return;
  }
  const auto head = '.' + std::string(name) + " =";
  const auto split = [&](std::size_t column) {
    auto pieces = value.starts_with('"') ? pieces_of(value, max_columns - column)
                                         : std::vector<std::string>{std::string(value)};
    pieces.back() += ",";
    return pieces;
  };
  const auto pieces = split(indent_columns + 4);
  const auto aligned_column = indent_columns + head.size() + 1;
  if (pieces.size() > 1 && split(aligned_column) == pieces) {
    put(indent_, head + " " + pieces.front());
    for (std::size_t i = 1; i < pieces.size(); ++i) {
      put(static_cast<int>(aligned_column), pieces[i]);
    }
    return;
  }
  put(indent_, head);
  for (const auto& piece : pieces) put(indent_ + 4, piece);
}

std::string string_literal(std::string_view text) {
  constexpr std::string_view octal = "01234567";
  std::string result = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      result += '\\';
      result += c;
    } else if (byte < 0x20 || byte == 0x7f) {
      result += '\\';
      result += octal[byte >> 6U];
      result += octal[(byte >> 3U) & 7U];
      result += octal[byte & 7U];
    } else {
      result += c;
    }
  }
  return result += '"';
}

std::string sentence(std::string text) {
  text.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(text.front())));
  return text + ".";
}

}  // namespace keywright::generate
