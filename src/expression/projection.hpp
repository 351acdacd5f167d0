#pragma once
// Projection expressions: which parts of an item to keep.
//
// Borrows text and names of the request; immutable. Fails with DynamoDB's ValidationException.

#include "expression/ast.hpp"
#include "expression/findings.hpp"
#include "expression/parameters.hpp"
#include <keywright/item.hpp>
#include <keywright/result.hpp>

#include <span>
#include <string>
#include <string_view>

namespace keywright::expression {

class Projection {
 public:
  /// The parts of `item` that the paths name: common prefixes merged, list elements compacted in
  /// the order of their indexes. Keys are not added. Of a flat projection: what each path names,
  /// under the name that it was given.
  [[nodiscard]] Item apply(const Item& item) const;

  /// The attributes the paths begin with, each once, sorted.
  [[nodiscard]] std::span<const std::string_view> attributes() const { return attributes_; }

  /// How many paths there are, and each in the order of the text.
  [[nodiscard]] std::size_t path_count() const { return paths_.size(); }
  [[nodiscard]] Path path(std::size_t i) const { return paths_[i].in(steps_); }

 private:
  friend class ProjectionParser;
  friend class ProjectionBuilder;
  Projection() = default;

  /// Once all paths are there: sorts them, and reports those that meet.
  void order(Findings& findings);

  Steps steps_;
  SmallVector<PathRef, 4> paths_;   // in the order of the text
  SmallVector<PathRef, 4> sorted_;  // by step
  SmallVector<std::string_view, 4> attributes_;
  std::vector<std::string> flat_names_;  // of a flat projection: by path
};

[[nodiscard]] Result<Projection> parse_projection(std::string_view text, Parameters& parameters);

/// The projection as text.
[[nodiscard]] std::string to_text(const Projection& projection);

}  // namespace keywright::expression
