#include "document/blocks.hpp"

#include <cctype>
#include <string_view>

#include <fmt/format.h>

namespace keywright::document {
namespace {

// Characters that Markdown would take for markup, outside of code.
std::string plain(const std::string& text, bool in_table) {
  constexpr std::string_view special = R"(\*_{}[]<>#|)";
  std::string result;
  const auto parts = pieces(text);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i % 2 == 1) {
      // A bar ends a cell even within code.
      std::string inner;
      for (const char c : parts[i])
        inner += c == '|' && in_table ? std::string("\\|") : std::string(1, c);
      result += "`" + inner + "`";
      continue;
    }
    for (const char c : parts[i]) {
      if (special.find(c) != std::string_view::npos) result += '\\';
      result += c == '\n' ? ' ' : c;
    }
  }
  return result;
}

struct Writer {
  std::string text;

  void operator()(const Heading& heading) {
    text += std::string(static_cast<std::size_t>(heading.level), '#') + " " +
            plain(heading.text, false) + "\n\n";
  }
  void operator()(const Paragraph& paragraph) { text += plain(paragraph.text, false) + "\n\n"; }
  void operator()(const ListOfItems& list) {
    for (const auto& item : list.items) text += "- " + plain(item, false) + "\n";
    text += "\n";
  }
  void operator()(const Table& table) {
    text += row(table.heads);
    text += "|";
    for (std::size_t i = 0; i < table.heads.size(); ++i) {
      text += i < table.right.size() && table.right[i] ? "--:|" : "---|";
    }
    text += "\n";
    for (const auto& cells : table.rows) text += row(cells);
    text += "\n";
  }
  void operator()(const StateDiagram& diagram) {
    text += "```mermaid\n" + to_mermaid(diagram) + "```\n\n";
  }

  static std::string row(const std::vector<std::string>& cells) {
    std::string line = "|";
    for (const auto& cell : cells) line += " " + plain(cell, true) + " |";
    return line + "\n";
  }
};

}  // namespace

std::string to_mermaid(const StateDiagram& diagram) {
  std::string text = "stateDiagram-v2\n";
  const auto& states = diagram.states;
  // Names of states are identifiers; as words of Mermaid they would be misunderstood.
  const auto id = [](std::size_t state) { return fmt::format("s{}", state); };
  for (std::size_t i = 0; i < states.size(); ++i) {
    text += fmt::format("  state \"{}\" as {}\n", states[i], id(i));
  }
  if (diagram.initial < states.size()) text += fmt::format("  [*] --> {}\n", id(diagram.initial));
  for (const auto& edge : diagram.edges) {
    text += fmt::format("  {} --> {}: {}\n", id(edge.from), id(edge.to), edge.label);
  }
  for (const auto state : diagram.final_states) text += fmt::format("  {} --> [*]\n", id(state));
  return text;
}

std::string to_markdown(const Page& page) {
  Writer writer;
  writer(Heading{1, page.title});
  for (const auto& block : page.blocks) std::visit(writer, block);
  while (writer.text.ends_with("\n\n")) writer.text.pop_back();
  return writer.text;
}

}  // namespace keywright::document
