#include "expression/update.hpp"

#include "expression/document_path.hpp"

#include <algorithm>
#include <vector>

namespace keywright::expression {

bool Update::creates_item() const {
  return actions_.empty() || writing_actions_ > 0;
}

bool Update::writes(std::string_view attribute) const {
  return std::binary_search(attributes_.begin(), attributes_.end(), attribute);
}

void Update::add(const UpdateAction& action) {
  if (action.section == UpdateSection::set || action.section == UpdateSection::add) {
    ++writing_actions_;
  }
  actions_.push_back(action);
}

void Update::order(Findings& findings) {
  const auto is_no_path = [](const UpdateAction& action) { return action.target.count == 0; };
  if (std::any_of(actions_.begin(), actions_.end(), is_no_path)) return;  // reported
  for (std::uint32_t i = 0; i < actions_.size(); ++i) sorted_.push_back(i);
  std::sort(sorted_.begin(), sorted_.end(), [&](std::uint32_t a, std::uint32_t b) {
    return compare(actions_[a].target.in(steps_), actions_[b].target.in(steps_)) < 0;
  });
  for (const std::uint32_t i : sorted_) {
    targets_.push_back(actions_[i].target);
    const std::string_view name = steps_[targets_.back().first].name;
    if (attributes_.empty() || attributes_.back() != name) attributes_.push_back(name);
  }
  if (!any_meet(steps_, targets_)) return;
  std::vector<PathRef> as_written;
  for (const UpdateAction& action : actions_) as_written.push_back(action.target);
  report_meeting(steps_, as_written, findings);
}

}  // namespace keywright::expression
