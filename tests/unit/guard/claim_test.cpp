#include "guard/claim.hpp"

#include "expression/parameters.hpp"
#include "guard/predicate.hpp"

#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

// What is told of conditions, against the conditions themselves: random ones, evaluated on random
// items.

namespace {

using namespace keywright;
using guard::Claim;
using Kind = Claim::Kind;

constexpr std::int64_t kNow = 1'000'000;
const Clock clock_now = [] { return TimePoint(std::chrono::seconds(kNow)); };

const ExpressionAttributeValues kValues{
    {":a", "queued"},     {":b", "running"}, {":c", "failed"}, {":zero", 0},
    {":two", 2},          {":four", 4},      {":now", kNow},   {":past", kNow - 100'000},
    {":future", kNow * 2}};

class Random {
 public:
  explicit Random(unsigned seed) : random_(seed) {}

  std::size_t below(std::size_t limit) { return random_() % limit; }
  std::string one_of(const std::vector<std::string>& texts) { return texts[below(texts.size())]; }

  std::string condition(int depth) {
    switch (depth == 0 ? 3 : below(5)) {
      case 0:
        return "NOT (" + condition(depth - 1) + ")";
      case 1:
        return "(" + condition(depth - 1) + ") AND (" + condition(depth - 1) + ")";
      case 2:
        return "(" + condition(depth - 1) + ") OR (" + condition(depth - 1) + ")";
      default:
        return term();
    }
  }

  /// `stage`, `hits` and `gone_at` may be missing, and are of their types.
  Item item() {
    ItemBuilder item;
    item.set("pk", AttributeValue("1"));
    if (below(4) > 0) item.set("stage", AttributeValue(one_of({"queued", "running", "failed"})));
    if (below(4) > 0) item.set("hits", AttributeValue(static_cast<std::int64_t>(below(6))));
    constexpr std::int64_t times[] = {kNow - 100'000, kNow - 100'001, kNow - 1, kNow,
                                      kNow + 1,       kNow * 2 - 1,   kNow * 2, kNow * 3};
    if (below(4) > 0) item.set("gone_at", AttributeValue(times[below(std::size(times))]));
    return item.build();
  }

 private:
  std::string value_of(const std::string& attribute) {
    if (attribute == "stage") return one_of({":a", ":b", ":c"});
    if (attribute == "hits") return one_of({":zero", ":two", ":four"});
    return one_of({":now", ":past", ":future"});
  }
  std::string term() {
    const auto attribute = one_of({"stage", "hits", "gone_at"});
    const auto value = value_of(attribute);
    const auto op = one_of({"=", "<>", "<", "<=", ">", ">="});
    switch (below(7)) {
      case 0:
        return one_of({"attribute_exists(", "attribute_not_exists("}) +
               one_of({attribute, attribute, "pk"}) + ")";
      case 1:
        return value + " " + op + " " + attribute;
      case 2:
        return attribute + " IN (" + value + (below(2) == 0 ? "" : ", " + value_of(attribute)) +
               ")";
      case 3:
        if (attribute == "stage") return "begins_with(stage, " + value + ")";
        return attribute + " BETWEEN " + value + " AND " + value_of(attribute);
      default:
        return attribute + " " + op + " " + value;
    }
  }

  std::mt19937 random_;
};

/// What the claim says, read word by word.
bool is_true(const Claim& claim, const Item& item) {
  const auto value = item.find(claim.attribute);
  if (claim.is(Kind::missing)) return !value;
  if (!value) return claim.or_missing;
  const auto equals = [&](ValueView other) { return other == *value; };
  switch (claim.kind) {
    case Kind::present:
      return true;
    case Kind::one_of:
      return std::any_of(claim.values.begin(), claim.values.end(), equals);
    case Kind::other_than:
      return std::none_of(claim.values.begin(), claim.values.end(), equals);
    case Kind::begins_with:
      return value->as_string().starts_with(claim.values[0].as_string());
    default:
      break;
  }
  if (claim.lower) {
    const auto order = *compare_scalars(*value, claim.lower->value);
    if (order < 0 || (order == 0 && claim.lower->is_open)) return false;
  }
  if (claim.upper) {
    const auto order = *compare_scalars(*value, claim.upper->value);
    if (order > 0 || (order == 0 && claim.upper->is_open)) return false;
  }
  return true;
}

/// A random condition with what is asked of it.
struct Asked {
  std::string text;
  const expression::Condition& condition;

  void expect_terms(const Item& item) const {
    bool all_hold = true;
    for (const auto& term : guard::terms_of(condition)) {
      if (term.claim.is(Kind::unknown)) return;
      all_hold = all_hold && is_true(term.claim, item);
    }
    EXPECT_EQ(condition.evaluate(&item), all_hold) << text << "\n" << to_json(item);
  }

  /// Of an item of which the condition is true.
  void expect_answers(const Item& item) const {
    const std::vector<std::string> keys{"pk"};
    const auto gone_at = item.find("gone_at");
    for (const bool all_expire : {false, true}) {
      const guard::Ttl ttl{"gone_at", all_expire};
      if (all_expire && !gone_at) continue;
      const bool may_be_old = guard::demands_no_item(condition, keys, {ttl, clock_now}) ||
                              guard::demands_expired(condition, {ttl, clock_now});
      if (!may_be_old) continue;
      EXPECT_TRUE(gone_at && gone_at->as_number() <= Number(kNow + 86400)) << text << "\n"
                                                                           << to_json(item);
    }
    const auto stage = item.find("stage");
    const std::vector<std::string> from{"queued", "running"};
    if (guard::demands_one_of(condition, "stage", from)) {
      EXPECT_TRUE(stage && stage->as_string() != "failed") << text << "\n" << to_json(item);
    }
    for (const char* attribute : {"stage", "hits"}) {
      const auto stored = guard::stored_value(condition, attribute);
      const auto value = item.find(attribute);
      if (!stored.known || !value) continue;
      EXPECT_TRUE(stored.value && *stored.value == *value) << text << "\n" << to_json(item);
    }
    expect_predicates(item);
  }

  void expect_predicates(const Item& item) const {
    using model::Comparison;
    const auto expect = [&](const char* attribute, Comparison comparison,
                            std::vector<AttributeValue> values) {
      guard::Predicate predicate;
      predicate.attribute = attribute;
      predicate.comparison = comparison;
      predicate.values = std::move(values);
      const auto value = item.find(attribute);
      for (const bool always_there : {false, true}) {
        if (always_there && !value) continue;
        predicate.always_there = always_there;
        if (!guard::demands(condition, predicate)) continue;
        const bool is_met =
            value ? holds(predicate, value) == true
                  : comparison == Comparison::not_equal || comparison == Comparison::not_exists;
        EXPECT_TRUE(is_met) << text << "\n" << to_json(item) << " " << to_text(comparison);
      }
    };
    expect("stage", Comparison::equal, {"queued"});
    expect("stage", Comparison::not_equal, {"failed"});
    expect("stage", Comparison::in, {"queued", "running"});
    expect("stage", Comparison::exists, {});
    expect("hits", Comparison::not_exists, {});
    for (const auto comparison : {Comparison::less, Comparison::less_equal, Comparison::greater,
                                  Comparison::greater_equal, Comparison::equal}) {
      expect("hits", comparison, {2});
    }
  }
};

TEST(Claims, AreWhatConditionsSay) {
  Random random(7);
  std::size_t with_answers = 0;
  for (int i = 0; i < 2000; ++i) {
    const auto text = random.condition(3);
    const ExpressionAttributeNames names;
    expression::Parameters parameters(names, kValues);
    const auto condition =
        expression::parse_condition(text, expression::ExpressionKind::condition, parameters);
    if (!condition) continue;  // a range that begins behind its end
    const Asked asked{text, *condition};
    if (guard::demands_item(*condition)) {
      EXPECT_FALSE(condition->evaluate(nullptr)) << text;
    }
    for (int j = 0; j < 30; ++j) {
      const auto item = random.item();
      asked.expect_terms(item);
      if (!condition->evaluate(&item)) continue;
      asked.expect_answers(item);
      ++with_answers;
    }
  }
  EXPECT_GT(with_answers, 5000U);
}

TEST(Claims, OfAFilterThatDropsWhatHasExpired) {
  Random random(8);
  std::size_t found = 0;
  for (int i = 0; i < 8000; ++i) {
    const auto text = random.condition(2);
    const ExpressionAttributeNames names;
    expression::Parameters parameters(names, kValues);
    const auto condition =
        expression::parse_condition(text, expression::ExpressionKind::filter, parameters);
    if (!condition) continue;
    for (const bool all_expire : {false, true}) {
      const guard::Ttl ttl{"gone_at", all_expire};
      const auto terms = guard::terms_of(*condition);
      const bool drops = std::all_of(terms.begin(), terms.end(), [&](const auto& term) {
        return guard::drops_expired(term.claim, {ttl, clock_now});
      });
      if (!drops) continue;
      ++found;
      for (int j = 0; j < 20; ++j) {
        const auto item = random.item();
        const auto gone_at = item.find("gone_at");
        const bool is_alive = !gone_at || gone_at->as_number() > Number(kNow + 86400);
        if (!is_alive || (all_expire && !gone_at)) continue;
        EXPECT_TRUE(condition->evaluate(&item)) << text << "\n" << to_json(item);
      }
    }
  }
  EXPECT_GT(found, 20U);
}

}  // namespace
