#include "proven_model.hpp"

#include "check/check.hpp"
#include "random_model.hpp"

#include <set>

namespace keywright::random_proof {

std::optional<ProvenModel> ProvenModel::make(std::uint64_t seed, Totals& totals) {
  ProvenModel made;
  made.text_ = random_model(seed);
  made.read_ = model::read_model(made.text_, "chance.model.yaml");
  auto findings = made.read_.diagnostics;
  if (made.read_.model) {
    made.plan_ = plan::make_plan(*made.read_.model);
    const auto more = check::check(*made.read_.model, made.plan_);
    findings.insert(findings.end(), more.begin(), more.end());
  }
  std::set<std::string> rules;
  for (const auto& finding : findings) {
    if (finding.severity == model::Severity::error) rules.insert(std::string(finding.rule));
  }
  for (const auto& rule : rules) ++totals.refused[rule];
  if (!rules.empty() || !made.read_.model) return std::nullopt;
  ++totals.models;
  return made;
}

}  // namespace keywright::random_proof
