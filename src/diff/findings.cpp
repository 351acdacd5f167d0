#include "diff/findings.hpp"

#include "check/rule.hpp"
#include "check/waivers.hpp"
#include "diff/words_of_cost.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include <fmt/format.h>

namespace keywright::diff {
namespace {

model::Diagnostic finding(std::string_view rule, const model::Model& after, model::Span span,
                          std::string subject, std::string message, std::string help) {
  model::Diagnostic made;
  made.rule = rule;
  made.severity = check::severity_of(*check::find_rule(rule), *after.profile);
  made.span = span;
  made.subject = std::move(subject);
  made.message = std::move(message);
  made.help = std::move(help);
  return made;
}

model::Diagnostic finding_of(const Change& change, const model::Model& after) {
  const auto& about = change.about();
  auto made =
      finding(about.rule, after, change.span, change.subject, change.what, std::string(about.mend));
  made.notes.push_back({std::string(about.why), {}});
  if (change.backfill) made.notes.push_back({cost_text(*change.backfill), {}});
  if (!change.note.empty()) made.notes.push_back({change.note, {}});
  return made;
}

// What changes of the global indexes of a table. What is created comes first, so that a query never
// lacks its index.
struct IndexDeploys {
  std::vector<const Change*> changes;
  std::vector<std::string> creations;
  std::vector<std::string> deletions;

  [[nodiscard]] std::size_t count() const { return creations.size() + deletions.size(); }
};

IndexDeploys index_deploys(const std::vector<Change>& changes, const std::string& table) {
  IndexDeploys deploys;
  for (const auto& change : changes) {
    if (change.table != table) continue;
    const auto before = deploys.count();
    if (change.kind == Kind::index_added) deploys.creations.push_back("create " + change.subject);
    if (change.kind == Kind::index_removed) deploys.deletions.push_back("delete " + change.subject);
    if (change.kind == Kind::index_changed) {
      deploys.creations.push_back("create the new " + change.subject + " under another name");
      deploys.deletions.push_back("delete the old " + change.subject);
    }
    if (deploys.count() > before) deploys.changes.push_back(&change);
  }
  return deploys;
}

// Two global indexes of a table cannot change in one deploy. Of one that is alone, what is to be
// said is said as it changes.
void find_crowded_deploys(const std::vector<Change>& changes, const model::Model& after,
                          std::vector<model::Diagnostic>& findings) {
  for (const auto& table : after.tables) {
    const auto deploys = index_deploys(changes, table.label);
    if (deploys.changes.size() < 2) continue;
    std::string order;
    for (const auto* each : {&deploys.creations, &deploys.deletions}) {
      for (const auto& deploy : *each) order += (order.empty() ? "" : "; ") + deploy;
    }
    findings.push_back(finding(
        "EVO002", after, deploys.changes[1]->span, table.name,
        fmt::format("{} indexes of {} are created or deleted at once, and DynamoDB does one "
                    "in an update",
                    deploys.count(), table.name),
        fmt::format("split it into {} deploys: {}", deploys.count(), order)));
  }
}

bool is_waived(const model::Diagnostic& each, const std::vector<model::Diagnostic>& left) {
  return std::none_of(left.begin(), left.end(), [&](const model::Diagnostic& other) {
    return other.rule == each.rule && other.subject == each.subject &&
           other.message == each.message;
  });
}

std::string reason_for(const model::Model& after, const model::Diagnostic& waived) {
  for (const auto& waiver : after.waivers) {
    const bool answers =
        *waiver.rule == waived.rule && (!waiver.on || **waiver.on == waived.subject);
    if (answers) return *waiver.reason;
  }
  return {};
}

}  // namespace

std::vector<model::Diagnostic> find_and_waive(const model::Model& after,
                                              std::vector<Change>& changes) {
  std::vector<model::Diagnostic> all;
  for (const auto& change : changes) {
    if (!change.about().rule.empty()) all.push_back(finding_of(change, after));
  }
  find_crowded_deploys(changes, after, all);
  auto left = check::apply_waivers(after, all, check::WaiverOf::evolution);
  for (auto& change : changes) {
    if (change.about().rule.empty()) continue;
    const auto found = finding_of(change, after);
    if (is_waived(found, left)) change.waived = reason_for(after, found);
  }
  model::sort_in_file_order(left);
  return left;
}

}  // namespace keywright::diff
