#include "document/explain_pattern.hpp"

#include "documented.hpp"

#include <gmock/gmock.h>

namespace keywright::document {
namespace {

using ::testing::HasSubstr;

std::string explained(const std::string& model, const std::string& pattern) {
  const auto documented = testing::documented(model);
  for (std::size_t i = 0; i < documented.model.access_patterns.size(); ++i) {
    if (documented.model.access_patterns[i].name != pattern) continue;
    return explain_pattern(documented.model, documented.plan, documented.report, i);
  }
  return "no such pattern";
}

TEST(ExplainPattern, SaysAReadInFull) {
  EXPECT_EQ(explained("research", "get_job_with_findings"),
            "get_job_with_findings: query, 4 calls/s on average, 20 at the peak\n"
            "  request    Query on table app-table\n"
            "  partition  pk = JOB#{job_id}\n"
            "  sort       sk BETWEEN FINDING# AND REPORT\n"
            "  order      ascending\n"
            "  returns    one Job of 746 B\n"
            "  returns    20 Finding of 2.4 KB each\n"
            "  returns    one Report of 19.6 KB\n"
            "  inputs     job_id\n"
            "  cost       8.5 RRU per call; 4 calls/s: $11.17 a month\n"
            "  not by     index gsi1 of table app-table: its partition key also needs status; the "
            "entity is not in it\n");
}

TEST(ExplainPattern, SaysEachMoveOfATransition) {
  const auto text = explained("research", "transition_status");
  EXPECT_THAT(text, HasSubstr("fail\n  request    TransactWriteItems on table app-table\n"));
  EXPECT_THAT(text, HasSubstr("condition  its state is queued or running\n"));
  EXPECT_THAT(text, HasSubstr("index      gsi1: sets gsi1pk = STATUS#failed\n"));
  EXPECT_THAT(text, HasSubstr("cost       transition_status.start: 1 WRU + 2 WRU for gsi1 (two "
                              "writes of 746 B) per call"));
}

TEST(ExplainPattern, SaysShardsFiltersAndWhatElseIsRead) {
  EXPECT_THAT(explained("shop", "recent_orders"), HasSubstr("4 shards merged in order"));
  EXPECT_THAT(explained("orders", "export_orders"), HasSubstr("filter     by "));
  EXPECT_THAT(explained("bank", "transfer"), HasSubstr("step       withdraw of Account\n"));
  EXPECT_THAT(explained("visits", "count_visit"), HasSubstr("changes    "));
}

// Of every pattern of every model there is something to say.
TEST(ExplainPattern, OfEachModelIsWhole) {
  for (const auto& name : testing::model_names()) {
    const auto documented = testing::documented(name);
    for (std::size_t i = 0; i < documented.model.access_patterns.size(); ++i) {
      const auto text = explain_pattern(documented.model, documented.plan, documented.report, i);
      EXPECT_THAT(text, HasSubstr("  cost ")) << name << text;
    }
  }
}

}  // namespace
}  // namespace keywright::document
