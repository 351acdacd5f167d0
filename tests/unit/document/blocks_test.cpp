#include "document/blocks.hpp"

#include <algorithm>
#include <string>

#include <gmock/gmock.h>

namespace keywright::document {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(Markdown, EscapesWhatWouldBeMarkup) {
  Page page{"a*b", {Paragraph{"x_y <b> `JOB#{id}|1` |"}, Table{{"k"}, {{"`a|b` | c*"}}, {}}}};
  EXPECT_EQ(to_markdown(page),
            "# a\\*b\n\nx\\_y \\<b\\> `JOB#{id}|1` \\|\n\n"
            "| k |\n|---|\n| `a\\|b` \\| c\\* |\n");
}

TEST(Html, LetsNothingBecomeMarkup) {
  Page page{"<script>alert(1)</script>",
            {Heading{2, "a & b"}, Paragraph{"`<i>` \"q\""}, Table{{"n"}, {{"1"}}, {true}}}};
  const auto html = to_html(page);
  EXPECT_THAT(html, Not(HasSubstr("<script>")));
  EXPECT_THAT(html, HasSubstr("<h2 id=\"a-b\">a &amp; b</h2>"));
  EXPECT_THAT(html, HasSubstr("<code>&lt;i&gt;</code> &quot;q&quot;"));
  EXPECT_THAT(html, HasSubstr("<td class=\"right\">1</td>"));
  // All it needs is in it.
  EXPECT_THAT(html, Not(HasSubstr("http")));
  EXPECT_THAT(html, HasSubstr("prefers-color-scheme: dark"));
}

StateDiagram job_states() {
  return {"States of Job",
          {"queued", "running", "done", "lost"},
          0,
          {2},
          {{0, 1, "start"}, {1, 2, "end"}, {1, 0, "retry"}, {1, 1, "touch"}}};
}

TEST(Mermaid, NamesStatesAndMoves) {
  EXPECT_EQ(to_mermaid(job_states()),
            "stateDiagram-v2\n"
            "  state \"queued\" as s0\n"
            "  state \"running\" as s1\n"
            "  state \"done\" as s2\n"
            "  state \"lost\" as s3\n"
            "  [*] --> s0\n"
            "  s0 --> s1: start\n"
            "  s1 --> s2: end\n"
            "  s1 --> s0: retry\n"
            "  s1 --> s1: touch\n"
            "  s2 --> [*]\n");
}

TEST(Svg, HasABoxPerStateAndAnArcPerMove) {
  const auto svg = to_svg(job_states());
  const auto count = [&](const std::string& part) {
    int found = 0;
    for (auto at = svg.find(part); at != std::string::npos; at = svg.find(part, at + 1)) ++found;
    return found;
  };
  EXPECT_EQ(count("<rect"), 4);
  EXPECT_EQ(count("class=\"final\""), 1);
  EXPECT_EQ(count("class=\"move\""), 4);
  EXPECT_EQ(count("marker-end"), 5);  // and the one into the initial state
  EXPECT_THAT(svg, HasSubstr(">retry</text>"));
}

// A diagram of a model that is not right yet.
TEST(Svg, OfNothingIsNothing) {
  EXPECT_THAT(to_svg({"empty", {}, 17, {}, {}}), HasSubstr("<svg"));
  EXPECT_THAT(to_mermaid({"empty", {}, 17, {}, {}}), HasSubstr("stateDiagram"));
}

}  // namespace
}  // namespace keywright::document
