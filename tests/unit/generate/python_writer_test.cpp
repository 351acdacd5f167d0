#include "generate/python_writer.hpp"

#include "generate/python_names.hpp"

#include <gtest/gtest.h>

namespace keywright::generate {
namespace {

std::string repeated(const std::string& text, std::size_t count) {
  std::string result;
  for (std::size_t i = 0; i < count; ++i) result += text;
  return result;
}

TEST(PythonWriter, BreaksCallsAsBlackDoes) {
  PythonWriter out(1);
  out.call("return f(", {"a", "b"});
  const auto wide = repeated("x", 45);
  out.call("return f(", {wide, wide});
  out.call("return f(", {wide, wide, wide});
  out.call("def f(", {"self", wide + ": int", "*", wide + "2: int = 1"}, ") -> int:");
  EXPECT_EQ(out.text(),
            "    return f(a, b)\n"
            "    return f(\n"
            "        " +
                wide + ", " + wide +
                "\n"
                "    )\n"
                "    return f(\n"
                "        " +
                wide +
                ",\n"
                "        " +
                wide +
                ",\n"
                "        " +
                wide +
                ",\n"
                "    )\n"
                "    def f(\n"
                "        self,\n"
                "        " +
                wide +
                ": int,\n"
                "        *,\n"
                "        " +
                wide +
                "2: int = 1,\n"
                "    ) -> int:\n");
}

TEST(PythonWriter, WrapsDocstringsWithinTheColumns) {
  PythonWriter out(1);
  out.docstring({"Short."});
  out.docstring({repeated("word ", 18) + "end."});  // fits, but for its quotes
  out.docstring({repeated("word ", 30) + "end.", "More \\ and \"quotes\"."});
  for (std::size_t at = 0; at < out.text().size();) {
    const auto end = out.text().find('\n', at);
    EXPECT_LE(end - at, PythonWriter::max_columns);
    at = end + 1;
  }
  EXPECT_TRUE(out.text().starts_with("    \"\"\"Short.\"\"\"\n")) << out.text();
  EXPECT_NE(out.text().find("\n\n    More \\\\ and \\\"quotes\\\".\n    \"\"\"\n"),
            std::string::npos)
      << out.text();
}

TEST(PythonWriter, QuotesTextsSoThatTheyNeedTheFewestEscapes) {
  EXPECT_EQ(python_literal("plain"), "\"plain\"");
  EXPECT_EQ(python_literal("none \"yet\""), "'none \"yet\"'");
  EXPECT_EQ(python_literal("both ' and \""), "\"both ' and \\\"\"");
  EXPECT_EQ(python_literal("a\\b\n\x01"), "\"a\\\\b\\x0a\\x01\"");
  EXPECT_EQ(python_literal("Größe"), "\"Größe\"");
}

TEST(PythonNames, KeepClearOfWordsThatMeanSomethingElse) {
  EXPECT_EQ(python_identifier("class"), "class_");
  EXPECT_EQ(python_identifier("raise"), "raise_");
  EXPECT_EQ(python_identifier("list"), "list_");
  EXPECT_EQ(python_identifier("limit"), "limit_");
  EXPECT_EQ(python_identifier("namespace"), "namespace");
  EXPECT_EQ(upper_snake("JobStatus"), "JOB_STATUS");
}

}  // namespace
}  // namespace keywright::generate
