#include "generated.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace keywright::generate::testing {
namespace {

using ::testing::HasSubstr;

std::vector<std::string> subjects(const CodeOutput& output) {
  std::vector<std::string> result;
  for (const auto& diagnostic : output.diagnostics) result.push_back(diagnostic.subject);
  return result;
}

TEST(Refusals, NameTheStepOfATransactionThatIsNotClear) {
  const auto output = generate_text(R"(
keywright: 1
name: steps
access_patterns:
  both:  {op: transact, steps: [{op: transition, entity: A, by: [a_id]}, {op: create, entity: B}]}
  one:   {op: transact, steps: [{op: transition, entity: A, by: [a_id], move: begin}, {op: batch_delete, entity: C, by: [a_id, n]}]}
entities:
  A: {table: first, fields: {a_id: ulid, state: {type: enum, values: [new, open, done]}}, key: {pk: "A#{a_id}", sk: A}, states: {field: state, initial: new, final: [done], moves: {begin: {from: new, to: open}, finish: {from: open, to: done}}}}
  B: {table: second, fields: {b_id: ulid}, key: {pk: "B#{b_id}", sk: B}}
  C: {table: first, fields: {a_id: ulid, n: {type: int, min: 0, max: 9}}, key: {pk: "A#{a_id}", sk: "C#{n}"}}
tables: {first: {keys: {partition: pk, sort: sk}}, second: {keys: {partition: pk, sort: sk}}}
)",
                                    "steps.model.yaml");
  EXPECT_TRUE(output.files.empty());
  ASSERT_THAT(subjects(output), ::testing::ElementsAre("both", "both", "one"));
  EXPECT_THAT(output.diagnostics[0].message, HasSubstr("the step has 2 moves"));
  EXPECT_THAT(output.diagnostics[0].help, HasSubstr("move: begin"));
  EXPECT_THAT(output.diagnostics[1].message, HasSubstr("its steps are on two tables"));
  EXPECT_THAT(output.diagnostics[2].message, HasSubstr("needs a struct for its keys"));
  for (const auto& diagnostic : output.diagnostics) {
    EXPECT_EQ(diagnostic.severity, model::Severity::error);
    EXPECT_EQ(diagnostic.rule, "GEN001");
    EXPECT_TRUE(diagnostic.span.written());
    EXPECT_FALSE(diagnostic.help.empty());
  }
}

TEST(Refusals, NameAStepForEachThatPutsMoreBesideIt) {
  const auto output = generate_text(R"(
keywright: 1
name: steps
access_patterns:
  all: {op: transact, steps: [{op: transition, entity: A, by: [a_id], move: finish, each: {max: 9}}, {op: batch_put, entity: B}]}
entities:
  A: {fields: {a_id: ulid, state: {type: enum, values: [new, done]}}, key: {pk: "A#{a_id}", sk: A}, states: {field: state, initial: new, final: [done], moves: {finish: {from: new, to: done, also_put: B}}}}
  B: {fields: {a_id: ulid}, key: {pk: "A#{a_id}", sk: B}}
table: {name: steps, keys: {partition: pk, sort: sk}}
)",
                                    "steps.model.yaml");
  ASSERT_THAT(subjects(output), ::testing::ElementsAre("all"));
  EXPECT_THAT(output.diagnostics[0].message,
              HasSubstr("each item would have reasons of its own and of what is put beside it"));
}

TEST(Refusals, NameValuesThatCannotBeKeptUnique) {
  const auto output = generate_text(R"(
keywright: 1
name: values
access_patterns:
  move: {op: transition, entity: A, by: [a_id]}
  make: {op: create, entity: B}
entities:
  A: {fields: {a_id: ulid, state: {type: enum, values: [new, done]}}, key: {pk: "A#{a_id}", sk: A}, states: {field: state, initial: new, final: [done], moves: {finish: {from: new, to: done, also_put: B}}}}
  B: {fields: {a_id: ulid, rate: number}, key: {pk: "A#{a_id}", sk: B}, unique: [rate]}
table: {name: values, keys: {partition: pk, sort: sk}}
)",
                                    "values.model.yaml");
  EXPECT_TRUE(output.files.empty());
  ASSERT_THAT(subjects(output), ::testing::ElementsAre("move", "B"));
  EXPECT_THAT(output.diagnostics[0].message, HasSubstr("does not know what it replaces"));
  EXPECT_THAT(output.diagnostics[1].message, HasSubstr("no key can be made of rate"));
}

TEST(Refusals, NamePatternsThatNothingServes) {
  const auto output = generate_text(R"(
keywright: 1
name: bad
access_patterns:
  lost: {op: query, entity: A, by: [n], page: 5}
entities:
  A: {fields: {a_id: {type: ulid}, n: {type: int, min: 0, max: 9}}, key: {pk: "A#{a_id}", sk: "N#{n}"}}
table: {name: bad, keys: {partition: pk, sort: sk}}
)",
                                    "bad.model.yaml");
  EXPECT_TRUE(output.files.empty());
  EXPECT_THAT(subjects(output), ::testing::ElementsAre("lost"));
}

TEST(Refusals, NameAModelThatIsNotComplete) {
  const auto output = generate_text(R"(
keywright: 1
name: early
access_patterns:
  one: {op: get, entity: A, by: [a_id]}
)",
                                    "early.model.yaml");
  EXPECT_TRUE(output.files.empty());
  ASSERT_EQ(output.diagnostics.size(), 1U);
  EXPECT_THAT(output.diagnostics[0].message, HasSubstr("no entities"));
}

TEST(Refusals, NameCollectionsThatCouldNotBeToldApart) {
  const auto output = generate_text(R"(
keywright: 1
name: native
access_patterns:
  whole: {op: query, by: [a_id], returns: [A, "B*"], max_items: 5}
entities:
  A: {fields: {a_id: {type: ulid}, n: {type: string, min: 1, max: 9}}, key: {pk: {field: a_id}, sk: {field: n}}}
  B: {fields: {a_id: {type: ulid}, m: {type: string, min: 1, max: 9}}, key: {pk: {field: a_id}, sk: {field: m}}}
table: {name: native, keys: {partition: a_id, sort: sk}}
)",
                                    "native.model.yaml");
  EXPECT_TRUE(output.files.empty());
  ASSERT_FALSE(output.diagnostics.empty());
  EXPECT_THAT(output.diagnostics[0].message, HasSubstr("sort key template"));
}

TEST(Refusals, NameAnUpsertThatCannotKeepWhatMayNotBeStored) {
  const auto output = generate_text(R"(
keywright: 1
name: kept
access_patterns:
  title: {op: upsert, entity: A, set: [title]}
  clear: {op: upsert, entity: A, remove: [nick]}
  all:   {op: upsert, entity: A}
entities:
  A: {fields: {a_id: ulid, title: {type: string, max: 9}, nick: {type: string, max: 9, optional: true}}, key: {pk: "A#{a_id}", sk: A}}
table: {name: kept, keys: {partition: pk, sort: sk}}
)",
                                    "kept.model.yaml");
  EXPECT_TRUE(output.files.empty());
  ASSERT_THAT(subjects(output), ::testing::ElementsAre("title"));
  EXPECT_THAT(output.diagnostics[0].message, HasSubstr("nick"));
  EXPECT_THAT(output.diagnostics[0].help, HasSubstr("list nick in `set`"));
}

TEST(Refusals, NameALifetimeThatAKeyWouldNeedTooEarly) {
  const auto output = generate_text(R"(
keywright: 1
name: early
access_patterns:
  put: {op: put, entity: A}
entities:
  A: {fields: {a_id: ulid, gone_at: epoch_seconds}, key: {pk: "A#{a_id}", sk: A}, ttl: {field: gone_at, after: 1h}, indexes: {gsi1: {pk: ALL, sk: "{gone_at}"}}}
table: {name: early, keys: {partition: pk, sort: sk}, ttl: gone_at, indexes: {gsi1: {partition: p1, sort: s1}}}
)",
                                    "early.model.yaml");
  EXPECT_TRUE(output.files.empty());
  ASSERT_THAT(subjects(output), ::testing::ElementsAre("A"));
  EXPECT_THAT(output.diagnostics[0].message, HasSubstr("gsi1 depends on gone_at"));
}

}  // namespace
}  // namespace keywright::generate::testing
