#include "requests.hpp"

#include <random>
#include <string>

namespace keywright::expression::test {
namespace {

constexpr KeyAttribute kHash[] = {{"pk", AttributeType::string}};
constexpr KeyAttribute kRange[] = {{"sk", AttributeType::string}};
constexpr KeyAttribute kNumberRange[] = {{"sk", AttributeType::number}};
constexpr KeySchemaView kSchema{kHash, kRange};
constexpr KeySchemaView kHashOnly{kHash, {}};

constexpr KeyAttribute kManyHash[] = {{"h1", AttributeType::string}, {"h2", AttributeType::number}};
constexpr KeyAttribute kManyRange[] = {
    {"r1", AttributeType::string}, {"r2", AttributeType::number}, {"r3", AttributeType::binary}};
constexpr KeySchemaView kMany{kManyHash, kManyRange};

const Values kValues{{":p", AttributeValue("P")},        {":a", AttributeValue("a")},
                     {":b", AttributeValue("b")},        {":n", AttributeValue(5)},
                     {":empty", AttributeValue("")},     {":bool", AttributeValue(true)},
                     {":x", AttributeValue::binary("x")}};

Result<KeyCondition> parse_key_condition(std::string_view text, Parameters& parameters,
                                         const KeySchemaView& schema) {
  const auto conditions = parse_key_condition_text(text, parameters);
  if (!conditions) return conditions.error();
  return bind_key_condition(*conditions, schema);
}

std::string error(std::string_view text, const KeySchemaView& schema = kSchema,
                  const Names& names = {}) {
  Parameters parameters(names, kValues);
  return message_of(parse_key_condition(text, parameters, schema));
}

/// "pk = P, sk between a b"
std::string bound(std::string_view text, const KeySchemaView& schema = kSchema,
                  const Names& names = {}) {
  constexpr const char* operators[] = {"=", "<", "<=", ">", ">=", "between", "begins_with"};
  Parameters parameters(names, kValues);
  const auto condition = parse_key_condition(text, parameters, schema).value();
  std::string out;
  const auto append = [&](const KeyAttributeCondition& c) {
    if (!out.empty()) out += ", ";
    out += std::string(c.attribute) + " " + operators[static_cast<std::size_t>(c.op)] + " " +
           to_json(c.value);
    if (c.upper) out += " " + to_json(*c.upper);
  };
  for (const auto& c : condition.hash()) append(c);
  const std::size_t hash_end = out.size();
  for (const auto& c : condition.range()) append(c);
  if (out.size() > hash_end) out.replace(hash_end, 2, " | ");
  return out;
}

TEST(KeyCondition, TakesEveryOperatorOnTheRangeKey) {
  EXPECT_EQ(bound("pk = :p"), R"(pk = {"S":"P"})");
  EXPECT_EQ(bound("pk = :p AND sk = :a"), R"(pk = {"S":"P"} | sk = {"S":"a"})");
  EXPECT_EQ(bound("pk = :p AND sk < :a"), R"(pk = {"S":"P"} | sk < {"S":"a"})");
  EXPECT_EQ(bound("pk = :p AND sk <= :a"), R"(pk = {"S":"P"} | sk <= {"S":"a"})");
  EXPECT_EQ(bound("pk = :p AND sk > :a"), R"(pk = {"S":"P"} | sk > {"S":"a"})");
  EXPECT_EQ(bound("pk = :p AND sk >= :a"), R"(pk = {"S":"P"} | sk >= {"S":"a"})");
  EXPECT_EQ(bound("pk = :p AND sk BETWEEN :a AND :b"),
            R"(pk = {"S":"P"} | sk between {"S":"a"} {"S":"b"})");
  EXPECT_EQ(bound("pk = :p AND begins_with(sk, :a)"),
            R"(pk = {"S":"P"} | sk begins_with {"S":"a"})");
}

TEST(KeyCondition, OrderAndSidesAreFree) {
  EXPECT_EQ(bound("sk = :a AND pk = :p"), R"(pk = {"S":"P"} | sk = {"S":"a"})");
  EXPECT_EQ(bound(":a <= sk AND :p = pk"), R"(pk = {"S":"P"} | sk >= {"S":"a"})");
  EXPECT_EQ(bound("pk = :p AND :a < sk"), R"(pk = {"S":"P"} | sk > {"S":"a"})");
  EXPECT_EQ(bound("pk = :p AND :a >= sk"), R"(pk = {"S":"P"} | sk <= {"S":"a"})");
  EXPECT_EQ(bound("pk = :p AND :a > sk"), R"(pk = {"S":"P"} | sk < {"S":"a"})");
  EXPECT_EQ(bound("(pk = :p) AND (sk = :a)"), R"(pk = {"S":"P"} | sk = {"S":"a"})");
  EXPECT_EQ(bound("(pk = :p AND sk = :a)"), R"(pk = {"S":"P"} | sk = {"S":"a"})");
  EXPECT_EQ(bound("#p = :p AND #s = :a", kSchema, {{"#p", "pk"}, {"#s", "sk"}}),
            R"(pk = {"S":"P"} | sk = {"S":"a"})");
}

TEST(KeyCondition, NeedsTheHashKey) {
  EXPECT_EQ(error("sk = :a"), "Query condition missed key schema element: pk");
  EXPECT_EQ(error("x = :a"), "Query condition missed key schema element: pk");
  EXPECT_EQ(error("pk = :p AND x = :a"), "Query condition missed key schema element: sk");
  EXPECT_EQ(error("pk < :p"), "Query key condition not supported");
  EXPECT_EQ(error("begins_with(pk, :p) AND sk = :a"), "Query key condition not supported");
  EXPECT_EQ(error("pk = :p AND x = :a", kHashOnly), "Query key condition not supported");
  EXPECT_EQ(error("pk = :p AND sk = :a AND x = :a"), "Query key condition not supported");
}

TEST(KeyCondition, OneConditionPerKey) {
  const auto twice =
      "Invalid KeyConditionExpression: KeyConditionExpressions must only contain "
      "one condition per key";
  EXPECT_EQ(error("pk = :p AND sk > :a AND sk < :b"), twice);
  EXPECT_EQ(error("pk = :p AND pk = :a"), twice);
}

TEST(KeyCondition, KeysAreTopLevel) {
  EXPECT_EQ(error("pk = :p AND sk.a = :a"),
            "Invalid KeyConditionExpression: KeyConditionExpressions cannot have conditions on "
            "nested attributes");
}

TEST(KeyCondition, RefusesOtherOperators) {
  const std::string invalid = "Invalid operator used in KeyConditionExpression: ";
  EXPECT_EQ(error("pk = :p OR sk = :a"), invalid + "OR");
  EXPECT_EQ(error("NOT pk = :p"), invalid + "NOT");
  EXPECT_EQ(error("pk <> :p"), invalid + "<>");
  EXPECT_EQ(error("pk = :p AND sk IN (:a)"), invalid + "IN");
  EXPECT_EQ(error("pk = :p AND contains(sk, :a)"), invalid + "contains");
  EXPECT_EQ(error("attribute_exists(pk)"), invalid + "attribute_exists");
  EXPECT_EQ(error("pk = :p AND size(sk) = :n"),
            "Invalid KeyConditionExpression: KeyConditionExpressions cannot contain nested "
            "operations");
}

TEST(KeyCondition, ComparesOneAttributeWithConstants) {
  const std::string invalid = "Invalid condition in KeyConditionExpression: ";
  EXPECT_EQ(error("pk = sk"), invalid + "Multiple attribute names used in one condition");
  EXPECT_EQ(error(":p = :a"), invalid + "No key attribute specified");
  EXPECT_EQ(error("pk = :p AND :a BETWEEN sk AND :b"),
            invalid + "BETWEEN operator must have the key attribute as its first operand");
  EXPECT_EQ(error("pk = :p AND begins_with(:a, sk)"),
            invalid + "begins_with operator must have the key attribute as its first operand");
}

TEST(KeyCondition, ValuesHaveTheKeysType) {
  const auto mismatch =
      "One or more parameter values were invalid: Condition parameter type does "
      "not match schema type";
  EXPECT_EQ(error("pk = :n"), mismatch);
  EXPECT_EQ(error("pk = :bool"), mismatch);
  EXPECT_EQ(error("pk = :p AND sk = :n"), mismatch);
  EXPECT_EQ(error("pk = :p AND begins_with(sk, :a)", {kHash, kNumberRange}), mismatch);
  EXPECT_EQ(error("pk = :p AND begins_with(sk, :n)", {kHash, kNumberRange}),
            "Invalid KeyConditionExpression: Incorrect operand type for operator or function; "
            "operator or function: begins_with, operand type: N");
  EXPECT_EQ(error("pk = :p AND sk BETWEEN :n AND :n", {kHash, kNumberRange}), "");
}

TEST(KeyCondition, ValuesAreNeitherEmptyNorTooLong) {
  EXPECT_EQ(error("pk = :empty"),
            "One or more parameter values are not valid. The AttributeValue for a key attribute "
            "cannot contain an empty string value. Key: pk");
  EXPECT_EQ(error("pk = :p AND sk > :empty"),
            "One or more parameter values are not valid. The AttributeValue for a key attribute "
            "cannot contain an empty string value. Key: sk");
  const auto sized = [](std::size_t hash, std::size_t range) {
    const Names none;
    const Values values{{":p", AttributeValue(std::string(hash, 'p'))},
                        {":s", AttributeValue(std::string(range, 's'))}};
    Parameters parameters(none, values);
    return message_of(parse_key_condition("pk = :p AND sk = :s", parameters, kSchema));
  };
  EXPECT_EQ(sized(2048, 1024), "");
  EXPECT_EQ(sized(2049, 1),
            "One or more parameter values were invalid: Size of hashkey has exceeded the maximum "
            "size limit of2048 bytes");
  EXPECT_EQ(sized(1, 1025),
            "One or more parameter values were invalid: Aggregated size of all range keys has "
            "exceeded the size limit of 1024 bytes");
}

TEST(KeyCondition, KeysOfSeveralAttributes) {
  EXPECT_EQ(bound("h2 = :n AND h1 = :p", kMany), R"(h1 = {"S":"P"}, h2 = {"N":"5"})");
  EXPECT_EQ(bound("r2 < :n AND h2 = :n AND r1 = :a AND h1 = :p", kMany),
            R"(h1 = {"S":"P"}, h2 = {"N":"5"} | r1 = {"S":"a"}, r2 < {"N":"5"})");
  EXPECT_EQ(bound("h1 = :p AND h2 = :n AND r1 = :a AND r2 = :n AND begins_with(r3, :x)", kMany),
            R"(h1 = {"S":"P"}, h2 = {"N":"5"} | r1 = {"S":"a"}, r2 = {"N":"5"}, )"
            R"(r3 begins_with {"B":"eA=="})");
  EXPECT_EQ(error("h1 = :p", kMany), "Query condition missed key schema element: h2");
  EXPECT_EQ(error("h1 = :p AND h2 = :n AND r2 = :n", kMany),
            "Query condition missed key schema element: r1");
  EXPECT_EQ(error("h1 = :p AND h2 = :n AND r1 < :a AND r2 = :n", kMany),
            "Query key condition not supported");
  EXPECT_EQ(error("h1 = :p AND h2 > :n", kMany), "Query key condition not supported");
}

TEST(KeyCondition, TheTextIsCheckedWithoutASchema) {
  const Names none;
  Parameters parameters(none, kValues);
  EXPECT_TRUE(parse_key_condition_text("anything = :p", parameters));
  EXPECT_EQ(message_of(parse_key_condition_text("pk = :p OR sk = :a", parameters)),
            "Invalid operator used in KeyConditionExpression: OR");
  EXPECT_EQ(message_of(parse_key_condition_text("status = :p", parameters)),
            "Invalid KeyConditionExpression: Attribute name is a reserved keyword; reserved "
            "keyword: status");
  EXPECT_EQ(message_of(parse_key_condition_text("", parameters)),
            "Invalid KeyConditionExpression: The expression can not be empty;");
}

std::string to_text(const Result<KeyAttributeConditions>& read) {
  if (!read) return read.error().message;
  std::string text;
  for (const auto& condition : *read) {
    text += std::string(condition.attribute) + " " +
            std::to_string(static_cast<int>(condition.op)) + " " + to_json(condition.value);
    if (condition.upper) text += " " + to_json(*condition.upper);
    text += "; ";
  }
  return text;
}

// Random texts of tokens that are mostly where they belong: whether a text is read the short way
// or the long one, it means the same and uses the same names and values.
TEST(KeyCondition, TheUsualFormMeansWhatTheParserMakesOfIt) {
  const Names names{{"#p", "pk"}, {"#s", "sk"}, {"#d", "a.b"}};
  std::mt19937 random(7);
  const auto pick = [&random](std::initializer_list<const char*> texts) {
    return std::string(texts.begin()[random() % texts.size()]);
  };
  const auto name = [&] {
    return pick({"pk", "sk", "#p", "#s", "#d", "pk", "#p", "status", "#none", "AND", "a.b", "#p[1]",
                 "size", ":p"});
  };
  const auto value = [&] { return pick({":p", ":a", ":b", ":n", ":x", ":none", "sk", ":p"}); };
  const auto condition = [&] {
    switch (random() % 5) {
      case 0:
        return name() + pick({" BETWEEN ", " between ", " IN "}) + value() + " AND " + value();
      case 1:
        return pick({"begins_with", "begins_with", "contains", "BEGINS_WITH"}) + "(" + name() +
               pick({", ", ", ", " "}) + value() + pick({")", ")", ""});
      default:
        return name() + pick({"=", " = ", " < ", "<=", ">", " >= ", "<>"}) + value();
    }
  };
  std::size_t usual = 0;
  for (int round = 0; round < 20'000; ++round) {
    std::string text = condition();
    while (random() % 3 == 0) text += pick({" AND ", " and ", " AND ", " OR ", " "}) + condition();
    if (random() % 16 == 0) text = "(" + text + ")";
    Parameters short_way(names, kValues);
    Parameters long_way(names, kValues);
    const auto read = parse_key_condition_text(text, short_way);
    const auto tree = parse_condition(text, ExpressionKind::key_condition, long_way);
    const auto expected =
        tree ? read_key_condition(*tree) : Result<KeyAttributeConditions>(tree.error());
    ASSERT_EQ(to_text(read), to_text(expected)) << text;
    if (!read) continue;
    ++usual;
    ASSERT_EQ(message_of(short_way.check_all_used()), message_of(long_way.check_all_used()))
        << text;
  }
  EXPECT_GT(usual, 1000U);
}

}  // namespace
}  // namespace keywright::expression::test
