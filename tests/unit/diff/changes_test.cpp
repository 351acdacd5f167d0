// Every kind of change, made to a valid model: which changes are reported, and with what words.
//
// tests/models/evolution/changes/*.mutants, in the form of the checker's mutants: in the place of a
// rule stand the kinds of all changes reported, gravest first; `severity` is the gravest impact,
// `says` are parts of the changes, `note` of what they cost or note.

#include "diff/words_of_cost.hpp"
#include "differing.hpp"
#include "mutants.hpp"

#include <ostream>
#include <sstream>
#include <string>
#include <vector>

#include <gmock/gmock.h>

namespace keywright::check::testing {

void PrintTo(const Mutant& mutant, std::ostream* out) {
  *out << mutant.place << ": " << mutant.title;
}

}  // namespace keywright::check::testing

namespace keywright::diff::testing {
namespace {

using check::testing::Mutant;
using ::testing::ElementsAreArray;
using ::testing::HasSubstr;

class ChangeTest : public ::testing::TestWithParam<Mutant> {};

TEST_P(ChangeTest, IsReportedAsWhatItIs) {
  const auto& mutant = GetParam();
  const Differing made(check::testing::model_text(mutant.model), check::testing::mutated(mutant));
  std::vector<std::string> kinds;
  std::string said;
  std::string noted;
  for (const auto& change : made.report.changes) {
    kinds.emplace_back(change.about().id);
    said += change.what + "\n";
    if (change.backfill) noted += cost_text(*change.backfill) + "\n";
    noted += change.note + "\n";
  }
  std::vector<std::string> expected;
  std::istringstream ids(mutant.rule);
  for (std::string id; ids >> id;) expected.push_back(id);
  if (mutant.rule == "none") expected.clear();
  EXPECT_THAT(kinds, ElementsAreArray(expected)) << mutant.place << "\n" << said;
  EXPECT_EQ(to_text(made.report.impact()), mutant.severity == "error" ? "safe" : mutant.severity)
      << mutant.place;
  for (const auto& part : mutant.says) EXPECT_THAT(said, HasSubstr(part)) << mutant.place;
  for (const auto& part : mutant.notes) EXPECT_THAT(noted, HasSubstr(part)) << mutant.place;
}

INSTANTIATE_TEST_SUITE_P(All, ChangeTest,
                         ::testing::ValuesIn(check::testing::read_mutants(
                             std::string(KEYWRIGHT_MODELS) + "/evolution/changes")),
                         [](const auto& parameter) {
                           std::string name;
                           for (const char c : parameter.param.title) {
                             name += std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
                           }
                           return name + "_" + std::to_string(parameter.index);
                         });

// What a model must have first to lose it.
struct Streams {
  std::string before;
  std::string after;
  Kind kind;
  std::string what;
};

TEST(Changes, OfAStream) {
  const auto with = [](const std::string& view) {
    return replaced(
        check::testing::model_text("research"), "ttl: expires_at\n",
        view.empty() ? "ttl: expires_at\n" : "ttl: expires_at\n  stream: " + view + "\n");
  };
  for (const Streams& row :
       {Streams{"", "keys_only", Kind::stream_enabled, "stream of app-table: KEYS_ONLY, was none"},
        Streams{"new_image", "", Kind::stream_disabled, "stream of app-table: none, was NEW_IMAGE"},
        Streams{"new_image", "old_image", Kind::stream_view_changed,
                "stream of app-table: OLD_IMAGE, was NEW_IMAGE"}}) {
    const Differing made(with(row.before), with(row.after));
    ASSERT_EQ(made.report.changes.size(), 1U) << row.what;
    EXPECT_EQ(made.report.changes.front().kind, row.kind);
    EXPECT_EQ(made.report.changes.front().what, row.what);
  }
}

// DynamoDB raises it, and never lowers it.
TEST(Changes, OfWarmThroughput) {
  const auto with = [](const std::string& warm) {
    return replaced(check::testing::model_text("research"), "ttl: expires_at\n",
                    "ttl: expires_at\n  warm_throughput: " + warm + "\n");
  };
  const std::string before = "{read: 20000, write: 8000}";
  for (const auto& [after, kind] : std::vector<std::pair<std::string, Kind>>{
           {"{read: 30000, write: 8000}", Kind::warm_throughput_changed},
           {"{read: 15000, write: 9000}", Kind::warm_throughput_lowered},
           {"{read: 20000, write: 5000}", Kind::warm_throughput_lowered}}) {
    const Differing made(with(before), with(after));
    ASSERT_EQ(made.report.changes.size(), 1U) << after;
    EXPECT_EQ(made.report.changes.front().kind, kind) << after;
  }
}

// Whatever two models are given, in whichever order.
TEST(Changes, BetweenAnyTwoModels) {
  const std::vector<std::string> names{"research",  "bank",  "orders", "shop",     "tasks",
                                       "telemetry", "music", "words",  "keyvalue", "treasury"};
  for (const auto& before : names) {
    for (const auto& after : names) {
      const Differing made(check::testing::model_text(before), check::testing::model_text(after));
      EXPECT_EQ(made.report.changes.empty(), before == after) << before << " " << after;
      EXPECT_EQ(made.report.impact(), before == after ? Impact::safe : Impact::replaces);
    }
  }
}

}  // namespace
}  // namespace keywright::diff::testing
