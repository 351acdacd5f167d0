#include "core/utf8.hpp"
#include "model/diagnostic.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <string>
#include <tuple>
#include <utility>

namespace keywright::model {
namespace {

// Wider lines (a whole model as one line of JSON) are shown in part.
constexpr std::size_t widest_line = 160;
constexpr std::size_t shown_before_caret = 60;

struct Style {
  bool color;

  [[nodiscard]] std::string paint(std::string_view code, std::string_view text) const {
    if (!color) return std::string(text);
    return "\x1b[" + std::string(code) + "m" + std::string(text) + "\x1b[0m";
  }
};

std::string_view color_of(Severity severity) {
  switch (severity) {
    case Severity::error:
      return "1;31";
    case Severity::warning:
      return "1;35";
    case Severity::note:
      return "1;36";
  }
  return "1";
}

constexpr std::string_view bold = "1";
constexpr std::string_view caret_color = "1;32";
constexpr std::string_view help_color = "1;36";

struct Range {
  char32_t first;
  char32_t last;
};

// The blocks that matter in names and comments; a caret one column off elsewhere is no harm.
constexpr std::array zero_width{Range{0x0300, 0x036F}, Range{0x200B, 0x200F},
                                Range{0x20D0, 0x20FF}, Range{0xFE00, 0xFE0F},
                                Range{0xFE20, 0xFE2F}, Range{0xFEFF, 0xFEFF}};
constexpr std::array double_width{
    Range{0x1100, 0x115F},   Range{0x2E80, 0xA4CF},  Range{0xAC00, 0xD7A3}, Range{0xF900, 0xFAFF},
    Range{0xFE30, 0xFE4F},   Range{0xFF00, 0xFF60},  Range{0xFFE0, 0xFFE6}, Range{0x1F300, 0x1F64F},
    Range{0x1F900, 0x1F9FF}, Range{0x20000, 0x3FFFD}};

template <std::size_t N>
bool is_in(const std::array<Range, N>& ranges, char32_t character) {
  return std::any_of(ranges.begin(), ranges.end(), [character](const Range& range) {
    return range.first <= character && character <= range.last;
  });
}

// Columns of a terminal: 0 for combining marks, 2 for East Asian wide characters and emoji, else 1.
int display_width(char32_t character) {
  if (character < 0x300) return 1;
  if (is_in(zero_width, character)) return 0;
  return is_in(double_width, character) ? 2 : 1;
}

// With those that let a terminal show text in another order than it stands in the file.
bool is_control(char32_t character) {
  return character < 0x20 || (character >= 0x7F && character < 0xA0) ||
         (character >= 0x202A && character <= 0x202E) ||
         (character >= 0x2066 && character <= 0x2069);
}

// Text of the file may hold anything; a terminal gets no control characters of it.
std::string printable(std::string_view text) {
  std::string shown;
  for (std::size_t i = 0; i < text.size();) {
    const DecodedCharacter next = decode_utf8(text, i);
    if (text[i] == '\n' || text[i] == '\t') {
      shown.push_back(text[i]);
    } else if (!next.valid || is_control(next.character)) {
      append_utf8(shown, 0xFFFD);
    } else {
      shown += text.substr(i, next.size);
    }
    i += next.size;
  }
  return shown;
}

// Lines after the first are indented, so that they stay under their label.
std::string indented(std::string_view text, std::size_t columns) {
  std::string result;
  for (const char c : printable(text)) {
    result.push_back(c);
    if (c == '\n') result.append(columns, ' ');
  }
  return result;
}

std::string place(const SourceFile& source, const Span& span) {
  std::string text = source.name();
  if (span.written()) {
    text += ':' + std::to_string(span.begin.line) + ':' + std::to_string(span.begin.column);
  }
  return text + ": ";
}

// What of a line is shown: all of it, or a window that begins somewhat before the caret.
struct Window {
  std::string_view text;
  std::size_t caret = 0;  // characters before it
  bool cut_before = false;
  bool cut_after = false;
};

bool is_continuation(char byte) {
  return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U;
}

// The offset so many characters before or after another; clamped to the text.
std::size_t characters_before(std::string_view text, std::size_t offset, std::size_t count) {
  while (offset > 0 && count > 0) {
    if (!is_continuation(text[--offset])) --count;
  }
  return offset;
}
std::size_t characters_after(std::string_view text, std::size_t offset, std::size_t count) {
  while (offset < text.size() && count-- > 0) offset += decode_utf8(text, offset).size;
  return offset;
}

Window window_of(std::string_view line, std::size_t caret_offset) {
  if (count_characters(line) <= widest_line) {
    return {line, count_characters(line.substr(0, caret_offset)), false, false};
  }
  const std::size_t begin = characters_before(line, caret_offset, shown_before_caret);
  const std::size_t end = characters_after(line, begin, widest_line);
  return {line.substr(begin, end - begin),
          count_characters(line.substr(begin, caret_offset - begin)), begin > 0, end < line.size()};
}

// Blanks as wide as the text before the caret (tabs stay tabs), then `^~~~` under the span.
std::string underline(std::string_view text, std::size_t before, std::size_t length) {
  std::string blanks;
  std::size_t offset = 0;
  for (std::size_t i = 0; i < before && offset < text.size(); ++i) {
    const DecodedCharacter next = decode_utf8(text, offset);
    const int width = display_width(next.character);
    blanks.append(next.character == '\t' ? 1U : static_cast<std::size_t>(width),
                  next.character == '\t' ? '\t' : ' ');
    offset += next.size;
  }
  std::size_t width = 0;
  for (std::size_t i = 0; i < length && offset < text.size(); ++i) {
    const DecodedCharacter next = decode_utf8(text, offset);
    width += static_cast<std::size_t>(display_width(next.character));
    offset += next.size;
  }
  return blanks + "^" + std::string(width > 1 ? width - 1 : 0, '~');
}

std::string source_lines(const SourceFile& source, const Span& span, const Style& style) {
  if (!span.written() || span.begin.line > source.line_count()) return {};
  const std::string_view line = source.line(span.begin.line);
  const auto line_start = static_cast<std::size_t>(line.data() - source.text().data());
  const auto offset_in_line = [&](const Position& position) {
    return std::clamp(position.offset, line_start, line_start + line.size()) - line_start;
  };
  const std::size_t begin = offset_in_line(span.begin);
  const std::size_t end = std::max(begin, offset_in_line(span.end));
  const Window window = window_of(line, begin);
  const std::string number = std::to_string(span.begin.line);
  const std::string gutter(std::max<std::size_t>(5, number.size() + 1), ' ');
  const std::string_view before = window.cut_before ? ".." : "";
  const std::string_view after = window.cut_after ? ".." : "";
  std::string caret(before.size(), ' ');
  caret += style.paint(caret_color, underline(window.text, window.caret,
                                              count_characters(line.substr(begin, end - begin))));
  std::string text = gutter.substr(number.size()) + number + " | ";
  text.append(before).append(printable(window.text)).append(after).append("\n");
  return text + gutter + " | " + caret + "\n";
}

std::string render_note(const Note& note, const SourceFile& source, const RenderOptions& options) {
  const Style style{options.color};
  const std::string label = style.paint(color_of(Severity::note), "note:");
  if (!note.span.written()) return "  " + label + " " + indented(note.message, 8) + "\n";
  std::string text = style.paint(bold, printable(place(source, note.span))) + label + " " +
                     indented(note.message, 8) + "\n";
  if (options.source_lines) text += source_lines(source, note.span, style);
  return text;
}

std::string count_text(std::size_t count, std::string_view noun) {
  return std::to_string(count) + " " + std::string(noun) + (count == 1 ? "" : "s");
}

}  // namespace

std::string_view to_text(Severity severity) {
  switch (severity) {
    case Severity::error:
      return "error";
    case Severity::warning:
      return "warning";
    case Severity::note:
      return "note";
  }
  return "error";
}

void sort_in_file_order(std::vector<Diagnostic>& diagnostics) {
  std::vector<std::size_t> order(diagnostics.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto key = [&diagnostics](std::size_t i) {
    return std::tuple(diagnostics[i].span.begin.offset, std::string_view(diagnostics[i].rule), i);
  };
  std::sort(order.begin(), order.end(),
            [&key](std::size_t a, std::size_t b) { return key(a) < key(b); });
  std::vector<Diagnostic> sorted;
  sorted.reserve(diagnostics.size());
  for (const std::size_t i : order) sorted.push_back(std::move(diagnostics[i]));
  diagnostics = std::move(sorted);
}

bool has_errors(const std::vector<Diagnostic>& diagnostics) {
  return std::any_of(diagnostics.begin(), diagnostics.end(),
                     [](const Diagnostic& d) { return d.severity == Severity::error; });
}

std::string render_text(const Diagnostic& diagnostic, const SourceFile& source,
                        const RenderOptions& options) {
  const Style style{options.color};
  const std::string label =
      std::string(to_text(diagnostic.severity)) + "[" + diagnostic.rule + "]:";
  std::string text = style.paint(bold, printable(place(source, diagnostic.span)));
  text += style.paint(color_of(diagnostic.severity), label) + " ";
  text += style.paint(bold, indented(diagnostic.message, 4)) + "\n";
  if (options.source_lines) text += source_lines(source, diagnostic.span, style);
  if (!diagnostic.help.empty()) {
    text += "  " + style.paint(help_color, "help:") + " " + indented(diagnostic.help, 8) + "\n";
  }
  for (const Note& note : diagnostic.notes) text += render_note(note, source, options);
  return text;
}

std::string render_text(const std::vector<Diagnostic>& diagnostics, const SourceFile& source,
                        const RenderOptions& options) {
  std::string text;
  for (const Diagnostic& diagnostic : diagnostics) {
    text += render_text(diagnostic, source, options) + "\n";
  }
  std::string counts;
  for (const Severity severity : {Severity::error, Severity::warning, Severity::note}) {
    const auto count =
        std::count_if(diagnostics.begin(), diagnostics.end(),
                      [severity](const Diagnostic& d) { return d.severity == severity; });
    if (count == 0) continue;
    if (!counts.empty()) counts += ", ";
    counts += count_text(static_cast<std::size_t>(count), to_text(severity));
  }
  return counts.empty() ? text : text + counts + "\n";
}

}  // namespace keywright::model
