#include "verify/render.hpp"

#include <gtest/gtest.h>

namespace keywright::verify {
namespace {

PatternResult good() {
  PatternResult result;
  result.pattern = "get_job";
  result.operation = "get";
  result.outcome = Outcome::ok;
  result.cases = 4;
  result.usage = {5, 2.5, 0, true};
  return result;
}

PatternResult bad() {
  auto result = good();
  result.pattern = "put_report";
  result.operation = "put";
  result.outcome = Outcome::failed;
  result.cases = 1;
  result.failed_cases = 2;
  result.usage = {1, 0, 0, false};
  result.failure = Failure{"new",
                           "it must succeed",
                           {"PutItem", R"({"TableName":"t"})", "ValidationException: no\nmore"}};
  return result;
}

TEST(RenderResult, IsALineAndWhatFailed) {
  EXPECT_EQ(render_text(good(), 10),
            "ok      get_job     get           4 cases, 5 requests, 2.5 RRU\n");
  EXPECT_EQ(render_text(bad(), 10),
            "FAILED  put_report  put           1 case, 1 request, no capacity reported\n"
            "        case:     new (the first of 2)\n"
            "        wrong:    it must succeed\n"
            "        request:  PutItem {\"TableName\":\"t\"}\n"
            "        answer:   ValidationException: no\n"
            "                  more\n");
  PatternResult skipped;
  skipped.pattern = "list";
  skipped.operation = "query";
  skipped.skipped_because = "no key serves it";
  EXPECT_EQ(render_text(skipped, 10), "skipped list        query         no key serves it\n");
}

TEST(RenderReport, SumsUp) {
  Report report{{good(), bad(), PatternResult{}}, std::nullopt};
  EXPECT_EQ(render_summary(report), "3 patterns: 1 ok, 1 failed, 1 skipped; 6 requests, 2.5 RRU\n");
  EXPECT_FALSE(report.is_ok());
  report.patterns.resize(1);
  EXPECT_TRUE(report.is_ok());
  EXPECT_EQ(render_json(report, {"scratch"}),
            R"({"result":"ok","tables":["scratch"],"patterns":[{"pattern":"get_job","op":"get",)"
            R"("outcome":"ok","cases":4,"failed_cases":0,"requests":5,"read_units":2.5,)"
            R"("write_units":0}]})"
            "\n");
}

TEST(RenderReport, QuotesRequestsInJson) {
  const Report report{{bad()}, std::nullopt};
  const auto json = render_json(report, {});
  EXPECT_NE(json.find(R"("failure":{"case":"new","what":"it must succeed","operation":"PutItem",)"
                      R"("request":"{\"TableName\":\"t\"}",)"
                      R"("answer":"ValidationException: no\u000amore"})"),
            std::string::npos)
      << json;
}

}  // namespace
}  // namespace keywright::verify
