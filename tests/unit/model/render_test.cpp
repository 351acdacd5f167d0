#include "model/diagnostic.hpp"
#include "model/json_writer.hpp"

#include <limits>
#include <utility>

#include <gtest/gtest.h>

namespace keywright::model {
namespace {

Diagnostic finding(Span span) {
  Diagnostic diagnostic;
  diagnostic.rule = "AP001";
  diagnostic.span = span;
  diagnostic.message = "no key serves it";
  return diagnostic;
}

TEST(RenderText, LooksLikeACompilers) {
  const SourceFile source("a.model.yaml", "one: 1\nby: [topic]\n");
  Diagnostic diagnostic = finding(source.span(12, 17));
  diagnostic.help = "add an index";
  diagnostic.notes.push_back({"adds 0.6 WRU", {}});
  diagnostic.notes.push_back({"the entity is here", source.span(0, 3)});
  EXPECT_EQ(render_text(diagnostic, source),
            "a.model.yaml:2:6: error[AP001]: no key serves it\n"
            "    2 | by: [topic]\n"
            "      |      ^~~~~\n"
            "  help: add an index\n"
            "  note: adds 0.6 WRU\n"
            "a.model.yaml:1:1: note: the entity is here\n"
            "    1 | one: 1\n"
            "      | ^~~\n");
}

TEST(RenderText, ShowsNoLineForWhatIsNotWritten) {
  EXPECT_EQ(render_text(finding({}), SourceFile("a.yaml", "x")),
            "a.yaml: error[AP001]: no key serves it\n");
}

TEST(RenderText, LeavesTheSourceOutOnRequest) {
  const SourceFile source("a.yaml", "abc");
  EXPECT_EQ(render_text(finding(source.span(0, 1)), source, {false, false}),
            "a.yaml:1:1: error[AP001]: no key serves it\n");
}

TEST(RenderText, KeepsTabsSoThatTheCaretStaysUnder) {
  const SourceFile source("a.yaml", "a:\t\tb");
  EXPECT_EQ(render_text(finding(source.span(4, 5)), source),
            "a.yaml:1:5: error[AP001]: no key serves it\n"
            "    1 | a:\t\tb\n"
            "      |   \t\t^\n");
}

TEST(RenderText, CountsWideAndCombiningCharacters) {
  // A wide character takes two columns, an accent of its own none.
  const SourceFile source("a.yaml", "日e\xCC\x81: ab");
  EXPECT_EQ(render_text(finding(source.span(8, 10)), source),
            "a.yaml:1:6: error[AP001]: no key serves it\n"
            "    1 | 日e\xCC\x81: ab\n"
            "      |      ^~\n");
}

TEST(RenderText, ASpanOverSeveralLinesIsUnderlinedToTheEndOfTheFirst) {
  const SourceFile source("a.yaml", "ab: c\nd: e\n");
  EXPECT_EQ(render_text(finding(source.span(4, 9)), source),
            "a.yaml:1:5: error[AP001]: no key serves it\n"
            "    1 | ab: c\n"
            "      |     ^\n");
}

TEST(RenderText, CutsVeryLongLinesAroundTheCaret) {
  const std::string text = std::string(300, 'a') + "B" + std::string(300, 'c');
  const SourceFile source("a.yaml", text);
  EXPECT_EQ(render_text(finding(source.span(300, 301)), source),
            "a.yaml:1:301: error[AP001]: no key serves it\n"
            "    1 | .." +
                std::string(60, 'a') + "B" + std::string(99, 'c') + "..\n" + "      |   " +
                std::string(60, ' ') + "^\n");
}

TEST(RenderText, GivesATerminalNoControlCharacters) {
  const SourceFile source("a.yaml", "a: \x1b[31m");
  Diagnostic diagnostic = finding(source.span(0, 1));
  diagnostic.message = "bad \x1b text\xFF";
  EXPECT_EQ(render_text(diagnostic, source),
            "a.yaml:1:1: error[AP001]: bad \xEF\xBF\xBD text\xEF\xBF\xBD\n"
            "    1 | a: \xEF\xBF\xBD[31m\n"
            "      | ^\n");
}

TEST(RenderText, ShowsTextInTheOrderThatItHas) {
  const SourceFile source("a.yaml",
                          "a: \xE2\x80\xAE"
                          "b\xE2\x81\xA6");
  Diagnostic diagnostic = finding(source.span(0, 1));
  diagnostic.message = "bad \xE2\x80\xAA text";
  EXPECT_EQ(render_text(diagnostic, source),
            "a.yaml:1:1: error[AP001]: bad \xEF\xBF\xBD text\n"
            "    1 | a: \xEF\xBF\xBD"
            "b\xEF\xBF\xBD\n"
            "      | ^\n");
}

TEST(RenderText, PaintsOnRequest) {
  const SourceFile source("a.yaml", "ab");
  EXPECT_EQ(
      render_text(finding(source.span(0, 2)), source, {true, true}),
      "\x1b[1ma.yaml:1:1: \x1b[0m\x1b[1;31merror[AP001]:\x1b[0m \x1b[1mno key serves it\x1b[0m\n"
      "    1 | ab\n"
      "      | \x1b[1;32m^~\x1b[0m\n");
}

TEST(RenderText, CountsTheFindings) {
  const SourceFile source("a.yaml", "ab");
  Diagnostic warning = finding({});
  warning.severity = Severity::warning;
  Diagnostic note = finding({});
  note.severity = Severity::note;
  const std::string text = render_text({finding({}), finding({}), warning, note}, source);
  EXPECT_TRUE(text.ends_with("\n\n2 errors, 1 warning, 1 note\n")) << text;
  EXPECT_EQ(render_text(std::vector<Diagnostic>{}, source), "");
}

TEST(RenderText, SeveralLinesOfHelpStayUnderTheirLabel) {
  Diagnostic diagnostic = finding({});
  diagnostic.help = "add\nan index";
  EXPECT_EQ(render_text(diagnostic, SourceFile("a.yaml", "")),
            "a.yaml: error[AP001]: no key serves it\n"
            "  help: add\n"
            "        an index\n");
}

TEST(RenderJson, HasAllParts) {
  const SourceFile source("a.yaml", "one: \"1\"\n");
  Diagnostic diagnostic = finding(source.span(5, 8));
  diagnostic.subject = "Job.gsi1";
  diagnostic.help = "say \"hello\"\n";
  diagnostic.notes = {{"plain", {}}, {"placed", source.span(0, 3)}};
  EXPECT_EQ(
      render_json({{"a.yaml", {diagnostic}, ""}}),
      "{\"files\": [\n"
      "  {\"file\": \"a.yaml\", \"errors\": 1, \"warnings\": 0, \"notes\": 0, \"findings\": [\n"
      "    {\"rule\": \"AP001\", \"severity\": \"error\", \"message\": \"no key serves it\", "
      "\"subject\": \"Job.gsi1\", \"line\": 1, \"column\": 6, \"end_line\": 1, "
      "\"end_column\": 9, \"help\": \"say \\\"hello\\\"\\u000a\", \"notes\": "
      "[{\"message\": \"plain\"}, {\"message\": \"placed\", \"line\": 1, \"column\": 1}]}\n  "
      "]}\n]}\n");
}

TEST(RenderJson, IsOneDocumentForAllFiles) {
  EXPECT_EQ(
      render_json({{"a.yaml", {}, ""}, {"b.yaml", {}, "cannot read b.yaml"}}),
      "{\"files\": [\n"
      "  {\"file\": \"a.yaml\", \"errors\": 0, \"warnings\": 0, \"notes\": 0, \"findings\": []},\n"
      "  {\"file\": \"b.yaml\", \"errors\": 1, \"warnings\": 0, \"notes\": 0, "
      "\"failure\": \"cannot read b.yaml\", \"findings\": []}\n"
      "]}\n");
}

TEST(SortInFileOrder, GoesByPlaceThenRuleThenOrderOfAppearance) {
  const SourceFile source("a.yaml", "abcdef");
  std::vector<Diagnostic> all{finding(source.span(3, 4)), finding(source.span(1, 2)),
                              finding(source.span(1, 2)), finding(source.span(1, 2))};
  all[1].rule = "KEY001";
  all[2].message = "first";
  all[3].message = "second";
  sort_in_file_order(all);
  EXPECT_EQ(all[0].message, "first");
  EXPECT_EQ(all[1].message, "second");
  EXPECT_EQ(all[2].rule, "KEY001");
  EXPECT_EQ(all[3].span.begin.offset, 3U);
}

TEST(JsonWriter, WritesNullWhereJsonHasNoNumber) {
  JsonWriter json;
  json.begin('{');
  json.add_number("cost", 0.1 + 0.2);
  json.add_number("ratio", std::numeric_limits<double>::infinity());
  json.end('}');
  EXPECT_EQ(std::move(json).text(), R"({"cost":0.3,"ratio":null})");
}

}  // namespace
}  // namespace keywright::model
