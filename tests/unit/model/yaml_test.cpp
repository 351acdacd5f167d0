// Files that are refused as a whole, with the place.

#include "model/reader.hpp"
#include "model_test_support.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace keywright::model {
namespace {

using ::testing::ElementsAre;

std::vector<std::string> refused(std::string_view text) {
  const ReadResult result = read(text);
  EXPECT_TRUE(result.unreadable) << text;
  EXPECT_FALSE(result.model.has_value());
  return summaries(result);
}

TEST(Yaml, EmptyFiles) {
  const std::string expected =
      "1:1 MDL001 the file is empty | `keywright init` writes a model to start from";
  EXPECT_THAT(refused(""), ElementsAre(expected));
  EXPECT_THAT(refused("# nothing yet\n"), ElementsAre(expected));
  EXPECT_THAT(refused("\xEF\xBB\xBF"), ElementsAre(expected));
}

TEST(Yaml, SyntaxErrorsInOurWords) {
  EXPECT_THAT(refused("a: [1, 2\nb: c\n"),
              ElementsAre("2:2 MDL001 this list in brackets does not go on with `,` or end with "
                          "`]` | close it, or put "
                          "text that contains any of []{}, into quotes"));
  EXPECT_THAT(refused("a: {b: status in [x, y]}\n"),
              ElementsAre("1:18 MDL001 this map in braces does not go on with `,` or end with `}` "
                          "| close it, or put "
                          "text that contains any of []{}, into quotes"));
  EXPECT_THAT(
      refused("a:\n  b: 1\n c: 2\n"),
      ElementsAre(
          "3:2 MDL001 a key was expected here | keys of one map stand in the same column, each "
          "followed by `: `"));
  EXPECT_THAT(refused("- a\nb: c\n"), ElementsAre("2:1 MDL001 the next element of the list was "
                                                  "expected here | elements of one list stand in "
                                                  "the same column, each after `- `"));
  EXPECT_THAT(
      refused("a: b: c\n"),
      ElementsAre(
          "1:5 MDL001 a second `:` cannot stand here | put text that contains `: ` into quotes, or "
          "check the indentation"));
  EXPECT_THAT(refused("a: \"x\n"),
              ElementsAre("2:1 MDL001 the file ends within quotes | close the quotes"));
  EXPECT_THAT(refused("a:\n\tb: c\n"),
              ElementsAre("2:1 MDL001 a tab cannot indent | indent with spaces"));
  EXPECT_THAT(refused("a: @x\n"),
              ElementsAre("1:4 MDL001 a value cannot begin with `@` | put it into quotes"));
}

TEST(Yaml, TheOpeningPlaceIsANote) {
  const ReadResult result = read("a: [1, 2\nb: c\n");
  ASSERT_EQ(result.diagnostics.at(0).notes.size(), 1U);
  EXPECT_EQ(result.diagnostics[0].notes[0].message, "the list begins here");
  EXPECT_EQ(result.diagnostics[0].notes[0].span.begin.column, 4U);
}

TEST(Yaml, DuplicateKeysAreAllFound) {
  EXPECT_THAT(
      refused("a: 1\nb: {c: 1, c: 2}\n\"a\": 3\n"),
      ElementsAre(
          "2:11 MDL002 the key `c` stands here a second time | rename or remove one of the two",
          "3:1 MDL002 the key `a` stands here a second time | rename or remove one of the two"));
  const ReadResult result = read("a: 1\na: 2\n");
  EXPECT_EQ(result.diagnostics.at(0).notes.at(0).message, "the first one is here");
  EXPECT_EQ(result.diagnostics[0].notes[0].span.begin.line, 1U);
}

TEST(Yaml, DuplicateKeysDifferOnlyByTheirText) {
  EXPECT_THAT(
      refused("é: 1\n'é': 2\n"),
      ElementsAre(
          "2:1 MDL002 the key `é` stands here a second time | rename or remove one of the two"));
}

TEST(Yaml, FeaturesThatAModelHasNot) {
  EXPECT_THAT(refused("a: &x 1\nb: *x\n"),
              ElementsAre("1:4 MDL003 a model has no anchors | remove the `&name`; put text that "
                          "begins with `&` into "
                          "quotes",
                          "2:4 MDL003 a model has no aliases | write the value out; put text that "
                          "begins with `*` into "
                          "quotes"));
  EXPECT_THAT(refused("<<: {a: 1}\n"),
              ElementsAre("1:1 MDL003 a model has no merge keys | write the values out"));
  EXPECT_THAT(refused("a: !!str x\n"), ElementsAre("1:4 MDL003 a model has no YAML tags | remove "
                                                   "the `!tag`; put text that begins with `!` into "
                                                   "quotes"));
  EXPECT_THAT(
      refused("a: 1\n---\nb: 2\n"),
      ElementsAre(
          "2:1 MDL003 a second document begins here | a model is one document: remove the `---`"));
  EXPECT_THAT(refused("? [a]\n: b\n"), ElementsAre("1:3 MDL003 a key must be text | write `key: "
                                                   "value`; put text that begins with `{` or `[` "
                                                   "into quotes"));
  EXPECT_THAT(
      refused("*a : 1\n"),
      ElementsAre("1:1 MDL003 a model has no aliases | put text that begins with `*` into quotes"));
}

TEST(Yaml, AnAliasBombIsRefusedAtItsFirstAnchor) {
  std::string text = "a0: &a0 [x, x]\n";
  for (int i = 1; i < 30; ++i) {
    const std::string before = "*a" + std::to_string(i - 1);
    const std::string name = "a" + std::to_string(i);
    text.append(name).append(": &").append(name).append(" [").append(before).append(", ").append(
        before);
    text += "]\n";
  }
  const ReadResult result = read(text);
  EXPECT_TRUE(result.unreadable);
  EXPECT_EQ(result.diagnostics.at(0).rule, "MDL003");
  EXPECT_EQ(result.diagnostics.at(0).span.begin.line, 1U);
}

TEST(Yaml, DeepNestingIsRefused) {
  EXPECT_THAT(refused("a: " + std::string(100000, '[')),
              ElementsAre("1:35 MDL003 the nesting is deeper than 32 levels"));
  std::string block;
  for (int i = 0; i < 500; ++i) block += std::string(static_cast<std::size_t>(i), ' ') + "a:\n";
  EXPECT_THAT(refused(block), ElementsAre("33:33 MDL003 the nesting is deeper than 32 levels"));
}

TEST(Yaml, HugeFilesAreRefused) {
  EXPECT_THAT(refused(std::string((1U << 20U) + 1, 'a')),
              ElementsAre("1:1 MDL003 the file is larger than 1 MiB | a model is written by hand: "
                          "is this the right "
                          "file?"));
}

TEST(Yaml, HugeTextsAreRefused) {
  const ReadResult result = read("a: \"" + std::string((8U << 10U) + 1, 'x') + "\"");
  EXPECT_TRUE(result.unreadable);
  EXPECT_THAT(summaries(result),
              ElementsAre("1:4 MDL003 this text is longer than 8 KiB | shorten it"));
}

TEST(Yaml, EncodingsOtherThanUtf8AreRefused) {
  EXPECT_THAT(refused("name: caf\xE9\n"),
              ElementsAre("1:10 MDL001 this byte is not UTF-8 | save the file as UTF-8"));
  EXPECT_THAT(refused(std::string_view("\xFF\xFEn\0a\0", 6)),
              ElementsAre("1:1 MDL001 the file is UTF-16 | save the file as UTF-8"));
  EXPECT_THAT(refused("a: \xC0\x80\n"),
              ElementsAre("1:4 MDL001 this byte is not UTF-8 | save the file as UTF-8"));
  EXPECT_THAT(refused("a: \xED\xA0\x80\n"),
              ElementsAre("1:4 MDL001 this byte is not UTF-8 | save the file as UTF-8"));
}

TEST(Yaml, ControlCharactersAreRefused) {
  EXPECT_THAT(refused(std::string_view("a: b\0c\n", 7)),
              ElementsAre("1:5 MDL001 a control character cannot stand in YAML | remove it"));
  EXPECT_THAT(refused("é: \x01\n"),
              ElementsAre("1:4 MDL001 a control character cannot stand in YAML | remove it"));
}

TEST(Yaml, ATopLevelOtherThanAMapIsAWrongType) {
  const ReadResult text = read("just text\n");
  EXPECT_FALSE(text.unreadable);
  EXPECT_THAT(summaries(text),
              ElementsAre("1:1 MDL004 a model must be a map, found `just text` | `keywright init` "
                          "writes a model to start from"));
  EXPECT_THAT(summaries(read("[1]")), ElementsAre("1:1 MDL004 a model must be a map, found a list "
                                                  "| `keywright init` writes a model to start "
                                                  "from"));
}

TEST(Yaml, PositionsCountCharactersAlsoBehindABom) {
  const ReadResult result = read("\xEF\xBB\xBFnäme: \"ü\"\r\nnäme: 2\r\n");
  EXPECT_THAT(
      summaries(result),
      ElementsAre(
          "2:1 MDL002 the key `näme` stands here a second time | rename or remove one of the two"));
  EXPECT_EQ(pointed_at(result, result.diagnostics.at(0).span), "näme");
}

TEST(Yaml, PlacesInTextWithEscapesFallBackToTheWholeText) {
  const ReadResult result =
      read(replaced(small_model, "\"TASK#{task_id}\"", "\"TASK\\x23{task}\""));
  EXPECT_THAT(
      summaries(result),
      ElementsAre("17:15 MDL012 entity `Task` has no field `task` | did you mean `task_id`?"));
  EXPECT_EQ(pointed_at(result, result.diagnostics.at(0).span), "\"TASK\\x23{task}\"");
}

TEST(Yaml, BlockTextEndsWithItsLastLine) {
  const ReadResult result =
      read(replaced(small_model, "waive: []", "waive: |\n  some\n  text\n\n\n"));
  EXPECT_EQ(pointed_at(result, result.diagnostics.at(0).span), "|\n  some\n  text");
}

}  // namespace
}  // namespace keywright::model
