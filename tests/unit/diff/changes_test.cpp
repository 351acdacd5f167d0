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
#include <string_view>
#include <utility>
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
using ::testing::ElementsAre;
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

// Two tables, and one entity in each.
constexpr std::string_view kTwoTables = R"(keywright: 1
name: two
access_patterns: {}
entities:
  Job:
    table: a
    count: 1000
    fields: {id: ulid, state: {type: enum, values: [open, done]}, at: {type: timestamp, optional: true}}
    key: {pk: "ITEM#{id}", sk: ITEM}
  Note:
    table: b
    count: 10
    fields: {id: ulid}
    key: {pk: "NOTE#{id}", sk: NOTE}
tables:
  a: {name: jobs, keys: {partition: pk, sort: sk}}
  b: {name: notes, keys: {partition: pk, sort: sk}}
)";

std::string two_tables() {
  return std::string(kTwoTables);
}

std::vector<std::string> kinds_of(const Report& report) {
  std::vector<std::string> kinds;
  for (const auto& change : report.changes) kinds.emplace_back(change.about().id);
  return kinds;
}

TEST(Changes, OfAnEntityToOneUnderTheSameKeyOfAnotherTableAreNoOtherName) {
  const auto text = replaced(two_tables(), "  Job:\n    table: a\n", "  Invoice:\n    table: b\n");
  const Differing made(two_tables(), text);
  EXPECT_THAT(kinds_of(made.report), ElementsAre("entity_removed", "entity_added"));
  for (const auto& step : made.report.steps) {
    EXPECT_THAT(step.what, ::testing::Not(HasSubstr("copy"))) << "they are other things";
  }
  const auto renamed = replaced(two_tables(), "  Job:\n", "  Invoice:\n");
  EXPECT_THAT(kinds_of(Differing(two_tables(), renamed).report), ElementsAre("entity_renamed"));
}

TEST(Changes, OfWhatATableOfAnotherLabelSaysToTheChecker) {
  auto text = replaced(two_tables(), "table: b\n", "table: c\n");
  text = replaced(text, "  b: {name: notes,", "  c: {name: notes, rebuildable: true,");
  const Differing made(two_tables(), text);
  EXPECT_THAT(kinds_of(made.report), ElementsAre("model_settings_changed"));
  ASSERT_FALSE(made.report.changes.empty());
  EXPECT_EQ(made.report.changes.front().what, "notes: rebuildable true, was false");
}

// A rule without a name of its own is called like its field, and so are its sentinels.
TEST(Changes, OfARuleThatIsGoneSayTheFieldsThatItHad) {
  const std::string text =
      "keywright: 1\nname: m\nprofile: development\naccess_patterns:\n"
      "  get: {op: get, entity: A, by: [id]}\n  put: {op: put, entity: A}\n"
      "entities:\n  A:\n    count: 10\n    fields: {id: ulid, mail: {type: string, max: 9}}\n"
      "    key: {pk: \"A#{id}\", sk: A}\n    unique: [mail]\n"
      "table: {name: jobs, keys: {partition: pk, sort: sk}}\n";
  auto renamed = replaced(text, "mail: {type", "email: {type");
  renamed = replaced(renamed, "unique: [mail]", "unique: [email]");
  std::vector<std::string> messages;
  for (const auto& change : Differing(text, renamed).report.changes) {
    messages.push_back(change.what);
  }
  EXPECT_THAT(messages, ElementsAre("A.mail is called email", "A is unique by email",
                                    "A is no longer unique by mail"));
}

TEST(Changes, OfTheNameOfAFieldAreNotThoseOfTheOrderByIt) {
  const std::string text =
      "keywright: 1\nname: m\nprofile: development\naccess_patterns:\n"
      "  of: {op: query, entity: A, by: [id], order: at desc, page: 5}\n"
      "  put: {op: put, entity: A}\n"
      "entities:\n  A:\n    count: 10\n    fields: {id: ulid, at: timestamp}\n"
      "    key: {pk: \"A#{id}\", sk: \"{at}\"}\n"
      "table: {name: jobs, keys: {partition: pk, sort: sk}}\n";
  auto renamed = replaced(text, "order: at", "order: made_at");
  renamed = replaced(renamed, "at: timestamp", "made_at: timestamp");
  renamed = replaced(renamed, "{at}", "{made_at}");
  EXPECT_THAT(kinds_of(Differing(text, renamed).report), ElementsAre("field_renamed"));
  renamed = replaced(renamed, "made_at desc", "made_at asc");
  EXPECT_THAT(kinds_of(Differing(text, renamed).report),
              ElementsAre("field_renamed", "pattern_ordered_otherwise"));
}

// Its state is in a condition, in moves and in what a state requires.
TEST(Changes, OfTheNameOfAFieldAreNotThoseOfWhatSaysIt) {
  const auto machine =
      replaced(two_tables(), "sk: ITEM}\n",
               "sk: ITEM}\n    states: {field: state, initial: open, final: [done], required: "
               "{done: [at]}, moves: {finish: {from: open, to: done, set: [at]}}}\n    indexes: "
               "{todo: {pk: \"S#{state}\", sk: \"{id}\", when: \"state = open\"}}\n");
  const auto text = replaced(machine, "a: {name: jobs, keys: {partition: pk, sort: sk}}",
                             "a: {name: jobs, keys: {partition: pk, sort: sk}, indexes: {todo: "
                             "{partition: tpk, sort: tsk}}}");
  auto renamed = replaced(text, "state: {type", "phase: {type");
  renamed = replaced(renamed, "field: state", "field: phase");
  renamed = replaced(renamed, "S#{state}", "S#{phase}");
  renamed = replaced(renamed, "state = open", "phase = open");
  renamed = replaced(renamed, "at: {type", "done_at: {type");
  renamed = replaced(renamed, "done: [at]", "done: [done_at]");
  renamed = replaced(renamed, "set: [at]", "set: [done_at]");
  EXPECT_THAT(kinds_of(Differing(text, renamed).report),
              ElementsAre("field_renamed", "field_renamed"));
}

TEST(Changes, OfAStateMachineThatIsNewAreABackfillOfWhatItRequires) {
  const auto machine = [](const std::string& required) {
    return replaced(two_tables(), "sk: ITEM}\n",
                    "sk: ITEM}\n    states: {field: state, initial: open, final: [done]" +
                        required + ", moves: {finish: {from: open, to: done, set: [at]}}}\n");
  };
  EXPECT_THAT(kinds_of(Differing(two_tables(), machine("")).report), ElementsAre("states_changed"));
  const Differing made(two_tables(), machine(", required: {done: [at]}"));
  EXPECT_THAT(kinds_of(made.report), ElementsAre("state_requires_more", "states_changed"));
  const auto* change = made.find(Kind::state_requires_more);
  ASSERT_NE(change, nullptr);
  EXPECT_EQ(change->what, "state done of Job requires at");
  // One of two states.
  EXPECT_EQ(cost_text(*change->backfill), "about 500 items x 1 WRU = 500 WRU, less than $0.01");
}

}  // namespace
}  // namespace keywright::diff::testing
