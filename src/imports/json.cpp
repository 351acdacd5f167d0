#include "imports/json.hpp"

#include "core/utf8.hpp"

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

namespace keywright::imports {
namespace {

using model::Entry;
using model::Node;
using model::NodeKind;
using model::Position;
using model::SourceFile;
using model::Span;

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

bool continues_character(char c) {
  return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U;
}

int hex_digit(char c) {
  if (is_digit(c)) return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

class Parser {
 public:
  explicit Parser(const SourceFile& source) : text_(source.text()) {
    if (text_.starts_with("\xEF\xBB\xBF")) at_.offset = 3;
    at_.line = 1;
    at_.column = 1;
  }

  JsonResult run() {
    JsonResult result;
    Node root;
    if (read_value(root, 1) && ends()) {
      result.tree = std::move(root);
    } else {
      result.fault = std::move(fault_);
    }
    return result;
  }

 private:
  [[nodiscard]] char peek() const { return at_.offset < text_.size() ? text_[at_.offset] : '\0'; }
  [[nodiscard]] bool at_end() const { return at_.offset >= text_.size(); }

  // Over bytes without a line break.
  void step(std::size_t bytes = 1) {
    for (; bytes > 0 && !at_end(); --bytes) {
      if (!continues_character(text_[at_.offset])) ++at_.column;
      ++at_.offset;
    }
  }

  void skip_blanks() {
    while (!at_end()) {
      const char c = peek();
      if (c != ' ' && c != '\t' && c != '\n' && c != '\r') return;
      const bool half = c == '\r' && text_.substr(at_.offset + 1, 1) == "\n";
      ++at_.offset;
      ++at_.column;
      if ((c == '\n' || c == '\r') && !half) {
        ++at_.line;
        at_.column = 1;
      }
    }
  }

  // The first fault counts.
  bool fail(std::string message, std::string help = {}) {
    Position end = at_;
    if (!at_end()) {
      do {
        ++end.offset;
      } while (end.offset < text_.size() && continues_character(text_[end.offset]));
      const char c = peek();
      if (c == '\n' || c == '\r') {
        end = at_;
      } else {
        ++end.column;
      }
    }
    return fail_at({at_, end}, std::move(message), std::move(help));
  }
  bool fail_at(Span span, std::string message, std::string help = {}) {
    if (fault_.message.empty()) fault_ = {span, std::move(message), std::move(help)};
    return false;
  }

  bool ends() {
    skip_blanks();
    return at_end() || fail("the file goes on after its end", "a JSON file is one value");
  }

  bool read_value(Node& node, std::size_t depth) {
    skip_blanks();
    if (++values_ > most_json_values) return fail("the file has more than 1,000,000 values");
    if (depth > deepest_json) return fail("the nesting is deeper than 100 levels");
    node.span.begin = at_;
    bool read = false;
    switch (peek()) {
      case '{':
        read = read_object(node, depth);
        break;
      case '[':
        read = read_list(node, depth);
        break;
      case '"':
        read = read_text(node.text, &node.text_offset);
        break;
      default:
        read = read_word(node) || read_number(node);
        if (!read && at_end()) fail("the file ends where a value was expected");
        if (!read) fail("a value was expected here");
    }
    node.span.end = at_;
    return read;
  }

  bool read_word(Node& node) {
    for (const std::string_view word : {"true", "false", "null"}) {
      if (!text_.substr(at_.offset).starts_with(word)) continue;
      node.text = word;
      node.plain = true;
      step(word.size());
      return true;
    }
    return false;
  }

  bool skip_digits() {
    const std::size_t begin = at_.offset;
    while (is_digit(peek())) step();
    return at_.offset != begin;
  }

  bool read_number(Node& node) {
    const std::size_t begin = at_.offset;
    if (peek() == '-') step();
    const bool zero = peek() == '0';
    if (zero) step();
    if (!zero && !skip_digits()) return false;
    if (zero && is_digit(peek())) return fail("a number has no leading zero");
    if (peek() == '.') {
      step();
      if (!skip_digits()) return fail("a digit was expected behind the point");
    }
    if (peek() == 'e' || peek() == 'E') {
      step();
      if (peek() == '+' || peek() == '-') step();
      if (!skip_digits()) return fail("a digit was expected in the exponent");
    }
    node.text = text_.substr(begin, at_.offset - begin);
    node.plain = true;
    return true;
  }

  bool read_text(std::string& out, std::optional<std::size_t>* offset) {
    const Position quote = at_;
    step();
    const std::size_t begin = at_.offset;
    bool escaped = false;
    while (true) {
      const std::size_t run = at_.offset;
      std::size_t end = run;
      while (end < text_.size() && text_[end] != '"' && text_[end] != '\\' &&
             static_cast<unsigned char>(text_[end]) >= 0x20) {
        ++end;
      }
      out.append(text_.substr(run, end - run));
      step(end - run);
      if (at_end()) return fail_at({quote, at_}, "these quotes are not closed");
      if (peek() == '"') break;
      if (peek() != '\\') {
        return fail_at({quote, at_}, "a control character stands within quotes",
                       "write \\n for a line break");
      }
      escaped = true;
      if (!read_escape(out)) return false;
    }
    if (offset != nullptr && !escaped) *offset = begin;
    step();
    return true;
  }

  bool read_escape(std::string& out) {
    constexpr std::string_view letters = "\"\\/bfnrt";
    constexpr std::string_view meanings = "\"\\/\b\f\n\r\t";
    step();
    const std::size_t which = at_end() ? std::string_view::npos : letters.find(peek());
    if (which != std::string_view::npos) {
      out.push_back(meanings[which]);
      step();
      return true;
    }
    char32_t character = 0;
    if (!read_hex(character)) return false;
    if (character >= 0xD800 && character < 0xDC00) {
      char32_t low = 0;
      if (peek() != '\\') return fail("half a character: its second escape is missing");
      step();
      if (!read_hex(low)) return false;
      if (low < 0xDC00 || low > 0xDFFF)
        return fail("half a character: the escapes do not belong together");
      character = 0x10000 + ((character - 0xD800) << 10U) + (low - 0xDC00);
    } else if (character >= 0xDC00 && character < 0xE000) {
      return fail("half a character: its first escape is missing");
    }
    append_utf8(out, character);
    return true;
  }

  bool read_hex(char32_t& character) {
    if (peek() != 'u') return fail("this escape is unknown");
    step();
    for (int i = 0; i < 4; ++i) {
      const int digit = hex_digit(peek());
      if (digit < 0) return fail("four hexadecimal digits were expected");
      character = character * 16 + static_cast<char32_t>(digit);
      step();
    }
    return true;
  }

  bool read_list(Node& node, std::size_t depth) {
    node.kind = NodeKind::list;
    step();
    skip_blanks();
    if (peek() == ']') {
      step();
      return true;
    }
    while (true) {
      if (!read_value(node.items.emplace_back(), depth + 1)) return false;
      skip_blanks();
      if (peek() == ']') break;
      if (peek() != ',') return fail("a `,` or `]` was expected here");
      step();
    }
    step();
    return true;
  }

  bool read_object(Node& node, std::size_t depth) {
    node.kind = NodeKind::map;
    step();
    skip_blanks();
    if (peek() == '}') {
      step();
      return true;
    }
    while (true) {
      if (!read_member(node.entries.emplace_back(), depth)) return false;
      skip_blanks();
      if (peek() == '}') break;
      if (peek() != ',') return fail("a `,` or `}` was expected here");
      step();
    }
    step();
    return check_names(node);
  }

  bool read_member(Entry& entry, std::size_t depth) {
    skip_blanks();
    if (peek() != '"') return fail("a name in quotes was expected here");
    entry.key_span.begin = at_;
    if (!read_text(entry.key, nullptr)) return false;
    entry.key_span.end = at_;
    skip_blanks();
    if (peek() != ':') return fail("a `:` was expected here");
    step();
    return read_value(entry.value, depth + 1);
  }

  bool check_names(const Node& node) {
    std::vector<const Entry*> sorted;
    sorted.reserve(node.entries.size());
    for (const Entry& entry : node.entries) sorted.push_back(&entry);
    std::sort(sorted.begin(), sorted.end(), [](const Entry* a, const Entry* b) {
      return a->key != b->key ? a->key < b->key : a < b;  // equal ones in the order of the file
    });
    const auto twice =
        std::adjacent_find(sorted.begin(), sorted.end(),
                           [](const Entry* a, const Entry* b) { return a->key == b->key; });
    if (twice == sorted.end()) return true;
    return fail_at((*std::next(twice))->key_span, "this name stands twice in one object",
                   "keep one of the two");
  }

  std::string_view text_;
  Position at_;
  std::size_t values_ = 0;
  JsonFault fault_;
};

}  // namespace

JsonResult read_json(const SourceFile& source) {
  if (source.text().size() > largest_json) {
    return {std::nullopt,
            {source.span(0, 0), "the file is larger than 32 MiB", "is this the right file?"}};
  }
  if (const auto invalid = find_invalid_utf8(source.text())) {
    return {
        std::nullopt,
        {source.span(*invalid, *invalid + 1), "this byte is not UTF-8", "save the file as UTF-8"}};
  }
  return Parser(source).run();
}

}  // namespace keywright::imports
