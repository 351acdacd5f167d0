// Each rule against its mutants: exactly one finding, of this rule, at the right place.

#include "check/rule.hpp"
#include "mutants.hpp"

#include <algorithm>
#include <map>
#include <ostream>
#include <set>
#include <string>
#include <vector>

#include <gmock/gmock.h>

namespace keywright::check::testing {

// For the names of parameterised tests in reports.
void PrintTo(const Mutant& mutant, std::ostream* out) {
  *out << mutant.place << ": " << mutant.title;
}

namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::vector<Mutant> all_mutants() {
  return read_mutants(std::string(KEYWRIGHT_MODELS) + "/mutants");
}

class MutantTest : public ::testing::TestWithParam<Mutant> {};

std::string all_notes(const model::Diagnostic& finding) {
  std::string text;
  for (const auto& note : finding.notes) text += note.message + "\n";
  return text;
}

TEST_P(MutantTest, IsCaughtByItsRuleAlone) {
  const auto& mutant = GetParam();
  const bool is_advice = mutant.severity == "note";
  auto checked = check_text(mutated(mutant), mutant.model + ".model.yaml", is_advice);
  if (is_advice) {
    // What is advised of the model as it is, too.
    const auto before = check_text(model_text(mutant.model), mutant.model, true);
    std::erase_if(checked.findings, [&](const auto& finding) {
      return std::any_of(before.findings.begin(), before.findings.end(), [&](const auto& other) {
        return other.rule == finding.rule && other.subject == finding.subject;
      });
    });
  }
  if (mutant.rule == "none") {
    EXPECT_THAT(checked.rules(), IsEmpty()) << mutant.place << "\n" << checked.rendered;
    return;
  }
  ASSERT_THAT(checked.rules(), ElementsAre(mutant.rule)) << mutant.place << "\n"
                                                         << checked.rendered;
  const auto& finding = checked.findings.front();
  EXPECT_EQ(model::to_text(finding.severity), mutant.severity);
  EXPECT_EQ(checked.text_at(finding.span), mutant.at) << checked.rendered;
  for (const auto& part : mutant.says) EXPECT_THAT(finding.message, HasSubstr(part));
  EXPECT_THAT(finding.help, HasSubstr(mutant.help));
  for (const auto& part : mutant.notes) EXPECT_THAT(all_notes(finding), HasSubstr(part));
  if (mutant.rule.starts_with("MDL")) return;  // the reader's: some speak for themselves
  EXPECT_NE(finding.help, "") << "every finding says what mends it";
  EXPECT_NE(finding.subject, "") << "every finding can be waived by its subject";
}

INSTANTIATE_TEST_SUITE_P(All, MutantTest, ::testing::ValuesIn(all_mutants()),
                         [](const auto& parameter) {
                           std::string name = parameter.param.rule + "_";
                           for (const char c : parameter.param.title) {
                             name += std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
                           }
                           return name + "_" + std::to_string(parameter.index);
                         });

TEST(Mutants, AreOfValidModels) {
  std::set<std::string> models;
  for (const auto& mutant : all_mutants()) models.insert(mutant.model);
  for (const auto& name : models) {
    const auto checked = check_text(model_text(name), name);
    EXPECT_THAT(checked.rules(), IsEmpty()) << checked.rendered;
  }
}

TEST(Mutants, ThereIsOneOfEveryRule) {
  std::map<std::string, int> count;
  for (const auto& mutant : all_mutants()) ++count[mutant.rule];
  for (const auto& family : rule_families()) {
    for (const auto& rule : family.rules) {
      // The reader's, the generator's and those of two models are tested with them.
      const bool is_elsewhere =
          rule.id.starts_with("MDL") || rule.id.starts_with("GEN") || rule.id.starts_with("EVO");
      EXPECT_TRUE(is_elsewhere || count[std::string(rule.id)] > 0) << rule.id << " has no mutant";
      count.erase(std::string(rule.id));
    }
  }
  count.erase("none");
  EXPECT_THAT(count, IsEmpty()) << "mutants of rules that do not exist";
}

}  // namespace
}  // namespace keywright::check::testing
