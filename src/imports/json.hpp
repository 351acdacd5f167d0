#pragma once

// JSON as a tree with positions: the same tree as of a model file, so that findings about either
// look alike. Strict (RFC 8259), and bounded: no file makes it slow, deep or large.

#include "model/source.hpp"
#include "model/tree.hpp"

#include <cstddef>
#include <optional>
#include <string>

namespace keywright::imports {

inline constexpr std::size_t largest_json = std::size_t{32} << 20U;
inline constexpr std::size_t most_json_values = 1'000'000;
inline constexpr std::size_t deepest_json = 100;

struct JsonFault {
  model::Span span;
  std::string message;
  std::string help;
};

struct JsonResult {
  // Text and names unescaped; a number, true, false and null as `plain` scalars in their own words.
  std::optional<model::Node> tree;
  JsonFault fault;  // if there is no tree
};

// A name that stands twice in one object is a fault: one of the two would be lost.
[[nodiscard]] JsonResult read_json(const model::SourceFile& source);

}  // namespace keywright::imports
