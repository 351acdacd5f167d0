// Items of several entities, read by one Query.

#include "fixtures.hpp"

#include <gmock/gmock.h>

namespace keywright {
namespace {

using testing::HasSubstr;

class Collections : public RepositoryTest {
 protected:
  void SetUp() override {
    ASSERT_TRUE(jobs.create_job(job(1)));
    ASSERT_TRUE(jobs.put_findings(std::vector{finding(1, 0), finding(1, 1)}));
  }
  void put(const char* sk, std::vector<std::pair<std::string, AttributeValue>> attributes) {
    ItemBuilder item;
    item.set_string("pk", "JOB#00000000000000000000000001").set_string("sk", sk);
    for (const auto& [name, value] : attributes) item.set(name, value);
    ASSERT_TRUE(behind.put_item({.table_name = "app-table", .item = item.build()}));
  }
  research::JobRepository jobs{database, options()};
};

TEST_F(Collections, TakeTheItemsOfOthersByTheirKey) {
  put("FINDING#00000000000000aa", {{"job_id", job_id(1).to_string()},
                                   {"finding_id", "00000000000000aa"},
                                   {"body", "written by another program"}});
  const auto whole = jobs.get_job_with_findings(job_id(1));
  ASSERT_TRUE(whole && *whole) << whole.error().message;
  ASSERT_EQ((*whole)->findings.size(), 3U);
  EXPECT_EQ((*whole)->findings[2].body, "written by another program");
}

TEST_F(Collections, TrustTheTagMoreThanTheKey) {
  put("FINDING#00000000000000aa",
      {{"_type", "Report"}, {"job_id", job_id(1).to_string()}, {"text", "x"}});
  const auto whole = jobs.get_job_with_findings(job_id(1));
  ASSERT_TRUE(whole && *whole) << whole.error().message;
  EXPECT_EQ((*whole)->findings.size(), 2U);
  EXPECT_EQ((*whole)->report->text, "x");
  ASSERT_TRUE(jobs.put_report({.job_id = job_id(1), .text = "y"}));
  EXPECT_EQ(jobs.get_job_with_findings(job_id(1)).error().message,
            "get_job_with_findings: there are 2 items of Report, and there can be one");
}

TEST_F(Collections, RefuseItemsThatNobodyKnows) {
  put("NOTE#1", {{"text", "x"}});
  const auto whole = jobs.get_job_with_findings(job_id(1));
  ASSERT_FALSE(whole);
  EXPECT_EQ(whole.error().code, ErrorCode::unknown_entity);
  EXPECT_EQ(whole.error().message,
            "get_job_with_findings: the item JOB#00000000000000000000000001/NOTE#1 is of no entity "
            "that is read here");
  EXPECT_TRUE(whole.error().item);
  put("NOTE#1", {{"_type", "Note"}});
  EXPECT_THAT(jobs.get_job_with_findings(job_id(1)).error().message,
              HasSubstr(R"(; its _type is {"S":"Note"})"));

  auto counting = options();
  counting.unreadable_items = UnreadableItems::count;
  const auto rest = research::JobRepository(database, counting).get_job_with_findings(job_id(1));
  ASSERT_TRUE(rest && *rest);
  EXPECT_EQ((*rest)->findings.size(), 2U);
  EXPECT_EQ(reports.back().unreadable, 1U);
}

TEST_F(Collections, SayWhatDoesNotRead) {
  put("REPORT", {{"_type", "Report"}, {"job_id", job_id(1).to_string()}});
  EXPECT_EQ(jobs.get_job_with_findings(job_id(1)).error().message, "Report.text is missing");
}

TEST_F(Collections, ReadAllPagesOfTheirQuery) {
  database.answer<QueryRequest>([&](QueryRequest request) -> Result<QueryResponse> {
    request.limit = 1;
    return behind.query(request);
  });
  const auto whole = jobs.get_job_with_findings(job_id(1));
  ASSERT_TRUE(whole && *whole);
  EXPECT_EQ((*whole)->findings.size(), 2U);
  EXPECT_EQ(reports.back().requests, 4U);
}

TEST_F(Collections, AreBoundedByMaxItems) {
  std::vector<research::Finding> findings;
  for (int i = 0; i < 202; ++i) findings.push_back(finding(1, i));
  ASSERT_TRUE(jobs.put_findings(std::span(findings).first(201)));
  EXPECT_TRUE(jobs.get_job_with_findings(job_id(1))) << "202 items are as many as there may be";
  ASSERT_TRUE(jobs.put_findings(findings));
  const auto whole = jobs.get_job_with_findings(job_id(1));
  ASSERT_FALSE(whole);
  EXPECT_EQ(whole.error().message,
            "get_job_with_findings: there are more than 202 items; raise max_items, or read them "
            "as a list");
}

}  // namespace
}  // namespace keywright
