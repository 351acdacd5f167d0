#include "mutants.hpp"

#include <string>

#include <gmock/gmock.h>

namespace keywright::check::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

// The reference model with a neighbour that costs a warning (AP012), and this waiver list.
Checked with_waivers(const std::string& waivers) {
  Mutant mutant;
  mutant.edits = {{"sk: DEBUG}", "sk: LOG}"},
                  {"avg: 8000, max: 200000", "avg: 16000, max: 200000"},
                  {"waive: []", "waive: " + waivers}};
  return check_text(mutated(mutant), "research.model.yaml");
}

TEST(Waivers, ANamedFindingDisappears) {
  EXPECT_THAT(with_waivers("[]").rules(), ElementsAre("AP012"));
  EXPECT_THAT(
      with_waivers(R"([{rule: AP012, on: get_job_with_findings, reason: "debug items are rare"}])")
          .rules(),
      IsEmpty());
  EXPECT_THAT(with_waivers(R"([{rule: AP012, reason: "debug items are rare"}])").rules(),
              IsEmpty());
}

TEST(Waivers, OneThatNamesAnotherSubjectSaysWhichThereAre) {
  const auto checked = with_waivers(R"([{rule: AP012, on: get_job, reason: "misspelt"}])");
  ASSERT_THAT(checked.rules(), ElementsAre("AP012", "WVR001")) << checked.rendered;
  EXPECT_THAT(checked.findings[1].help, HasSubstr("get_job_with_findings"));
  EXPECT_EQ(checked.text_at(checked.findings[1].span), "get_job");
}

TEST(Waivers, TheSecondOfTwoForOneFindingIsNoError) {
  EXPECT_THAT(
      with_waivers(R"([{rule: AP012, reason: "rare"}, {rule: AP012, reason: "small"}])").rules(),
      IsEmpty());
}

}  // namespace
}  // namespace keywright::check::testing
