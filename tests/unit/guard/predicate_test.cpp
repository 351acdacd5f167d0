#include "guard/predicate.hpp"

#include "expression/parameters.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>

// What conditions make sure of, and what they only seem to.

namespace {

using namespace keywright;

const std::vector<std::string> kKeys{"pk", "sk"};
const Clock clock_at_5 = [] { return TimePoint(std::chrono::seconds(5)); };

class Meaning {
 public:
  explicit Meaning(std::string text)
      : text_(std::move(text)),
        values_{{":a", "queued"}, {":b", "running"},        {":c", "failed"},     {":zero", 0},
                {":n", 5},        {":tomorrow", 5 + 86400}, {":later", 6 + 86400}},
        parameters_(names_, values_),
        condition_(
            expression::parse_condition(text_, expression::ExpressionKind::condition, parameters_)
                .value()) {}
  [[nodiscard]] const expression::Condition& condition() const { return condition_; }

 private:
  std::string text_;
  ExpressionAttributeNames names_;
  ExpressionAttributeValues values_;
  expression::Parameters parameters_;
  expression::Condition condition_;
};

bool demands_item(const char* text) {
  return guard::demands_item(Meaning(text).condition());
}
bool demands_no_item(const char* text, bool all_expire = false) {
  const guard::Ttl ttl{"gone_at", all_expire};
  return guard::demands_no_item(Meaning(text).condition(), kKeys, {ttl, clock_at_5});
}
bool keeps_to_states(const char* text) {
  const std::vector<std::string> from{"queued", "running"};
  return guard::demands_one_of(Meaning(text).condition(), "stage", from);
}

TEST(ConditionMeaning, TheItemIsThere) {
  EXPECT_TRUE(demands_item("attribute_exists(pk)"));
  EXPECT_TRUE(demands_item("topic = :a"));
  EXPECT_TRUE(demands_item("NOT attribute_not_exists(sk)"));
  EXPECT_TRUE(demands_item("attribute_exists(pk) AND (topic <> :a OR topic <> :b)"));
  EXPECT_TRUE(demands_item("topic = :a OR topic IN (:b, :c)"));
  EXPECT_FALSE(demands_item("topic <> :a"));
  EXPECT_FALSE(demands_item("topic = :a OR attribute_not_exists(pk)"));
  EXPECT_FALSE(demands_item("NOT topic = :a"));
  EXPECT_TRUE(demands_item("NOT topic <> :a"));
  EXPECT_TRUE(demands_item("NOT (topic <> :a OR attribute_not_exists(pk))"));
  EXPECT_TRUE(demands_item("topic BETWEEN :a AND :b"));
  EXPECT_FALSE(demands_item("NOT topic < :a"));  // true where there is no topic
  EXPECT_FALSE(demands_item("NOT topic IN (:a, :b)"));
  EXPECT_FALSE(demands_item("NOT (topic = :a AND body = :a)"));
}

TEST(ConditionMeaning, TheItemIsNotThere) {
  EXPECT_TRUE(demands_no_item("attribute_not_exists(pk)"));
  EXPECT_TRUE(demands_no_item("NOT attribute_exists(sk)"));
  EXPECT_TRUE(demands_no_item("attribute_not_exists(pk) OR gone_at < :n"));
  EXPECT_TRUE(demands_no_item(":n > gone_at OR attribute_not_exists(pk)"));
  EXPECT_TRUE(demands_no_item("attribute_not_exists(pk) OR gone_at < :tomorrow"));
  EXPECT_FALSE(demands_no_item("attribute_not_exists(pk) OR gone_at < :later"));
  EXPECT_FALSE(demands_no_item("attribute_not_exists(pk) OR gone_at < :a"));
  EXPECT_FALSE(demands_no_item("attribute_not_exists(topic)"));
  EXPECT_FALSE(demands_no_item("attribute_not_exists(pk) OR topic < :n"));
  EXPECT_FALSE(demands_no_item("attribute_not_exists(pk) OR gone_at > :n"));
  EXPECT_TRUE(demands_no_item("attribute_not_exists(pk) OR gone_at BETWEEN :zero AND :n"));
  EXPECT_FALSE(demands_no_item("attribute_not_exists(pk) OR gone_at BETWEEN :zero AND :later"));
  EXPECT_TRUE(demands_no_item("NOT (attribute_exists(pk) AND gone_at >= :n)", true));
  EXPECT_FALSE(demands_no_item("NOT (attribute_exists(pk) AND gone_at >= :later)", true));
  // What has no such time lives on, and would be overwritten.
  EXPECT_FALSE(demands_no_item("attribute_not_exists(pk) OR NOT gone_at >= :n", false));
  EXPECT_FALSE(demands_no_item("attribute_not_exists(pk) OR NOT gone_at < :n", true));
}

TEST(ConditionMeaning, TheStateIsOneOfThese) {
  EXPECT_TRUE(keeps_to_states("stage = :a"));
  EXPECT_TRUE(keeps_to_states(":b = stage AND topic = :c"));
  EXPECT_TRUE(keeps_to_states("stage IN (:a, :b)"));
  EXPECT_TRUE(keeps_to_states("stage = :a OR stage = :b"));
  EXPECT_FALSE(keeps_to_states("stage IN (:a, :c)"));
  EXPECT_FALSE(keeps_to_states("stage = :a OR topic = :b"));
  EXPECT_FALSE(keeps_to_states("stage <> :c"));
  EXPECT_FALSE(keeps_to_states("stage = :n"));
  EXPECT_TRUE(keeps_to_states("NOT stage <> :a"));
  EXPECT_TRUE(keeps_to_states("NOT NOT stage = :a"));
  EXPECT_TRUE(keeps_to_states("NOT (stage <> :a AND stage <> :b)"));
  EXPECT_FALSE(keeps_to_states("NOT stage = :a"));
  EXPECT_FALSE(keeps_to_states("NOT (stage <> :a AND stage <> :c)"));
  EXPECT_FALSE(keeps_to_states("attribute_not_exists(stage) OR stage = :a"));
}

TEST(ConditionMeaning, WhatIsStored) {
  const Meaning equal("topic = :a AND attribute_exists(pk)");
  EXPECT_TRUE(guard::stored_value(equal.condition(), "topic").known);
  EXPECT_EQ(guard::stored_value(equal.condition(), "topic").value->as_string(), "queued");
  EXPECT_FALSE(guard::stored_value(equal.condition(), "pk").known);
  const Meaning denied("NOT topic <> :a");
  EXPECT_EQ(guard::stored_value(denied.condition(), "topic").value->as_string(), "queued");
  const Meaning listed("topic IN (:b)");
  EXPECT_EQ(guard::stored_value(listed.condition(), "topic").value->as_string(), "running");
  const Meaning opposed("NOT topic = :a");
  EXPECT_FALSE(guard::stored_value(opposed.condition(), "topic").known);
  const Meaning missing("attribute_not_exists(topic)");
  EXPECT_TRUE(guard::stored_value(missing.condition(), "topic").known);
  EXPECT_FALSE(guard::stored_value(missing.condition(), "topic").value);
  const Meaning either("attribute_not_exists(topic) OR topic = :a");
  EXPECT_EQ(guard::stored_value(either.condition(), "topic").value->as_string(), "queued");
  const Meaning agreed("topic = :a OR (topic = :a AND body = :b)");
  EXPECT_EQ(guard::stored_value(agreed.condition(), "topic").value->as_string(), "queued");
  const Meaning contrary("topic = :a OR topic = :b");
  EXPECT_FALSE(guard::stored_value(contrary.condition(), "topic").known);
  const Meaning dropped("(topic = :a OR body = :b) AND topic = :c");
  EXPECT_EQ(guard::stored_value(dropped.condition(), "topic").value->as_string(), "failed");
  const Meaning half("(topic = :a AND body = :b) OR attribute_exists(pk)");
  EXPECT_FALSE(guard::stored_value(half.condition(), "topic").value);
  const Meaning nothing("topic = :a OR body = :b");
  EXPECT_FALSE(guard::stored_value(nothing.condition(), "topic").known);
}

guard::Predicate predicate(std::string attribute, model::Comparison comparison,
                           std::vector<AttributeValue> values, bool always_there = true) {
  guard::Predicate made;
  made.attribute = std::move(attribute);
  made.comparison = comparison;
  made.values = std::move(values);
  made.always_there = always_there;
  return made;
}

TEST(ConditionMeaning, AConditionOfTheModel) {
  using model::Comparison;
  const auto equal = predicate("stage", Comparison::equal, {"queued"});
  const auto among = predicate("stage", Comparison::in, {"queued", "running"});
  const auto other = predicate("stage", Comparison::not_equal, {"failed"});
  const auto below = predicate("hits", Comparison::less, {5});
  const auto exists = predicate("stage", Comparison::exists, {});
  const auto missing = predicate("stage", Comparison::not_exists, {});
  const auto any_below = predicate("hits", Comparison::less, {});
  struct Case {
    const guard::Predicate& predicate;
    const char* text;
    bool is_demanded;
  };
  for (const auto& [predicate, text, is_demanded] : {
           Case{equal, "stage = :a", true},
           Case{equal, "stage IN (:a)", true},
           Case{equal, "NOT stage <> :a", true},
           Case{equal, "stage IN (:a, :b)", false},
           Case{equal, "NOT stage = :a", false},
           Case{among, "stage = :a OR stage = :b", true},
           Case{among, "stage = :b", true},
           Case{among, "stage IN (:a, :c)", false},
           Case{other, "stage <> :c", true},
           Case{other, "NOT stage = :c", true},
           Case{other, "NOT stage IN (:b, :c)", true},
           Case{other, "stage = :a", true},
           Case{other, "stage <> :a", false},
           Case{below, "hits < :n", true},
           Case{below, ":n > hits", true},
           Case{below, "hits < :zero", true},
           Case{below, "hits <= :zero", true},
           Case{below, "hits BETWEEN :zero AND :zero", true},
           Case{below, "hits = :zero", true},
           Case{below, "attribute_exists(pk) AND NOT hits >= :n", true},
           Case{below, "NOT hits >= :n", false},  // there may be no item
           Case{below, "hits <= :n", false},
           Case{below, "hits BETWEEN :zero AND :n", false},
           Case{below, "hits < :later", false},
           Case{below, "hits > :zero", false},
           Case{below, "hits < :n OR stage = :a", false},
           Case{exists, "attribute_exists(stage)", true},
           Case{exists, "stage = :a", true},
           Case{exists, "stage <> :a", false},
           Case{missing, "attribute_not_exists(stage)", true},
           Case{missing, "NOT attribute_exists(stage)", true},
           Case{missing, "stage <> :a", false},
           Case{any_below, "hits < :later", true},
           Case{any_below, "NOT hits >= :later AND attribute_exists(pk)", true},
           Case{any_below, "hits <= :later", false},
           Case{any_below, "hits > :later", false},
       }) {
    EXPECT_EQ(guard::demands(Meaning(text).condition(), predicate), is_demanded)
        << predicate.attribute << ": " << text;
  }
  const auto optional = ::predicate("hits", Comparison::less, {5}, false);
  EXPECT_FALSE(
      guard::demands(Meaning("attribute_exists(pk) AND NOT hits >= :n").condition(), optional));
}

}  // namespace
