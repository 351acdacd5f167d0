#pragma once

// The file as a tree: maps, lists and scalars with their places, before any of it means something.
// The YAML library stays behind parse_tree().

#include "model/findings.hpp"
#include "model/source.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace keywright::model {

enum class NodeKind { scalar, list, map };

struct Entry;

struct Node {
  NodeKind kind = NodeKind::scalar;
  Span span;  // with the quotes or brackets

  std::string text;    // of a scalar, unquoted
  bool plain = false;  // a scalar without quotes, so perhaps a number, true/false or null
  // Where the text stands byte for byte in the file; absent if escapes or line folding changed it.
  std::optional<std::size_t> text_offset;

  std::vector<Node> items;     // of a list
  std::vector<Entry> entries;  // of a map, in file order, no key twice

  [[nodiscard]] const Entry* find(std::string_view key) const;
  [[nodiscard]] bool is_null() const;  // nothing, `~` or `null`, unquoted
};

struct Entry {
  std::string key;
  Span key_span;
  Node value;
};

inline constexpr std::size_t largest_file = std::size_t{1} << 20U;
inline constexpr std::size_t deepest_nesting = 32;
inline constexpr std::size_t longest_scalar = std::size_t{8} << 10U;

// What a file is held to.
struct TreeForm {
  std::string_view what = "a model";
  std::size_t deepest = deepest_nesting;
  std::size_t longest = longest_scalar;
  // Tags are CloudFormation's short forms: `!Ref X` is {Ref: X}, `!Sub X` is {Fn::Sub: X}.
  bool short_forms = false;
};

// Absent after any finding that leaves the tree incomplete.
[[nodiscard]] std::optional<Node> parse_tree(const SourceFile& source, Findings& findings,
                                             const TreeForm& form = {});

// The place of bytes [begin, end) of a scalar's text; the whole scalar where that cannot be told.
[[nodiscard]] Span span_within(const SourceFile& source, const Node& scalar, std::size_t begin,
                               std::size_t end);

// "a map", "a list", "text `abc`", "nothing": what a message says it found.
[[nodiscard]] std::string describe(const Node& node);

}  // namespace keywright::model
