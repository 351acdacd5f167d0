#include "document/blocks.hpp"

#include <cctype>

#include <fmt/format.h>

namespace keywright::document {
namespace {

constexpr std::string_view style = R"(
:root { color-scheme: light dark; --ink: #1d2733; --faint: #5b6875; --paper: #ffffff; --line: #d5dce3; --soft: #f3f6f8; --mark: #0b6e99; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #dfe6ec; --faint: #97a4b0; --paper: #14191e; --line: #333d47; --soft: #1d242b; --mark: #5cc0ea; }
}
body { font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); max-width: 76rem; margin: 0 auto; padding: 2rem 1.5rem 4rem; }
h1, h2, h3 { line-height: 1.2; margin: 2.2rem 0 .8rem; }
h1 { margin-top: 0; }
h2 { border-bottom: 1px solid var(--line); padding-bottom: .3rem; }
nav a { margin-right: 1rem; color: var(--mark); }
code { font: .88em ui-monospace, monospace; background: var(--soft); padding: .08em .3em; border-radius: 3px; white-space: nowrap; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-size: .92em; }
th, td { text-align: left; vertical-align: top; padding: .35rem .7rem; border-bottom: 1px solid var(--line); }
th { color: var(--faint); font-weight: 600; white-space: nowrap; }
tr:hover td { background: var(--soft); }
.right { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
svg { max-width: 100%; height: auto; }
svg rect { fill: var(--soft); stroke: var(--faint); }
svg .final { stroke-width: 2.5; }
svg path { fill: none; stroke: var(--faint); }
svg marker path, svg .start { fill: var(--faint); stroke: none; }
svg text { fill: var(--ink); font: 13px system-ui, sans-serif; text-anchor: middle; }
svg .move { fill: var(--mark); font-size: 12px; paint-order: stroke; stroke: var(--paper); stroke-width: 4px; }
)";

std::string marked_up(const std::string& text) {
  std::string result;
  const auto parts = pieces(text);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const auto inner = html_text(parts[i]);
    result += i % 2 == 1 ? "<code>" + inner + "</code>" : inner;
  }
  return result;
}

// "Access patterns" -> "access-patterns"
std::string anchor(const std::string& text) {
  std::string id;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (std::isalnum(byte) != 0) {
      id += static_cast<char>(std::tolower(byte));
    } else if (!id.empty() && id.back() != '-') {
      id += '-';
    }
  }
  return id;
}

struct Writer {
  std::string text;

  void operator()(const Heading& heading) {
    text += fmt::format("<h{0} id=\"{1}\">{2}</h{0}>\n", heading.level, anchor(heading.text),
                        marked_up(heading.text));
  }
  void operator()(const Paragraph& paragraph) {
    text += "<p>" + marked_up(paragraph.text) + "</p>\n";
  }
  void operator()(const ListOfItems& list) {
    text += "<ul>\n";
    for (const auto& item : list.items) text += "<li>" + marked_up(item) + "</li>\n";
    text += "</ul>\n";
  }
  void operator()(const Table& table) {
    text += "<div class=\"scroll\"><table>\n";
    row(table, table.heads, "th");
    for (const auto& cells : table.rows) row(table, cells, "td");
    text += "</table></div>\n";
  }
  void operator()(const StateDiagram& diagram) { text += to_svg(diagram); }

  void row(const Table& table, const std::vector<std::string>& cells, const char* tag) {
    text += "<tr>";
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const bool is_right = i < table.right.size() && table.right[i];
      text += fmt::format("<{0}{1}>{2}</{0}>", tag, is_right ? " class=\"right\"" : "",
                          marked_up(cells[i]));
    }
    text += "</tr>\n";
  }
};

}  // namespace

std::string html_text(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (c == '<') {
      result += "&lt;";
    } else if (c == '>') {
      result += "&gt;";
    } else if (c == '&') {
      result += "&amp;";
    } else if (c == '"') {
      result += "&quot;";
    } else {
      result += c;
    }
  }
  return result;
}

std::string to_html(const Page& page) {
  Writer writer;
  std::string links;
  for (const auto& block : page.blocks) {
    std::visit(writer, block);
    const auto* heading = std::get_if<Heading>(&block);
    if (heading == nullptr || heading->level != 2) continue;
    links +=
        fmt::format("<a href=\"#{}\">{}</a>\n", anchor(heading->text), html_text(heading->text));
  }
  const auto title = html_text(page.title);
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<title>{0}</title>\n<style>{1}</style>\n</head>\n<body>\n<h1>{0}</h1>\n<nav>\n{2}</nav>\n{3}"
      "</body>\n</html>\n",
      title, style, links, writer.text);
}

}  // namespace keywright::document
