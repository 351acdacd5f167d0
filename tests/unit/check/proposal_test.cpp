// What the help of AP001 and AP004 proposes is accepted by the checker once it is pasted.

#include "mutants.hpp"

#include <regex>
#include <set>
#include <string>
#include <vector>

#include <gmock/gmock.h>

namespace keywright::check::testing {
namespace {

using ::testing::IsEmpty;

// Fields of all types, and what keys make difficult: no max, may be empty, optional, text that is
// really a time.
const std::string fields = R"(
      id:       {type: ulid}
      word:     {type: string, min: 1, max: 100}
      maybe:    {type: string, max: 100}
      endless:  {type: string, min: 1, avg: 20}
      long:     {type: string, min: 1, max: 900}
      label:    {type: string, min: 1, max: 60, optional: true}
      seen_at:  {type: string, min: 1, max: 40}
      digits:   {type: string, charset: "[0-9]", min: 1, max: 8}
      kind:     {type: enum, values: [new, old]}
      level:    {type: enum, values: [low, high]}
      open:     {type: bool}
      size:     {type: int, min: 0, max: 9999}
      price:    {type: number}
      weight:   {type: double}
      at:       {type: timestamp}
      day:      {type: date, optional: true}
      since:    {type: epoch_seconds}
      owner:    {type: uuid}
      hash:     {type: binary, length: 32}
      blob:     {type: binary, avg: 100, max: 1000}
      text:     {type: json, avg: 100, max: 1000}
      tags:     {type: set<string>, max: 5}
      gsi1pk:   {type: string, max: 5}
      ends:     {type: epoch_seconds})";

std::vector<std::string> field_names() {
  std::vector<std::string> names;
  const std::regex name("\n +([a-z0-9_]+):");
  for (std::sregex_iterator at(fields.begin(), fields.end(), name), end; at != end; ++at) {
    names.push_back((*at)[1]);
  }
  return names;
}

struct Pasted {
  std::string entries;  // of the entity
  std::string indexes;  // of the table
};

std::string model_with(const std::string& patterns, const Pasted& pasted) {
  return R"(keywright: 1
name: things
access_patterns:
  get_thing: {op: get, entity: Thing, by: [id], rate: {peak: 1}}
  put_thing: {op: put, entity: Thing, rate: {peak: 1}}
  get_other: {op: get, entity: Other, by: [id], rate: {peak: 1}}
  put_other: {op: put, entity: Other, rate: {peak: 1}}
)" + patterns +
         R"(entities:
  Thing:
    count: 1000
    ttl: {field: ends, after: 7d}
    fields:)" +
         fields + R"(
    key: {pk: "THING#{id}", sk: THING}
    indexes: {)" +
         pasted.entries + R"(}
  Other:
    count: 10
    fields: {id: {type: ulid}, blob: {type: string, max: 10}}
    key: {pk: "OTHER#{id}", sk: OTHER}
table:
  name: things
  keys: {partition: pk, sort: sk}
  ttl: ends
  indexes: {)" +
         pasted.indexes + R"(}
  point_in_time_recovery: true
  deletion_protection: true
)";
}

std::string pattern(const std::string& name, const std::string& by, const std::string& more) {
  return "  " + name + ": {op: query, entity: Thing, by: [" + by + "], page: 10, rate: {peak: 1}" +
         more + "}\n";
}

// Adds what the help tells to add, once; false if it tells of none.
bool paste(const std::string& help, Pasted& pasted, std::set<std::string>& known) {
  static const std::regex form(
      R"(add to Thing: indexes: \{(.*)\}, and to the indexes of the table: (.*\})(; or bind|; that adds).*)");
  std::smatch match;
  if (!std::regex_search(help, match, form)) return false;
  if (!known.insert(match[1].str() + match[2].str()).second) return true;
  const auto add = [](std::string& to, const std::string& text) {
    to += (to.empty() ? "" : ", ") + text;
  };
  add(pasted.entries, match[1]);
  add(pasted.indexes, match[2]);
  return true;
}

// How many patterns got an index; each that got one is served, and nothing else is reported then.
int expect_accepted(const std::vector<std::string>& patterns) {
  std::string all;
  for (const auto& each : patterns) all += each;
  const auto before = check_text(model_with(all, {}), "before");
  Pasted pasted;
  std::set<std::string> known;
  std::set<std::string> served;
  for (const auto& finding : before.findings) {
    if (paste(finding.help, pasted, known)) served.insert(finding.subject);
  }
  std::string left;
  for (const auto& each : patterns) {
    if (served.contains(each.substr(2, each.find(':') - 2))) left += each;
  }
  const auto after = check_text(model_with(left, pasted), "after");
  EXPECT_THAT(after.rules(), IsEmpty())
      << before.rendered << after.rendered << pasted.entries << "\n"
      << pasted.indexes;
  return static_cast<int>(served.size());
}

TEST(Proposals, OfEveryFieldAreAccepted) {
  int served = 0;
  for (const auto& by : field_names()) {
    if (by != "id") served += expect_accepted({pattern("find", by, "")});
  }
  EXPECT_GE(served, 15);
}

TEST(Proposals, OfEveryOrderAreAccepted) {
  int served = 0;
  for (const auto& order : field_names()) {
    served += expect_accepted({pattern("find", "word", ", order: " + order + " desc")});
    served += expect_accepted({pattern("find", "word", ", range: " + order + " between")});
    served += expect_accepted({pattern("find", "price, hash", ", order: " + order + " asc")});
  }
  EXPECT_GE(served, 35);
}

TEST(Proposals, OfProjectionsAreAccepted) {
  int served = 0;
  for (const auto& wanted : field_names()) {
    served += expect_accepted({pattern("find", "word", ", fields: [" + wanted + "]")});
    served += expect_accepted(
        {pattern("find", "price", ", order: at asc, fields: [price, " + wanted + "]")});
  }
  EXPECT_GE(served, 40);
}

TEST(Proposals, OfSeveralPatternsDoNotClash) {
  EXPECT_EQ(expect_accepted({pattern("by_word", "word", ""), pattern("by_kind", "kind", ""),
                             pattern("by_word_at", "word", ", order: at desc"),
                             pattern("by_word_size", "word", ", order: size asc, fields: [id]"),
                             pattern("by_both", "word, kind", ", fields: [label]"),
                             pattern("by_both_too", "kind, word", ", range: at between"),
                             pattern("by_price", "price", ", fields: [owner]")}),
            7);
}

// Two patterns that one index serves are told of one.
TEST(Proposals, ShareAnIndexWhereTheyCan) {
  const auto checked = check_text(
      model_with(pattern("by_word", "word", "") + pattern("by_word_at", "word", ", order: at desc"),
                 {}),
      "things");
  ASSERT_EQ(checked.rules(), (std::vector<std::string>{"AP001", "AP001"})) << checked.rendered;
  EXPECT_EQ(checked.findings[0].help, checked.findings[1].help);
}

// Where no index can serve, the help says why, and does not tell of one.
TEST(Proposals, AreNotMadeWhereNoneWouldDo) {
  const auto expect_none = [](const std::string& by, const std::string& more,
                              const std::string& why) {
    const auto checked = check_text(model_with(pattern("find", by, more), {}), "things");
    ASSERT_FALSE(checked.findings.empty());
    std::string helps;
    for (const auto& finding : checked.findings) helps += finding.help + "\n";
    EXPECT_THAT(helps, ::testing::HasSubstr(why));
    EXPECT_THAT(helps, ::testing::Not(::testing::HasSubstr("indexes:")));
  };
  expect_none("endless", "", "endless (without a max, and a key has at most 2048)");
  expect_none("word", ", order: long desc", "long (up to 3600 bytes, and a key has at most 1024)");
  expect_none("weight", "", "weight (it is of type double)");
  expect_none("blob", "", "blob (another entity has one of another type)");
  expect_none("word", ", order: seen_at desc", "seen_at (text does not sort as its values do)");
  expect_none("word", ", order: level asc", "level (its values sort otherwise as text)");
  expect_none("word", ", consistency: strong", "a strong read");
  expect_none("word", ", order: at asc, range: size between", "a range of size in the order of at");
}

}  // namespace
}  // namespace keywright::check::testing
