#include "model/tree.hpp"

#include "core/utf8.hpp"

#include <algorithm>

namespace keywright::model {
namespace {

constexpr std::size_t longest_shown = 40;

}  // namespace

const Entry* Node::find(std::string_view key) const {
  const auto found = std::find_if(entries.begin(), entries.end(),
                                  [key](const Entry& entry) { return entry.key == key; });
  return found == entries.end() ? nullptr : &*found;
}

bool Node::is_null() const {
  return kind == NodeKind::scalar && plain && (text.empty() || text == "~" || text == "null");
}

Span span_within(const SourceFile& source, const Node& scalar, std::size_t begin, std::size_t end) {
  if (!scalar.text_offset) return scalar.span;
  // Counted from the scalar, which is on one line: lines may be very long.
  const Position& start = scalar.span.begin;
  const auto position = [&](std::size_t offset) {
    const std::size_t at = *scalar.text_offset + std::min(offset, scalar.text.size());
    const std::string_view before =
        std::string_view(source.text()).substr(start.offset, at - start.offset);
    const auto characters = static_cast<std::uint32_t>(count_characters(before));
    return Position{start.line, start.column + characters, at};
  };
  return {position(begin), position(end)};
}

std::string describe(const Node& node) {
  if (node.kind == NodeKind::map) return "a map";
  if (node.kind == NodeKind::list) return "a list";
  if (node.is_null()) return "nothing";
  if (!node.plain) return "quoted text";
  // A long text is cut at a blank, so never inside a character.
  std::string shown = node.text;
  if (shown.size() > longest_shown) {
    const std::size_t blank = shown.rfind(' ', longest_shown);
    if (blank == std::string::npos) return "a long text";
    shown = shown.substr(0, blank) + " ..";
  }
  return quoted(shown);
}

}  // namespace keywright::model
