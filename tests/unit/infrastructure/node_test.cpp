#include "infrastructure/node.hpp"

#include <gtest/gtest.h>

namespace keywright::infrastructure {
namespace {

Node sample() {
  return Node::object({
      {"Text", "plain"},
      {"Date", "2010-09-09"},
      {"Count", Node::number(std::int64_t{35})},
      {"Target", Node::number(62.5)},
      {"Whole", Node::number(70.0)},
      {"Enabled", Node::boolean(true)},
      {"Keys", Node::list({Node::object({{"AttributeName", "n"}, {"KeyType", "HASH"}}),
                           Node::object({{"A", "1"}, {"B", Node::list({"x"})}})})},
      {"Long", Node::list({"a", "b", "c"})},
      {"None", Node::list()},
  });
}

TEST(Node, IsJson) {
  EXPECT_EQ(to_json(sample()), R"({
  "Text": "plain",
  "Date": "2010-09-09",
  "Count": 35,
  "Target": 62.5,
  "Whole": 70,
  "Enabled": true,
  "Keys": [
    {"AttributeName": "n", "KeyType": "HASH"},
    {
      "A": "1",
      "B": ["x"]
    }
  ],
  "Long": [
    "a",
    "b",
    "c"
  ],
  "None": []
}
)");
}

TEST(Node, IsYaml) {
  EXPECT_EQ(to_yaml(sample(), "a comment"), R"(# a comment
Text: plain
Date: "2010-09-09"
Count: 35
Target: 62.5
Whole: 70
Enabled: true
Keys:
  - {AttributeName: "n", KeyType: HASH}
  - A: "1"
    B: [x]
Long:
  - a
  - b
  - c
None: []
)");
}

TEST(Node, QuotesWhatYamlTakesForSomethingElse) {
  for (const char* text : {"y",   "No",  "TRUE", "null", "~", "on", "1e3", "0x1", "-",    "",
                           "a b", "a#b", "key:", "${A}", "*", "é",  "a,b", "=",   ".inf", "NaN"}) {
    EXPECT_EQ(to_yaml(Node::object({{"A", text}})), "A: \"" + std::string(text) + "\"\n");
  }
  for (const char* text : {"AWS::DynamoDB::Table", "kms:Decrypt", "app-table", "a.b/c_1"}) {
    EXPECT_EQ(to_yaml(Node::object({{"A", text}})), "A: " + std::string(text) + "\n");
  }
  EXPECT_EQ(to_yaml(Node::object({{"A", "\"\\\n"}})), "A: \"\\\"\\\\\\u000a\"\n");
}

TEST(Node, EscapesWhatYamlTakesForTheEndOfALine) {
  EXPECT_EQ(to_yaml(Node::object({{"A", "\u0085 \u2028 \u2029 \uFEFF \u00A0é"}})),
            "A: \"\\u0085 \\u2028 \\u2029 \\ufeff \u00A0é\"\n");
  EXPECT_EQ(to_yaml(Node::object({{"A", "b"}}), "two\nlines"), "# two\\x0alines\nA: b\n");
}

}  // namespace
}  // namespace keywright::infrastructure
