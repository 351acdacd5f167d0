#pragma once

// A page as a list of blocks, which Markdown and HTML show in their own way.

#include <cstddef>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace keywright::document {

struct Heading {
  int level = 2;  // 1: the page's
  std::string text;
};

// Text in which `code` stands between backticks, and nothing else is marked up.
struct Paragraph {
  std::string text;
};

// Cells are as paragraphs.
struct Table {
  std::vector<std::string> heads;
  std::vector<std::vector<std::string>> rows;
  std::vector<bool> right;  // columns of numbers
};

struct ListOfItems {
  std::vector<std::string> items;
};

struct StateEdge {
  std::size_t from = 0;  // into StateDiagram::states
  std::size_t to = 0;
  std::string label;
};

struct StateDiagram {
  std::string title;
  std::vector<std::string> states;
  std::size_t initial = 0;
  std::vector<std::size_t> final_states;
  std::vector<StateEdge> edges;
};

using Block = std::variant<Heading, Paragraph, Table, ListOfItems, StateDiagram>;

struct Page {
  std::string title;
  std::vector<Block> blocks;
};

[[nodiscard]] std::string to_markdown(const Page& page);
// One file with all it needs, in the light or dark of the reader's system.
[[nodiscard]] std::string to_html(const Page& page);

// Text in a page of HTML: no character of it is markup.
[[nodiscard]] std::string html_text(const std::string& text);
[[nodiscard]] std::string to_svg(const StateDiagram& diagram);
[[nodiscard]] std::string to_mermaid(const StateDiagram& diagram);

// The pieces of marked-up text, code or not, in turn: the first is not.
[[nodiscard]] std::vector<std::string> pieces(const std::string& text);
// `code`, whatever it contains.
[[nodiscard]] std::string code(const std::string& text);

}  // namespace keywright::document
