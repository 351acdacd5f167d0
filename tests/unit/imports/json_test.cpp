#include "imports/json.hpp"

#include <string>
#include <string_view>

#include <gtest/gtest.h>

namespace keywright::imports {
namespace {

JsonResult read(std::string text) {
  return read_json(model::SourceFile("a.json", std::move(text)));
}

std::string fault(std::string text) {
  const JsonResult result = read(std::move(text));
  if (result.tree) return "none";
  const model::Position& at = result.fault.span.begin;
  return std::to_string(at.line) + ":" + std::to_string(at.column) + ": " + result.fault.message;
}

TEST(Json, ReadsWhatThereIs) {
  const JsonResult result =
      read(R"({"a": [1, -2.5e+3, true, null, "x"], "b": {"c": ""}, "d": []})");
  ASSERT_TRUE(result.tree);
  const model::Node& a = result.tree->find("a")->value;
  ASSERT_EQ(a.items.size(), 5U);
  EXPECT_EQ(a.items[1].text, "-2.5e+3");
  EXPECT_TRUE(a.items[2].plain);
  EXPECT_TRUE(a.items[3].is_null());
  EXPECT_FALSE(a.items[4].plain);
  EXPECT_EQ(result.tree->find("b")->value.find("c")->value.text, "");
  EXPECT_EQ(result.tree->find("d")->value.kind, model::NodeKind::list);
}

TEST(Json, UnescapesText) {
  const JsonResult result = read(R"(["\"\\\/\b\f\n\r\t", "\u00e9\u20ac\ud83d\ude00"])");
  ASSERT_TRUE(result.tree);
  EXPECT_EQ(result.tree->items[0].text, "\"\\/\b\f\n\r\t");
  EXPECT_EQ(result.tree->items[1].text, "é€😀");
}

TEST(Json, CountsLinesAndCharacters) {
  const JsonResult result = read("{\r\n  \"é\": [\n    7]}");
  ASSERT_TRUE(result.tree);
  const model::Entry& entry = result.tree->entries.front();
  EXPECT_EQ(entry.key_span.begin, (model::Position{2, 3, 5}));
  EXPECT_EQ(entry.key_span.end, (model::Position{2, 6, 9}));
  EXPECT_EQ(entry.value.items.front().span.begin, (model::Position{3, 5, 17}));
}

TEST(Json, SaysWhereItIsNone) {
  EXPECT_EQ(fault(""), "1:1: the file ends where a value was expected");
  EXPECT_EQ(fault("tables: 1"), "1:1: a value was expected here");
  EXPECT_EQ(fault("{\"a\": 1,\n}"), "2:1: a name in quotes was expected here");
  EXPECT_EQ(fault("{\"a\" 1}"), "1:6: a `:` was expected here");
  EXPECT_EQ(fault("[1 2]"), "1:4: a `,` or `]` was expected here");
  EXPECT_EQ(fault("{\"a\": 1 \"b\"}"), "1:9: a `,` or `}` was expected here");
  EXPECT_EQ(fault("[1] [2]"), "1:5: the file goes on after its end");
  EXPECT_EQ(fault("[\"a"), "1:2: these quotes are not closed");
  EXPECT_EQ(fault("[\"a\nb\"]"), "1:2: a control character stands within quotes");
  EXPECT_EQ(fault("[\"\\x\"]"), "1:4: this escape is unknown");
  EXPECT_EQ(fault("[\"\\ud800\"]"), "1:9: half a character: its second escape is missing");
  EXPECT_EQ(fault("[\"\\udc00\"]"), "1:9: half a character: its first escape is missing");
  EXPECT_EQ(fault("[01]"), "1:3: a number has no leading zero");
  EXPECT_EQ(fault("[1.]"), "1:4: a digit was expected behind the point");
  EXPECT_EQ(fault("[1e]"), "1:4: a digit was expected in the exponent");
  EXPECT_EQ(fault("[True]"), "1:2: a value was expected here");
  EXPECT_EQ(fault("[\"\xff\"]"), "1:3: this byte is not UTF-8");
}

TEST(Json, RefusesANameThatStandsTwice) {
  EXPECT_EQ(fault(R"({"a": 1, "b": 2, "a": 3})"), "1:18: this name stands twice in one object");
}

TEST(Json, RefusesDeepNesting) {
  EXPECT_EQ(fault(std::string(99, '[') + "1" + std::string(99, ']')), "none");
  EXPECT_EQ(fault(std::string(101, '[')), "1:101: the nesting is deeper than 100 levels");
  EXPECT_EQ(fault(std::string(1'000'000, '[')), "1:101: the nesting is deeper than 100 levels");
  std::string objects;
  for (int i = 0; i < 100'000; ++i) objects += "{\"a\":";
  EXPECT_EQ(fault(objects), "1:501: the nesting is deeper than 100 levels");
}

TEST(Json, RefusesWhatIsTooLarge) {
  EXPECT_EQ(fault(std::string(34'000'000, ' ')), "1:1: the file is larger than 32 MiB");
  std::string many = "[";
  for (int i = 0; i < 1'000'000; ++i) many += "1,";
  EXPECT_EQ(fault(many + "1]"), "1:2000000: the file has more than 1,000,000 values");
}

}  // namespace
}  // namespace keywright::imports
