#include "planning.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

// Collections: one range for several entities, which must hold for each of them by itself.

namespace keywright::plan::testing {
namespace {

using ::testing::ElementsAre;

// The reason why the table does not serve the pattern; null if it does.
const Reason* reason(const Planned& planned, std::string_view pattern) {
  const auto& table = planned.pattern(pattern).candidates.front();
  return table.serves() ? nullptr : &table.reasons.front();
}

std::string name_of(const Planned& planned, const Reason& reason) {
  return planned.model.entities[reason.entity].name;
}

// A device with its own item, readings, alarms and notes behind prefixes of their own.
Planned devices(const std::string& patterns) {
  return plan_text(R"(
keywright: 1
name: devices
access_patterns:
)" + patterns + R"(
entities:
  Device:
    table: main
    fields: {device: {type: ulid}}
    key: {pk: "D#{device}", sk: META}
  Reading:
    table: main
    fields: {device: {type: ulid}, at: {type: timestamp}, kind: {type: string, max: 9}}
    key: {pk: "D#{device}", sk: "READING#{at}"}
    indexes: {feed: {pk: "FEED#{device}", sk: "{at}"}, spread: {pk: "S#{device}", sk: "{at}", shards: 4}}
  Alarm:
    table: main
    fields: {device: {type: ulid}, at: {type: timestamp}, id: {type: ulid}}
    key: {pk: "D#{device}", sk: "ALARM#{at}#{id}"}
    indexes: {log: {pk: "LOG#{device}", sk: "AT#{at}#ALARM#{id}"}, feed: {pk: "FEED#{device}", sk: "{at}#{id}"}, spread: {pk: "S#{device}", sk: "{at}", shards: 4}}
  Visit:
    table: main
    fields: {device: {type: ulid}, at: {type: timestamp}}
    key: {pk: "D#{device}", sk: "VISIT#{at}"}
    indexes: {log: {pk: "LOG#{device}", sk: "AT#{at}#VISIT"}}
  Note:
    table: main
    fields: {device: {type: ulid}, at: {type: timestamp}, rank: {type: enum, values: [low, mid, high]}}
    key: {pk: "D#{device}", sk: "NOTE#{rank}#{at}"}
  Elsewhere:
    table: other
    fields: {device: {type: ulid}}
    key: {pk: "D#{device}", sk: META}
tables:
  main:
    name: main
    keys: {partition: pk, sort: sk}
    indexes: {feed: {partition: feed_pk, sort: feed_sk}, spread: {partition: spread_pk, sort: spread_sk}, log: {partition: log_pk, sort: log_sk}}
  other: {name: other, keys: {partition: pk, sort: sk}}
)");
}

Planned collection(const std::string& definition) {
  auto text = "  all: {op: query, max_items: 9, " + definition + "}\n";
  return devices(text);
}

TEST(Collection, ARangeThatEndsWhereAnotherEntityLiesHoldsForBoth) {
  const auto planned = collection(R"(by: [device], returns: [Device, "Reading*"], range: "at <=")");
  EXPECT_EQ(planned.key_of("all"),
            "pk = D#{device}, sk from META to READING#{at_to}$, with a filter");
}

TEST(Collection, ARangeThatBeginsBehindAnotherEntityWouldTakeTheEarlierOnes) {
  const auto planned = collection(R"(by: [device], returns: [Device, "Reading*"], range: "at >=")");
  const auto* found = reason(planned, "all");
  ASSERT_NE(found, nullptr);
  EXPECT_EQ(found->obstacle, Obstacle::condition_not_there);
  EXPECT_EQ(name_of(planned, *found), "Device");
  EXPECT_THAT(found->fields, ElementsAre("at"));
}

TEST(Collection, ARangeOnEntitiesBehindDifferentPrefixesIsNotServed) {
  for (const std::string range : {">=", ">", "<=", "<", "between"}) {
    const auto planned =
        collection(R"(by: [device], returns: ["Reading*", "Alarm*"], range: "at )" + range + "\"");
    const auto* found = reason(planned, "all");
    ASSERT_NE(found, nullptr) << range;
    EXPECT_EQ(found->obstacle, Obstacle::range_too_wide) << range;
    EXPECT_THAT(found->fields, ElementsAre("at")) << range;
  }
}

TEST(Collection, ABoundComponentThatAnotherEntityLacksIsNotServed) {
  const auto planned = collection(R"(by: [device, at], returns: [Device, "Alarm*"])");
  const auto* found = reason(planned, "all");
  ASSERT_NE(found, nullptr);
  EXPECT_EQ(found->obstacle, Obstacle::condition_not_there);
  EXPECT_EQ(name_of(planned, *found), "Device");
}

TEST(Collection, ABoundComponentBehindDifferentPrefixesIsNotServed) {
  const auto planned = collection(R"(by: [device, at], returns: ["Reading?", "Alarm*"])");
  const auto* found = reason(planned, "all");
  ASSERT_NE(found, nullptr);
  EXPECT_EQ(found->obstacle, Obstacle::range_too_wide);
}

TEST(Collection, AFilterOnAFieldThatAnotherEntityLacksIsNotServed) {
  const auto planned = collection(R"(by: [device, kind], returns: [Device, "Reading*"])");
  const auto* found = reason(planned, "all");
  ASSERT_NE(found, nullptr);
  EXPECT_EQ(found->obstacle, Obstacle::condition_not_there);
  EXPECT_EQ(name_of(planned, *found), "Device");
  EXPECT_THAT(found->fields, ElementsAre("kind"));
}

TEST(Collection, KeysThatGoOnDifferentlyShareARange) {
  const auto from =
      collection(R"(by: [device], returns: ["Reading*", "Alarm*"], range: "at >=", using: feed)");
  EXPECT_EQ(from.key_of("all"), "feed_pk = FEED#{device}, feed_sk >= {at_from}");
  const auto after =
      collection(R"(by: [device], returns: ["Reading*", "Alarm*"], range: "at >", using: feed)");
  EXPECT_EQ(after.key_of("all"), "feed_pk = FEED#{device}, feed_sk >= {at_after}$");
  const auto between = collection(
      R"(by: [device], returns: ["Reading*", "Alarm*"], range: at between, using: feed)");
  EXPECT_EQ(between.key_of("all"), "feed_pk = FEED#{device}, feed_sk from {at_from} to {at_to}$");
  const auto log =
      collection(R"(by: [device], returns: ["Alarm*", "Visit*"], range: at between, using: log)");
  EXPECT_EQ(log.key_of("all"), "log_pk = LOG#{device}, log_sk from AT#{at_from} to AT#{at_to}$");
  const auto before =
      collection(R"(by: [device], returns: ["Reading*", "Alarm*"], range: "at <", using: feed)");
  EXPECT_EQ(before.key_of("all"), "feed_pk = FEED#{device}, feed_sk < {at_before}");
}

TEST(Collection, OfTwoTablesIsNotServed) {
  const auto planned = collection(R"(by: [device], returns: [Device, Elsewhere])");
  const auto* found = reason(planned, "all");
  ASSERT_NE(found, nullptr);
  EXPECT_EQ(found->obstacle, Obstacle::other_table);
  EXPECT_EQ(name_of(planned, *found), "Elsewhere");
}

TEST(Collection, OverShardsIsNotServed) {
  const auto planned =
      collection(R"(by: [device], returns: ["Reading*", "Alarm*"], using: spread)");
  ASSERT_NE(planned.pattern("all").nearest(), nullptr);
  for (const auto& candidate : planned.pattern("all").candidates) {
    if (candidate.index != 1U) continue;
    ASSERT_EQ(candidate.reasons.size(), 2);
    EXPECT_EQ(candidate.reasons[0].obstacle, Obstacle::sharded_collection);
  }
}

TEST(Ranges, APrefixIsOfAString) {
  const auto planned = devices(
      "  time: {op: query, entity: Reading, by: [device], range: at prefix, page: 9}\n"
      "  rank: {op: query, entity: Note, by: [device], range: rank prefix, page: 9}\n");
  for (const auto* pattern : {"time", "rank"}) {
    const auto* found = reason(planned, pattern);
    ASSERT_NE(found, nullptr) << pattern;
    EXPECT_EQ(found->obstacle, Obstacle::prefix_not_text) << pattern;
  }
}

TEST(Ranges, AnEnumSortsAsTextAndNotAsItsValuesAreListed) {
  const auto planned = devices(
      "  order: {op: query, entity: Note, by: [device], order: rank asc, page: 9}\n"
      "  range: {op: query, entity: Note, by: [device], range: \"rank >=\", page: 9}\n"
      "  bound: {op: query, entity: Note, by: [device, rank], order: at asc, page: 9}\n");
  for (const auto* pattern : {"order", "range"}) {
    const auto* found = reason(planned, pattern);
    ASSERT_NE(found, nullptr) << pattern;
    EXPECT_EQ(found->obstacle, Obstacle::range_not_ordered) << pattern;
  }
  EXPECT_EQ(reason(planned, "bound"), nullptr);
}

}  // namespace
}  // namespace keywright::plan::testing
