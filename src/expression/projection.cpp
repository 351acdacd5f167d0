#include "expression/projection.hpp"

#include "expression/document_path.hpp"
#include "expression/parser.hpp"

#include <algorithm>
#include <utility>

namespace keywright::expression {

class ProjectionParser : Parser {
 public:
  ProjectionParser(std::string_view text, Parameters& parameters)
      : Parser(text, ExpressionKind::projection, {}, parameters) {}

  Result<Projection> parse() {
    Projection projection;
    do {
      projection.paths_.push_back(parse_path());
    } while (take_if(TokenKind::comma));
    projection.steps_ = std::move(steps_);
    if (at(TokenKind::end)) projection.order(findings_);
    if (auto error = finish()) return std::move(*error);
    return projection;
  }
};

void Projection::order(Findings& findings) {
  sorted_ = paths_;
  std::sort(sorted_.begin(), sorted_.end(), [&](const PathRef& a, const PathRef& b) {
    return compare(a.in(steps_), b.in(steps_)) < 0;
  });
  if (flat_names_.empty() && any_meet(steps_, sorted_)) report_meeting(steps_, paths_, findings);
  for (const PathRef& path : sorted_) {
    if (path.count == 0) continue;  // not a path: reported
    const std::string_view name = steps_[path.first].name;
    if (attributes_.empty() || attributes_.back() != name) attributes_.push_back(name);
  }
}

Item Projection::apply(const Item& item) const {
  if (flat_names_.empty()) return project(item, steps_, sorted_);
  ItemBuilder builder;
  for (std::size_t i = 0; i < paths_.size(); ++i) {
    if (const auto value = find(item, path(i))) builder.set(flat_names_[i], *value);
  }
  return builder.build();
}

Result<Projection> parse_projection(std::string_view text, Parameters& parameters) {
  return ProjectionParser(text, parameters).parse();
}

}  // namespace keywright::expression
