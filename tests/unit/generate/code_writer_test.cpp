#include "generate/code_writer.hpp"

#include <string>

#include <gtest/gtest.h>

namespace keywright::generate {
namespace {

TEST(CodeWriter, ReplacesKeysAndLeavesOtherBraces) {
  CodeWriter out;
  out.set("NAME", "Job");
  out.line("struct {{NAME}} { int a[1] = {{1}}; };");
  EXPECT_EQ(out.text(), "struct Job { int a[1] = {{1}}; };\n");
}

TEST(CodeWriter, IndentsLinesButNotEmptyOnes) {
  CodeWriter out;
  out.indent();
  out.line("a\n\nb");
  EXPECT_EQ(out.text(), "  a\n\n  b\n");
}

TEST(CodeWriter, AlignsArgumentsThatDoNotFit) {
  CodeWriter out;
  const std::string long_name(45, 'x');
  out.call("call(", {long_name, long_name, "c"}, ");");
  EXPECT_EQ(out.text(), "call(" + long_name + ", " + long_name + ",\n     c);\n");
}

TEST(CodeWriter, BreaksBehindTheHeadWhereAligningWouldNotFit) {
  CodeWriter out;
  const std::string head(60, 'h');
  const std::string argument(45, 'x');
  out.call(head + "(", {argument, "c"}, ");");
  EXPECT_EQ(out.text(), head + "(\n    " + argument + ", c);\n");
}

TEST(CodeWriter, PutsALongReturnTypeOnItsOwnLine) {
  CodeWriter out;
  const std::string type(60, 't');
  out.declaration(type, std::string(50, 'n') + "(", {"int a"}, ");");
  EXPECT_EQ(out.text(), type + "\n" + std::string(50, 'n') + "(int a);\n");
}

TEST(CodeWriter, WrapsComments) {
  CodeWriter out;
  std::string text;
  for (int i = 0; i < 30; ++i) text += "word" + std::string(i == 29 ? "" : " ");
  out.comment(text, "///");
  const auto first = out.text().substr(0, out.text().find('\n'));
  EXPECT_LE(first.size(), 100U);
  EXPECT_GT(first.size(), 95U);
  EXPECT_EQ(out.text().find("\n/// word"), first.size());
}

TEST(CodeWriter, KeepsACommentToItself) {
  CodeWriter out;
  out.comment("A\nint b;\\");
  out.line("int c;");
  EXPECT_EQ(out.text(), "// A\\x0aint b;\\.\nint c;\n");
}

TEST(CodeWriter, BreaksLongTextsBehindABlank) {
  CodeWriter out;
  out.indent();
  std::string text;
  for (int i = 0; i < 30; ++i) text += "#part" + std::to_string(10 + i) + ", ";
  out.member("projection", string_literal(text));
  std::size_t begin = 0;
  for (std::size_t end = 0; end != std::string::npos; begin = end + 1) {
    end = out.text().find('\n', begin);
    EXPECT_LE(out.text().substr(begin, end - begin).size(), 100U);
    if (end == out.text().size() - 1) break;
  }
}

TEST(Literals, EscapeWhatCppWouldMisread) {
  EXPECT_EQ(string_literal("a\"b\\c"), "\"a\\\"b\\\\c\"");
  EXPECT_EQ(string_literal(std::string("\n\x01", 2)), "\"\\012\\001\"");
}

}  // namespace
}  // namespace keywright::generate
