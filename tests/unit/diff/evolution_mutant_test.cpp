// The rules of evolution against their mutants: changes to valid models that this rule reports and
// no other, of either command.

#include "check/rule.hpp"
#include "differing.hpp"
#include "mutants.hpp"

#include <algorithm>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include <gmock/gmock.h>

namespace keywright::diff::testing {
namespace {

using check::testing::Mutant;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::vector<Mutant> all_mutants() {
  return check::testing::read_mutants(std::string(KEYWRIGHT_MODELS) + "/evolution/rules");
}

std::vector<std::string> rules_of(const Report& report) {
  std::vector<std::string> rules;
  for (const auto& finding : report.findings) rules.push_back(finding.rule);
  return rules;
}

TEST(EvolutionMutants, AreCaughtByTheirRuleAlone) {
  for (const auto& mutant : all_mutants()) {
    SCOPED_TRACE(mutant.place + ": " + mutant.title);
    const auto text = check::testing::mutated(mutant);
    const auto checked = check::testing::check_text(text, mutant.model);
    EXPECT_THAT(checked.rules(), IsEmpty()) << checked.rendered;
    const Differing made(check::testing::model_text(mutant.model), text);
    if (mutant.rule == "none") {
      EXPECT_THAT(rules_of(made.report), IsEmpty());
      continue;
    }
    ASSERT_THAT(rules_of(made.report), ElementsAre(mutant.rule))
        << model::render_text(made.report.findings, made.after.read.source);
    const auto& finding = made.report.findings.front();
    EXPECT_EQ(model::to_text(finding.severity), mutant.severity);
    EXPECT_EQ(checked.text_at(finding.span), mutant.at);
    std::string notes;
    for (const auto& note : finding.notes) notes += note.message + "\n";
    for (const auto& part : mutant.says) EXPECT_THAT(finding.message, HasSubstr(part));
    for (const auto& part : mutant.notes) EXPECT_THAT(notes, HasSubstr(part));
    EXPECT_THAT(finding.help, HasSubstr(mutant.help));
    EXPECT_NE(finding.help, "");
    EXPECT_NE(finding.subject, "") << "every finding can be waived by its subject";
  }
}

TEST(EvolutionMutants, ThereIsOneOfEveryRule) {
  std::map<std::string, int> count;
  for (const auto& mutant : all_mutants()) ++count[mutant.rule];
  for (const auto& family : check::rule_families()) {
    for (const auto& rule : family.rules) {
      if (!rule.id.starts_with("EVO")) continue;
      EXPECT_GT(count[std::string(rule.id)], 0) << rule.id << " has no mutant";
      count.erase(std::string(rule.id));
    }
  }
  count.erase("none");
  EXPECT_THAT(count, IsEmpty()) << "mutants of rules that do not exist";
}

TEST(EvolutionMutants, AnUnchangedModelHasNoFinding) {
  for (const auto& entry : std::filesystem::directory_iterator(KEYWRIGHT_MODELS)) {
    if (entry.path().extension() != ".yaml") continue;
    const auto text = check::testing::read_file(entry.path().string());
    const Differing made(text, text);
    EXPECT_TRUE(made.report.changes.empty()) << entry.path();
    EXPECT_TRUE(made.report.findings.empty()) << entry.path();
    EXPECT_TRUE(made.report.steps.empty()) << entry.path();
  }
}

// A waiver is for the change of the day: the checker says nothing of it, and diff says when it has
// had its time.
TEST(EvolutionMutants, AreWaivedInTheNewModel) {
  const auto old_text = check::testing::model_text("research");
  const auto changed = replaced(old_text, "sk: REPORT}", "sk: REPORTS}");
  const auto waived =
      replaced(changed, "waive: []",
               "waive:\n  - {rule: EVO004, on: Report, reason: \"there is no report yet\"}\n#");
  const auto checked = check::testing::check_text(waived, "research");
  EXPECT_THAT(checked.rules(), IsEmpty()) << checked.rendered;

  const Differing made(old_text, waived);
  EXPECT_THAT(rules_of(made.report), IsEmpty());
  EXPECT_EQ(made.report.impact(), Impact::safe);
  ASSERT_NE(made.find(Kind::key_changed), nullptr);
  EXPECT_EQ(made.find(Kind::key_changed)->waived, "there is no report yet");

  const Differing later(waived, waived);
  ASSERT_THAT(rules_of(later.report), ElementsAre("WVR001"));
  EXPECT_EQ(later.report.findings.front().message,
            "nothing to waive: EVO004 finds nothing on Report");
  EXPECT_EQ(later.report.impact(), Impact::safe);
}

TEST(EvolutionMutants, AreNotWaivedByTheOldModel) {
  const auto old_text =
      replaced(check::testing::model_text("research"), "waive: []",
               "waive:\n  - {rule: EVO004, on: Report, reason: \"of another day\"}\n#");
  const auto changed =
      replaced(check::testing::model_text("research"), "sk: REPORT}", "sk: REPORTS}");
  const Differing made(old_text, changed);
  EXPECT_THAT(rules_of(made.report), ElementsAre("EVO004"));
  EXPECT_EQ(made.report.impact(), Impact::backfill);
}

// Another form of an index is a new one and the end of the old one.
TEST(EvolutionMutants, AnIndexThatChangesIsTwoOfACrowd) {
  const auto old_text = check::testing::model_text("research");
  const auto changed =
      replaced(old_text, "sparse: [Job], projection: all}}",
               "sparse: [Job], projection: keys_only}, gsi2: {partition: gsi2pk}}");
  const Differing made(old_text, changed);
  ASSERT_THAT(rules_of(made.report), ::testing::UnorderedElementsAre("EVO002", "EVO003"));
  for (const auto& finding : made.report.findings) {
    if (finding.rule != "EVO002") continue;
    EXPECT_THAT(finding.message,
                HasSubstr("3 indexes of app-table are created or deleted at once"));
    EXPECT_EQ(
        finding.help,
        "split it into 3 deploys: create the new gsi1 under another name; create gsi2; delete "
        "the old gsi1");
  }
}

}  // namespace
}  // namespace keywright::diff::testing
