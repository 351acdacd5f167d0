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
    projection.paths_.reserve(4);
    do {
      projection.paths_.push_back(parse_path());
    } while (take_if(TokenKind::comma));
    if (at(TokenKind::end)) order(projection);
    if (auto error = finish()) return std::move(*error);
    projection.steps_ = std::move(steps_);
    return projection;
  }

 private:
  void order(Projection& projection) {
    auto& sorted = projection.sorted_;
    sorted = projection.paths_;
    std::sort(sorted.begin(), sorted.end(), [&](const PathRef& a, const PathRef& b) {
      return compare(a.in(steps_), b.in(steps_)) < 0;
    });
    if (any_meet(steps_, sorted)) report_meeting(steps_, projection.paths_, findings_);
    projection.attributes_.reserve(sorted.size());
    for (const PathRef& path : sorted) {
      if (path.count == 0) continue;  // not a path: reported
      const std::string_view name = steps_[path.first].name;
      auto& attributes = projection.attributes_;
      if (attributes.empty() || attributes.back() != name) attributes.push_back(name);
    }
  }
};

Item Projection::apply(const Item& item) const {
  return project(item, steps_, sorted_);
}

Result<Projection> parse_projection(std::string_view text, Parameters& parameters) {
  return ProjectionParser(text, parameters).parse();
}

}  // namespace keywright::expression
