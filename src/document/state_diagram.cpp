#include "document/blocks.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

// States as a drawing: columns by the number of moves from the initial one, an arc per move.

namespace keywright::document {
namespace {

constexpr double box_width = 120;
constexpr double box_height = 36;
constexpr double column_gap = 110;
constexpr double row_gap = 60;
constexpr double margin = 40;

struct Point {
  double x = 0;
  double y = 0;
};

// The column of each state; what no move reaches stands in the last.
std::vector<std::size_t> columns_of(const StateDiagram& diagram) {
  constexpr auto unknown = std::numeric_limits<std::size_t>::max();
  std::vector<std::size_t> columns(diagram.states.size(), unknown);
  std::vector<std::size_t> queue;
  if (diagram.initial < columns.size()) {
    columns[diagram.initial] = 0;
    queue.push_back(diagram.initial);
  }
  for (std::size_t i = 0; i < queue.size(); ++i) {
    for (const auto& edge : diagram.edges) {
      if (edge.from != queue[i] || columns[edge.to] != unknown) continue;
      columns[edge.to] = columns[edge.from] + 1;
      queue.push_back(edge.to);
    }
  }
  std::size_t last = 0;
  for (const auto column : columns) {
    if (column != unknown) last = std::max(last, column);
  }
  for (auto& column : columns) column = column == unknown ? last + 1 : column;
  return columns;
}

class Drawing {
 public:
  explicit Drawing(const StateDiagram& diagram) : diagram_(diagram) {
    const auto columns = columns_of(diagram);
    std::vector<std::size_t> used;
    for (std::size_t i = 0; i < columns.size(); ++i) {
      if (used.size() <= columns[i]) used.resize(columns[i] + 1);
      const auto row = used[columns[i]]++;
      const Point at{margin + static_cast<double>(columns[i]) * (box_width + column_gap),
                     margin + static_cast<double>(row) * (box_height + row_gap)};
      places_.push_back(at);
      width_ = std::max(width_, at.x + box_width + margin);
      height_ = std::max(height_, at.y + box_height + margin);
    }
  }

  std::string text() {
    std::string inner;
    for (const auto& edge : diagram_.edges) inner += arc(edge);
    if (diagram_.initial < places_.size()) {
      const auto at = places_[diagram_.initial];
      const auto y = at.y + box_height / 2;
      inner += fmt::format("<circle class=\"start\" cx=\"{:.0f}\" cy=\"{:.0f}\" r=\"5\"/>\n",
                           at.x - 26, y);
      inner += path(fmt::format("M{:.0f} {:.0f} L{:.0f} {:.0f}", at.x - 21, y, at.x - 2, y));
    }
    for (std::size_t i = 0; i < places_.size(); ++i) inner += box(i);
    return fmt::format(
        "<svg viewBox=\"0 0 {0:.0f} {1:.0f}\" width=\"{0:.0f}\" role=\"img\" aria-label=\"{2}\">\n"
        "<defs><marker id=\"arrow\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" markerWidth=\"8\" "
        "markerHeight=\"8\" orient=\"auto\"><path d=\"M0 0L8 4L0 8z\"/></marker></defs>\n{3}{4}"
        "</svg>\n",
        width_, height_, html_text(diagram_.title), inner, labels_);
  }

 private:
  static std::string path(const std::string& d) {
    return fmt::format("<path d=\"{}\" marker-end=\"url(#arrow)\"/>\n", d);
  }

  std::string box(std::size_t state) const {
    const auto at = places_[state];
    const auto& finals = diagram_.final_states;
    const bool is_final = std::find(finals.begin(), finals.end(), state) != finals.end();
    return fmt::format(
        "<rect{} x=\"{:.0f}\" y=\"{:.0f}\" width=\"{:.0f}\" height=\"{:.0f}\" rx=\"8\"/>\n"
        "<text x=\"{:.0f}\" y=\"{:.0f}\">{}</text>\n",
        is_final ? " class=\"final\"" : "", at.x, at.y, box_width, box_height, at.x + box_width / 2,
        at.y + box_height / 2 + 4, html_text(diagram_.states[state]));
  }

  void label(const StateEdge& edge, double x, double y) {
    labels_ += fmt::format("<text class=\"move\" x=\"{:.0f}\" y=\"{:.0f}\">{}</text>\n", x, y,
                           html_text(edge.label));
  }

  // To the right from side to side, within a column straight up or down, back below the boxes.
  std::string arc(const StateEdge& edge) {
    const auto from = places_[edge.from];
    const auto to = places_[edge.to];
    if (to.x > from.x) {
      const auto x1 = from.x + box_width;
      const auto y1 = from.y + box_height / 2;
      const auto y2 = to.y + box_height / 2;
      const auto bend = (to.x - x1) / 2;
      label(edge, (x1 + to.x) / 2, (y1 + y2) / 2 - 5);
      return path(fmt::format("M{:.0f} {:.0f} C{:.0f} {:.0f} {:.0f} {:.0f} {:.0f} {:.0f}", x1, y1,
                              x1 + bend, y1, to.x - bend, y2, to.x - 2, y2));
    }
    if (to.x == from.x && edge.from != edge.to) {
      const bool is_down = to.y > from.y;
      const auto x = from.x + box_width * (is_down ? 0.2 : 0.8);
      const auto y1 = is_down ? from.y + box_height : from.y;
      const auto y2 = is_down ? to.y - 2 : to.y + box_height + 2;
      label(edge, x, (y1 + y2) / 2 + 4);
      return path(fmt::format("M{:.0f} {:.0f} L{:.0f} {:.0f}", x, y1, x, y2));
    }
    const auto x1 = from.x + box_width * (edge.from == edge.to ? 0.7 : 0.4);
    const auto x2 = to.x + box_width * (edge.from == edge.to ? 0.3 : 0.6);
    const auto y1 = from.y + box_height;
    const auto y2 = to.y + box_height;
    const auto low = std::max(y1, y2) + 36;
    label(edge, (x1 + x2) / 2, low - 4);
    return path(fmt::format("M{:.0f} {:.0f} C{:.0f} {:.0f} {:.0f} {:.0f} {:.0f} {:.0f}", x1, y1, x1,
                            low, x2, low, x2, y2 + 2));
  }

  const StateDiagram& diagram_;
  std::vector<Point> places_;
  std::string labels_;
  double width_ = 2 * margin;
  double height_ = 2 * margin;
};

}  // namespace

std::string to_svg(const StateDiagram& diagram) {
  return Drawing(diagram).text();
}

}  // namespace keywright::document
