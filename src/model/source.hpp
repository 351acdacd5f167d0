#pragma once

// Where something stands in a model file. Every node of the IR and every finding carries a Span, so
// that a message can show the line and point at the very characters it speaks of.
//
// Plain values, freely copied. A SourceFile owns its text; nothing here fails.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace keywright::model {

// Line and column count from 1; a column is one character (Unicode code point), as editors count.
// The offset counts bytes from 0. Line 0 means "nowhere": the thing is not written in the file.
struct Position {
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  std::size_t offset = 0;

  friend bool operator==(const Position&, const Position&) = default;
  friend bool operator<(const Position& a, const Position& b) { return a.offset < b.offset; }
};

// Half open: `end` is just behind the last character.
struct Span {
  Position begin;
  Position end;

  // False for what the file does not say, such as the default of an option that was left out.
  [[nodiscard]] bool written() const { return begin.line != 0; }

  friend bool operator==(const Span&, const Span&) = default;
};

// The text of a file with a table of its lines. Lines end at LF, CRLF or CR; a byte order mark is
// no character.
class SourceFile {
 public:
  SourceFile() = default;
  SourceFile(std::string name, std::string text);

  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] const std::string& text() const { return text_; }

  // The position of a byte. An offset behind the end means the end.
  [[nodiscard]] Position position(std::size_t offset) const;
  [[nodiscard]] Span span(std::size_t begin, std::size_t end) const;

  [[nodiscard]] std::size_t line_count() const { return line_starts_.size(); }
  // The text of a line (from 1) without its line break; empty if there is no such line.
  [[nodiscard]] std::string_view line(std::uint32_t number) const;

 private:
  std::string name_;
  std::string text_;
  std::vector<std::size_t> line_starts_{0};
};

// A value with its places: `span` is the value, `key` the mapping key it stands under (not written
// for an element of a list). An option that the file leaves out has its default and an unwritten
// span.
template <typename T>
struct Located {
  T value{};
  Span span;
  Span key;

  [[nodiscard]] bool written() const { return span.written(); }
  const T& operator*() const { return value; }
  const T* operator->() const { return &value; }
};

}  // namespace keywright::model
