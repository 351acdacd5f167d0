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
        values_{{":a", "queued"}, {":b", "running"},        {":c", "failed"},
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
bool demands_no_item(const char* text) {
  return guard::demands_no_item(Meaning(text).condition(), kKeys, {"gone_at", clock_at_5});
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
}

TEST(ConditionMeaning, WhatIsStored) {
  const Meaning equal("topic = :a AND attribute_exists(pk)");
  EXPECT_TRUE(guard::stored_value(equal.condition(), "topic").known);
  EXPECT_EQ(guard::stored_value(equal.condition(), "topic").value->as_string(), "queued");
  EXPECT_FALSE(guard::stored_value(equal.condition(), "pk").known);
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

}  // namespace
