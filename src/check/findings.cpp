#include "check/findings.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

namespace keywright::check {

void Findings::report(Finding finding) {
  const auto* rule = find_rule(finding.rule);
  assert(rule != nullptr);
  model::Diagnostic diagnostic;
  diagnostic.rule = finding.rule;
  diagnostic.severity = finding.severity ? *finding.severity : severity_of(*rule, profile_);
  diagnostic.span = finding.span;
  diagnostic.subject = std::move(finding.subject);
  diagnostic.message = std::move(finding.message);
  diagnostic.help = std::move(finding.help);
  diagnostic.notes = std::move(finding.notes);
  // One defect that is met on several ways (by each move of a transition, say) is one finding.
  const auto is_same = [&](const model::Diagnostic& other) {
    return other.rule == diagnostic.rule && other.span == diagnostic.span &&
           other.message == diagnostic.message;
  };
  if (std::any_of(diagnostics_.begin(), diagnostics_.end(), is_same)) return;
  diagnostics_.push_back(std::move(diagnostic));
}

}  // namespace keywright::check
