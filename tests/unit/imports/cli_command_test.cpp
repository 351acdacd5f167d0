#include "imports/cli_command.hpp"

#include <string>

#include <gtest/gtest.h>

namespace keywright::imports {
namespace {

std::string conditions(const std::string& options) {
  const auto command = parse_command("aws dynamodb query --table-name t " + options);
  if (!command) return "no command";
  const auto all = key_conditions(*command);
  if (!all) return "not understood";
  std::string text;
  for (const auto& each : *all) text += each.attribute + " " + each.op + " " + each.value + "; ";
  return text;
}

TEST(CliCommand, ReadsTheWordsOfAShell) {
  const auto command = parse_command(
      "aws dynamodb put-item \\\n --table-name=t --item '{\"a\":{\"S\":\"it\\\\s\"}}' --note \"a "
      "\\\"b\\\"\" --flag");
  ASSERT_TRUE(command);
  EXPECT_EQ(command->operation, "put-item");
  EXPECT_EQ(command->value("table-name"), "t");
  EXPECT_EQ(command->value("note"), "a \"b\"");
  EXPECT_TRUE(command->has("flag"));
  EXPECT_EQ(command->json("item")->find("a")->value.find("S")->value.text, "it\\s");
}

TEST(CliCommand, IsOfDynamoDb) {
  EXPECT_FALSE(parse_command(""));
  EXPECT_FALSE(parse_command("aws s3 ls"));
  EXPECT_FALSE(parse_command("client.get_item(Key=..)"));
}

TEST(CliCommand, ReadsKeyConditions) {
  const std::string values =
      " --expression-attribute-values "
      "'{\":a\":{\"S\":\"A\"},\":b\":{\"N\":\"2\"},\":c\":{\"N\":\"3\"}}'";
  EXPECT_EQ(conditions("--key-condition-expression 'pk = :a'" + values), "pk = A; ");
  EXPECT_EQ(conditions("--key-condition-expression '#p=:a and sk>=:b' --expression-attribute-names "
                       "'{\"#p\":\"pk\"}'" +
                       values),
            "pk = A; sk >= 2; ");
  EXPECT_EQ(
      conditions("--key-condition-expression '(pk = :a) AND (sk BETWEEN :b AND :c)'" + values),
      "pk = A; sk between 2; ");
  EXPECT_EQ(conditions("--key-condition-expression 'pk = :a AND begins_with(sk, :a)'" + values),
            "pk = A; sk prefix A; ");
  EXPECT_EQ(conditions("--key '{\"pk\":{\"S\":\"A\"},\"sk\":{\"N\":\"1\"}}'"), "pk = A; sk = 1; ");
  EXPECT_EQ(conditions("--key-condition-expression 'pk = :missing'"), "pk = ; ");
}

TEST(CliCommand, DoesNotGuessConditions) {
  for (const char* expression : {"pk", "pk =", "pk = :a OR sk = :b", "pk = :a AND",
                                 "sk BETWEEN :a AND", "pk <> :a", "begins_with(sk", "= = ="}) {
    EXPECT_EQ(conditions("--key-condition-expression '" + std::string(expression) + "'"),
              "not understood")
        << expression;
  }
  EXPECT_EQ(conditions(""), "not understood");
}

TEST(CliCommand, ReadsWhatAnUpdateChanges) {
  CliCommand command;
  command.options["update-expression"] =
      "SET a = :a, #b = if_not_exists(b, :zero), c.d = :d ADD n :one REMOVE e, f";
  command.options["expression-attribute-names"] = "{\"#b\": \"bb\"}";
  const UpdateNames names = update_names(command);
  EXPECT_EQ(names.set, (std::vector<std::string>{"a", "bb", "c"}));
  EXPECT_EQ(names.add, (std::vector<std::string>{"n"}));
  EXPECT_EQ(names.remove, (std::vector<std::string>{"e", "f"}));
}

}  // namespace
}  // namespace keywright::imports
