// Whatever is taken out of a model: what is left is compared, and nothing goes unnoticed.

#include "diff/render.hpp"
#include "differing.hpp"
#include "mutants.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include <gmock/gmock.h>

namespace keywright::diff::testing {
namespace {

using check::testing::model_text;

struct Cut {
  std::string text;
  std::string gone;
};

// The model without one of its lines, for each of them.
std::vector<Cut> without_lines(const std::string& text) {
  std::vector<Cut> cuts;
  for (std::size_t at = 0; at < text.size();) {
    const auto end = std::min(text.find('\n', at), text.size() - 1) + 1;
    cuts.push_back({text.substr(0, at) + text.substr(end), text.substr(at, end - at)});
    at = end;
  }
  return cuts;
}

// Each option of a map in braces on its own: ", optional: true" and the like.
std::vector<Cut> without_options(const std::string& text) {
  std::vector<Cut> cuts;
  for (auto at = text.find(", "); at != std::string::npos; at = text.find(", ", at + 1)) {
    const auto end = text.find_first_of(",}", at + 1);
    if (end == std::string::npos) break;
    const auto line = text.rfind('\n', at) + 1;
    if (text[line] == '#') continue;
    cuts.push_back({text.substr(0, at) + text.substr(end), text.substr(at, end - at)});
  }
  return cuts;
}

// What a design may lack without being another one: comments, waivers, hints for the checker, and
// what is so by default.
bool says_nothing(std::string gone) {
  static const std::vector<std::string> kSilent{
      "reason:", "#", "waive:", "- {rule:", "rule:", "on: "};
  static const std::set<std::string> kDefaults{"projection: all",
                                               "targets: [aws, embedded]",
                                               "removal: retain",
                                               "type: N",
                                               "billing: on_demand",
                                               "profile: production",
                                               "name: readings",
                                               "name: chat",
                                               "cdk: {construct: TableV2, removal: retain}"};
  gone.erase(0, gone.find_first_not_of(", \n"));
  gone.erase(gone.find_last_not_of(" \n") + 1);
  return gone.empty() || kDefaults.count(gone) > 0 ||
         std::any_of(kSilent.begin(), kSilent.end(),
                     [&](const auto& word) { return gone.starts_with(word); });
}

void expect_noticed(const std::string& before, const Cut& cut) {
  const auto read = model::read_model(cut.text, "test.model.yaml");
  if (!read.model) return;
  const Differing there(before, cut.text);
  const Differing back(cut.text, before);
  EXPECT_EQ(there.report.changes.empty(), back.report.changes.empty()) << cut.gone;
  EXPECT_TRUE(!there.report.changes.empty() || says_nothing(cut.gone)) << cut.gone;
  for (const auto* report : {&there.report, &back.report}) {
    EXPECT_FALSE(render_text(*report, {"old", "new"}, read.source, true).empty());
    EXPECT_FALSE(render_json(*report, {"old", "new"}).empty());
  }
}

TEST(AnyEdit, OfALineIsNoticed) {
  // Together they have nearly all that a model may say.
  for (const auto* name : {"bank", "orders", "shop", "tasks", "telemetry"}) {
    const auto text = model_text(name);
    for (const auto& cut : without_lines(text)) expect_noticed(text, cut);
  }
}

TEST(AnyEdit, OfAnOptionIsNoticed) {
  for (const auto* name : {"shop", "telemetry"}) {
    const auto text = model_text(name);
    for (const auto& cut : without_options(text)) expect_noticed(text, cut);
  }
}

}  // namespace
}  // namespace keywright::diff::testing
