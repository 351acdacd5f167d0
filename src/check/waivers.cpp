#include "check/waivers.hpp"

#include "check/rule.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include <fmt/format.h>

namespace keywright::check {
namespace {

bool answers(const model::Waiver& waiver, const model::Diagnostic& finding) {
  return *waiver.rule == finding.rule && (!waiver.on || **waiver.on == finding.subject);
}

// Where the waived rule does report something, so that a misspelt `on` is seen at once.
std::string subjects_of(const std::string& rule, const std::vector<model::Diagnostic>& findings) {
  std::string subjects;
  for (const auto& finding : findings) {
    if (finding.rule != rule || finding.subject.empty()) continue;
    if (!subjects.empty()) subjects += ", ";
    subjects += finding.subject;
  }
  return subjects;
}

bool is_of_evolution(const std::string& rule) {
  return rule.starts_with("EVO") && find_rule(rule) != nullptr;
}

model::Diagnostic unused(const model::Waiver& waiver,
                         const std::vector<model::Diagnostic>& findings) {
  constexpr std::string_view id = "WVR001";
  model::Diagnostic diagnostic;
  diagnostic.rule = id;
  diagnostic.severity = model::Severity::warning;
  diagnostic.span = waiver.rule.span;
  diagnostic.subject = *waiver.rule;
  diagnostic.message =
      waiver.on ? fmt::format("nothing to waive: {} finds nothing on {}", *waiver.rule, **waiver.on)
                : fmt::format("nothing to waive: {} finds nothing", *waiver.rule);
  if (find_rule(*waiver.rule) == nullptr) {
    diagnostic.message = fmt::format("nothing to waive: there is no rule {}", *waiver.rule);
  }
  diagnostic.help = "remove the waiver";
  const auto subjects = subjects_of(*waiver.rule, findings);
  if (!subjects.empty()) {
    diagnostic.span = waiver.on->span;
    diagnostic.help = fmt::format("{} reports: {}", *waiver.rule, subjects);
  }
  return diagnostic;
}

}  // namespace

std::vector<model::Diagnostic> apply_waivers(const model::Model& model,
                                             std::vector<model::Diagnostic> diagnostics,
                                             WaiverOf rules) {
  std::vector<model::Diagnostic> unused_waivers;
  std::vector<bool> waived(diagnostics.size(), false);
  for (const auto& waiver : model.waivers) {
    if (is_of_evolution(*waiver.rule) != (rules == WaiverOf::evolution)) continue;
    bool matched = false;
    for (std::size_t i = 0; i < diagnostics.size(); ++i) {
      if (!answers(waiver, diagnostics[i])) continue;
      matched = true;
      waived[i] = true;
    }
    if (!matched) unused_waivers.push_back(unused(waiver, diagnostics));
  }
  std::vector<model::Diagnostic> left;
  for (std::size_t i = 0; i < diagnostics.size(); ++i) {
    if (!waived[i]) left.push_back(std::move(diagnostics[i]));
  }
  std::move(unused_waivers.begin(), unused_waivers.end(), std::back_inserter(left));
  return left;
}

}  // namespace keywright::check
