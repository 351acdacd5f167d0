// PartiQL: what the parser makes of statements, and what it refuses.

#include "expression/partiql.hpp"

#include "requests.hpp"

#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

namespace keywright::expression::test {
namespace {

using List = std::vector<AttributeValue>;

std::string error_of(std::string_view text, const List& parameters = {}) {
  return message_of(parse_statement(text, parameters));
}

/// The statement in the printer's spelling, which must itself be read as the same.
std::string printed(std::string_view text, const List& parameters = {}) {
  const auto statement = parse_statement(text, parameters);
  if (!statement) return message_of(statement);
  const std::string once = to_text(*statement);
  const auto again = parse_statement(once, parameters);
  EXPECT_TRUE(again) << once << ": " << again.error().message;
  EXPECT_EQ(again ? to_text(*again) : "", once);
  return once;
}

bool selects(std::string_view where, const Item& item, const List& parameters = {}) {
  const std::string text = "SELECT * FROM t WHERE " + std::string(where);
  return parse_statement(text, parameters).value().where->evaluate(&item);
}

/// The value of an attribute that is inserted so, as JSON.
std::string value_of(std::string_view literal, const List& parameters = {}) {
  const std::string text = "INSERT INTO t VALUE {'a': " + std::string(literal) + "}";
  const auto statement = parse_statement(text, parameters);
  if (!statement) return message_of(statement);
  return to_json(*statement->item.find("a"));
}

std::string updated_by(std::string_view actions, const Item& old, const List& parameters = {}) {
  const std::string text = "UPDATE t " + std::string(actions) + " WHERE pk = 'k'";
  const auto statement = parse_statement(text, parameters);
  if (!statement) return message_of(statement);
  const auto result = statement->update->apply(&old, kKey);
  return result ? to_json(**result) : message_of(result);
}

std::string malformed(const std::string& detail) {
  return "Statement wasn't well formed, can't be processed: " + detail;
}

// Statements -------------------------------------------------------------------------------------

TEST(PartiqlStatement, IsReadInAllItsForms) {
  EXPECT_EQ(printed("select * from Music"), "SELECT * FROM \"Music\"");
  EXPECT_EQ(
      printed("SELECT a, \"b c\".d[0] FROM \"my-table\".\"idx\" WHERE a = 1 ORDER BY a, b DESC;"),
      "SELECT a, \"b c\".d[0] FROM \"my-table\".\"idx\" WHERE a = 1 ORDER BY a, b DESC");
  EXPECT_EQ(printed("INSERT INTO t VALUE {'pk': 'a', 'n': -1.50}"),
            "INSERT INTO \"t\" VALUE {'pk': 'a', 'n': -1.50}");
  EXPECT_EQ(
      printed("UPDATE t SET a=1 SET b = b+ 2 REMOVE c[3] WHERE pk='x' RETURNING MODIFIED NEW *"),
      "UPDATE \"t\" SET a = 1 SET b = b + 2 REMOVE c[3] WHERE pk = 'x' RETURNING MODIFIED NEW *");
  EXPECT_EQ(printed("UPDATE t SET a = list_append(a, [1]), b = SET_ADD(b, <<'x'>>) SET "
                    "c=set_delete(c,<<1,2>>) WHERE pk = ? AND sk = 2",
                    {"x"}),
            "UPDATE \"t\" SET a = list_append(a, [1]) SET b = set_add(b, <<'x'>>) SET c = "
            "set_delete(c, <<1,2>>) WHERE pk = ? AND sk = 2");
  EXPECT_EQ(printed("DELETE FROM t WHERE pk = 'x' returning all old *"),
            "DELETE FROM \"t\" WHERE pk = 'x' RETURNING ALL OLD *");
  EXPECT_EQ(printed("EXISTS(SELECT * FROM t WHERE pk = 'x' AND a IS MISSING)"),
            "EXISTS(SELECT * FROM \"t\" WHERE pk = 'x' AND a IS MISSING)");
  const auto statement = parse_statement("SELECT * FROM \"a\"\"b\".\"i\"", {}).value();
  EXPECT_EQ(statement.table, "a\"b");
  EXPECT_EQ(statement.index, "i");
}

TEST(PartiqlStatement, CanBeMoved) {
  auto statement =
      parse_statement("SELECT \"a\" FROM t WHERE \"b\" = 'it''s' AND c = [1]", {}).value();
  const Statement moved = std::move(statement);
  EXPECT_EQ(to_json(moved.projection->apply(Item{{"a", 1}, {"b", 2}})), R"({"a":{"N":"1"}})");
  EXPECT_TRUE(moved.where->evaluate(std::vector{Item{{"b", "it's"}, {"c", list({1})}}}.data()));
}

TEST(PartiqlStatement, IsRefusedWhereItIsNotWellFormed) {
  EXPECT_EQ(error_of("HELLO"), malformed("Expected data manipulation"));
  EXPECT_EQ(error_of(";"), malformed("Expected data manipulation"));
  EXPECT_EQ(error_of("SELECT * FROM t WHERE a = 1 garbage"),
            malformed("Unexpected token after expression"));
  EXPECT_EQ(error_of("SELECT * FROM t; SELECT * FROM t"),
            malformed("Unexpected token after expression"));
  EXPECT_EQ(error_of("SELECT * FROM"),
            malformed("Expected a name, found the end of the statement"));
  EXPECT_EQ(error_of("SELECT FROM t"), malformed("Expected a name, found FROM"));
  EXPECT_EQ(error_of("SELECT * t"), malformed("Expected FROM, found t"));
  EXPECT_EQ(error_of("SELECT * FROM t WHERE a"),
            malformed("Expected an operator, found the end of the statement"));
  EXPECT_EQ(error_of("SELECT * FROM t WHERE a = 'x"), malformed("Expected a name, found 'x"));
  EXPECT_EQ(error_of("SELECT * FROM t WHERE (a = 1"),
            malformed("Expected ), found the end of the statement"));
  EXPECT_EQ(error_of("SELECT * FROM t WHERE (a = 1) = 2"),
            malformed("Expected a path or a value, found a condition"));
  EXPECT_EQ(error_of("SELECT l[-1] FROM t"),
            malformed("Expected the index of an element, found -"));
  EXPECT_EQ(error_of("SELECT * FROM t ORDER a"), malformed("Expected BY, found a"));
  EXPECT_EQ(error_of("INSERT INTO t VALUE 'x'"), malformed("Expected a map, found 'x'"));
  EXPECT_EQ(error_of("INSERT INTO t VALUE ?", {"x"}), malformed("Expected a map for VALUE"));
  EXPECT_EQ(error_of("INSERT INTO t VALUE {a: 1}"),
            malformed("Expected a name in single quotes, found a"));
  EXPECT_EQ(error_of("UPDATE t WHERE pk = 1"), malformed("Expected SET or REMOVE, found WHERE"));
  EXPECT_EQ(error_of("UPDATE t SET a = 1 WHERE pk = 'x' RETURNING a"),
            malformed("Expected ALL, found a"));
  EXPECT_EQ(error_of("SELECT * FROM t WHERE \xC3\xA4 = 1"),
            malformed("Expected a name, found \xC3\xA4"));
}

TEST(PartiqlStatement, IsRefusedForWhatDynamoDbLacks) {
  EXPECT_EQ(error_of("SELECT COUNT(*) FROM t"), "Unexpected path component");
  EXPECT_EQ(error_of("SELECT a.* FROM t"), malformed("Expected a name, found *"));
  EXPECT_EQ(error_of("SELECT a AS b FROM t"), "Aliasing is not supported");
  EXPECT_EQ(error_of("SELECT a b FROM t"), "Aliasing is not supported");
  EXPECT_EQ(error_of("SELECT * FROM t, u"), malformed("Unexpected token after expression"));
  EXPECT_EQ(error_of("UPDATE t.i SET a = 1 WHERE pk = 'x'"), "Only SELECT may name an index");
  EXPECT_EQ(error_of("DELETE FROM t WHERE pk = 'x' RETURNING ALL NEW *"),
            "DELETE may return ALL OLD * only");
  EXPECT_EQ(error_of("DELETE FROM t WHERE pk = 'x' RETURNING MODIFIED OLD *"),
            "DELETE may return ALL OLD * only");
  EXPECT_EQ(error_of("UPDATE t SET a = if_not_exists(a, 1) WHERE pk = 'x'"),
            "Invalid function name; function: if_not_exists");
  EXPECT_EQ(error_of("SELECT * FROM t WHERE upper(a) = 'X'"),
            "Invalid function name; function: upper");
}

TEST(PartiqlStatement, TakesOneParameterPerQuestionMark) {
  const std::string count = "Number of parameters in request and statement don't match.";
  EXPECT_EQ(error_of("SELECT * FROM t WHERE a = ?"), count);
  EXPECT_EQ(error_of("SELECT * FROM t WHERE a = ?", {1, 2}), count);
  EXPECT_EQ(error_of("SELECT * FROM t", {1}), count);
  EXPECT_EQ(error_of("SELECT * FROM t WHERE a IN (?, ?)", {1, 2}), "");
  EXPECT_EQ(error_of("SELECT * FROM t WHERE a = ?", {nested(33)}),
            "Nesting Levels have exceeded supported limits: Attributes in the item have nested "
            "levels beyond supported limit");
  EXPECT_EQ(error_of("SELECT * FROM t WHERE a = ?", {strings({})}),
            "One or more parameter values were invalid: An string set  may not be empty");
}

// Values -----------------------------------------------------------------------------------------

TEST(PartiqlValues, HaveLiterals) {
  EXPECT_EQ(value_of("'it''s \"x\"'"), R"({"S":"it's \"x\""})");
  EXPECT_EQ(value_of("''"), R"({"S":""})");
  EXPECT_EQ(value_of("-12.50"), R"({"N":"-12.5"})");
  EXPECT_EQ(value_of("+.5"), R"({"N":"0.5"})");
  EXPECT_EQ(value_of("1e3"), R"({"N":"1000"})");
  EXPECT_EQ(value_of("true"), R"({"BOOL":true})");
  EXPECT_EQ(value_of("FALSE"), R"({"BOOL":false})");
  EXPECT_EQ(value_of("null"), R"({"NULL":true})");
  EXPECT_EQ(value_of("[1, ['a'], {}]"), R"({"L":[{"N":"1"},{"L":[{"S":"a"}]},{"M":{}}]})");
  EXPECT_EQ(value_of("{'x': {'y': 1}}"), R"({"M":{"x":{"M":{"y":{"N":"1"}}}}})");
  EXPECT_EQ(value_of("<<'b', 'a'>>"), R"({"SS":["a","b"]})");
  EXPECT_EQ(value_of("<<2, 1>>"), R"({"NS":["1","2"]})");
  EXPECT_EQ(value_of("<<?>>", {AttributeValue::binary("x")}), R"({"BS":["eA=="]})");
  EXPECT_EQ(value_of("[?, {'k': ?}]", {1, "v"}), R"({"L":[{"N":"1"},{"M":{"k":{"S":"v"}}}]})");
}

TEST(PartiqlValues, AreRefusedAsStoredValuesAre) {
  const std::string invalid = "One or more parameter values were invalid: ";
  EXPECT_EQ(value_of("<<>>"), invalid + "An string set  may not be empty");
  EXPECT_EQ(value_of("<<'a', 'a'>>"), invalid + "Input collection contains duplicates.");
  EXPECT_EQ(value_of("<<1, 1.0>>"), invalid + "Input collection contains duplicates.");
  EXPECT_EQ(value_of("<<1, 'a'>>"), invalid + "The members of a set must be of one type");
  EXPECT_EQ(value_of("1e126"),
            "Number overflow. Attempting to store a number with magnitude larger than supported "
            "range");
  EXPECT_EQ(value_of("{'': 1}"), "Empty attribute name");
  const std::string deep = std::string(32, '[') + "1" + std::string(32, ']');
  EXPECT_EQ(value_of(deep),
            "Nesting Levels have exceeded supported limits: Attributes in the item have nested "
            "levels beyond supported limit");
  EXPECT_EQ(value_of(deep.substr(1, 63)).substr(0, 5), R"({"L":)");
  EXPECT_NE(value_of(std::string(8000, '[')), "");
}

// Conditions -------------------------------------------------------------------------------------

TEST(PartiqlCondition, BindsAndTighterThanOr) {
  const Item item{{"a", 1}, {"b", 2}};
  EXPECT_TRUE(selects("a = 1 OR a = 2 AND b = 3", item));
  EXPECT_FALSE(selects("(a = 1 OR a = 2) AND b = 3", item));
  EXPECT_TRUE(selects("NOT a = 2 AND b = 2", item));
  EXPECT_FALSE(selects("NOT (a = 2 OR b = 2)", item));
}

TEST(PartiqlCondition, KnowsItsOperators) {
  const Item item{{"a", 5}, {"s", "hello"}, {"z", AttributeValue::null()}, {"l", list({1, 2})}};
  EXPECT_TRUE(selects("a IN [1, 5]", item));
  EXPECT_TRUE(selects("a IN (5)", item));
  EXPECT_TRUE(selects("a NOT IN (1, 2)", item));
  EXPECT_TRUE(selects("a BETWEEN 1 AND 5 AND a <= 5", item));
  EXPECT_TRUE(selects("a NOT BETWEEN 6 AND 7", item));
  EXPECT_TRUE(selects("a != 4 AND a <> 4 AND 4 < a", item));
  EXPECT_TRUE(selects("begins_with(s, 'he') AND CONTAINS(s, 'll')", item));
  EXPECT_TRUE(selects("attribute_type(s, 'S') AND size(s) = 5", item));
  EXPECT_TRUE(selects("l[1] = 2 AND contains(\"l\", 1)", item));
  EXPECT_TRUE(selects("z IS NULL AND z IS NOT MISSING AND a IS NOT NULL", item));
  EXPECT_TRUE(selects("m IS MISSING AND NOT m IS NULL", item));
  EXPECT_TRUE(selects("l = [1, 2] AND l <> ?", item, {list({2, 1})}));
}

TEST(PartiqlCondition, KeepsItemsThatLackTheAttributeOfANegation) {
  const Item none;
  EXPECT_TRUE(selects("NOT a = 1", none));
  EXPECT_TRUE(selects("a <> 1", none));
  EXPECT_TRUE(selects("NOT contains(a, 'x')", none));
  EXPECT_TRUE(selects("a NOT IN (1)", none));
  EXPECT_FALSE(selects("a = 1", none));
}

TEST(PartiqlCondition, NamesAttributesByTheirQuotesOrBare) {
  const Item item{{"select", 1}, {"a.b", 2}, {"a", map({{"b", 3}})}, {"\xC3\xA4", 4}};
  EXPECT_TRUE(selects("\"select\" = 1 AND \"a.b\" = 2 AND a.b = 3 AND \"a\".\"b\" = 3", item));
  EXPECT_TRUE(selects("\"\xC3\xA4\" = 4", item));
  EXPECT_EQ(error_of("SELECT * FROM t WHERE \"\" = 1"), "Empty attribute name");
}

TEST(PartiqlCondition, IsCheckedAsExpressionsAre) {
  const auto where = [](const std::string& text) {
    return error_of("SELECT * FROM t WHERE " + text);
  };
  EXPECT_EQ(where("a < TRUE"),
            "Incorrect operand type for operator or function; operator: <, operand type: BOOL");
  EXPECT_EQ(where("begins_with(a, 1)"),
            "Incorrect operand type for operator or function; operator or function: begins_with, "
            "operand type: N");
  EXPECT_EQ(where("a BETWEEN 2 AND 1"),
            "The BETWEEN operator requires upper bound to be greater than or equal to lower bound; "
            "lower bound operand: AttributeValue: {N:2}, upper bound operand: AttributeValue: "
            "{N:1}");
  EXPECT_EQ(where("attribute_type(a, 'X')"),
            "Invalid attribute type name found; type: X, valid types: "
            "{B,NULL,SS,BOOL,L,BS,N,NS,S,M}");
  EXPECT_EQ(where("contains(a)"),
            "Incorrect number of operands for operator or function; operator or function: "
            "contains, number of operands: 1");
  EXPECT_EQ(where("1 IS MISSING"),
            "Operator or function requires a document path; operator or function: MISSING");
  EXPECT_EQ(where("a[99999999999] = 1"),
            "List index is not within the allowable range; index: [99999999999]");
  std::string many = "a = 1";
  for (int i = 0; i < 150; ++i) many += " AND a = 1";
  EXPECT_EQ(where(many), "The expression contains too many operators; operator count: 301");
  EXPECT_EQ(where(std::string(200, '(') + "a = 1" + std::string(200, ')')),
            malformed("Too many nested parentheses"));
  std::string calls;
  for (int i = 0; i < 1600; ++i) calls += "size(";
  EXPECT_EQ(where(calls), malformed("Too many nested parentheses"));
}

// Updates and projections ------------------------------------------------------------------------

TEST(PartiqlUpdate, SetsAndRemoves) {
  const Item old{{"n", 1}, {"l", list({1})}, {"s", strings({"a", "b"})}, {"m", map({{"x", 1}})}};
  EXPECT_EQ(updated_by("SET n = n + 1 SET l = list_append(l, ?) REMOVE m.x", old, {list({2})}),
            R"({"l":{"L":[{"N":"1"},{"N":"2"}]},"m":{"M":{}},"n":{"N":"2"},"s":{"SS":["a","b"]}})");
  EXPECT_EQ(updated_by("SET s = set_delete(s, <<'a'>>) REMOVE n REMOVE l REMOVE m", old),
            R"({"s":{"SS":["b"]}})");
  EXPECT_EQ(updated_by("SET t = set_add(t, <<1>>) REMOVE s REMOVE n REMOVE l REMOVE m", old),
            R"({"t":{"NS":["1"]}})");
  EXPECT_EQ(updated_by("SET m.y = n - 3, n = -2 REMOVE l REMOVE s", old),
            R"({"m":{"M":{"x":{"N":"1"},"y":{"N":"-2"}}},"n":{"N":"-2"}})");
}

TEST(PartiqlUpdate, IsCheckedAsExpressionsAre) {
  EXPECT_EQ(updated_by("SET a = 1 SET a = 2", {}),
            "Two document paths overlap with each other; must remove or rewrite one of these "
            "paths; path one: [a], path two: [a]");
  EXPECT_EQ(updated_by("SET a = b + 'x'", {}),
            "Incorrect operand type for operator or function; operator or function: +, operand "
            "type: S");
  EXPECT_EQ(updated_by("SET a = list_append(a, 'x')", {}),
            "Incorrect operand type for operator or function; operator or function: list_append, "
            "operand type: S");
  EXPECT_EQ(updated_by("SET a = set_add(a, 1)", {}),
            "Incorrect operand type for operator or function; operator or function: set_add, "
            "operand type: N");
  EXPECT_EQ(updated_by("SET a = set_add(b, <<1>>)", {}),
            "set_add must be given the path that it is assigned to");
  EXPECT_EQ(updated_by("SET a = list_append(list_append(a, a), [1])", {}),
            "The function is not allowed to be used this way in an expression; function: "
            "list_append");
  EXPECT_EQ(updated_by("SET a = b", {}),
            "The provided expression refers to an attribute that does not exist in the item");
}

TEST(PartiqlSelect, NamesWhatItSelectsByTheLastStep) {
  const Item item{{"a", map({{"b", 1}, {"c", list({2, 3})}})}, {"d", 4}};
  const auto selected = [&](const std::string& text) {
    const std::string whole = "SELECT " + text + " FROM t";
    const auto statement = parse_statement(whole, {});
    return statement ? to_json(statement->projection->apply(item)) : statement.error().message;
  };
  EXPECT_EQ(selected("d, absent"), R"({"d":{"N":"4"}})");
  EXPECT_EQ(selected("a.b, d"), R"({"b":{"N":"1"},"d":{"N":"4"}})");
  EXPECT_EQ(selected("a, a.b"),
            R"({"a":{"M":{"b":{"N":"1"},"c":{"L":[{"N":"2"},{"N":"3"}]}}},"b":{"N":"1"}})");
  EXPECT_EQ(selected("d, a.c[1]"), R"({"_2":{"N":"3"},"d":{"N":"4"}})");
  EXPECT_EQ(selected("d, a.d"), "Two selected paths have the same name in the result: d");
}

}  // namespace
}  // namespace keywright::expression::test
