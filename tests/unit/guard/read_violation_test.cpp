#include "guarding.hpp"

// Reads that are no access pattern, each with the whole of what a client is told.

namespace {

using namespace keywright;
using keywright::ViolationKind;
using keywright::testing::Guarding;
using keywright::testing::kJob;
using keywright::testing::kNowSeconds;

class ReadViolation : public Guarding {
 protected:
  static GetItemRequest get_of(const char* sort, bool consistent = true) {
    GetItemRequest request;
    request.table_name = "app-table";
    request.key = {{"pk", kJob}, {"sk", sort}};
    request.consistent_read = consistent;
    return request;
  }
  static QueryRequest by_status(AttributeValue partition = "STATUS#running") {
    QueryRequest request;
    request.table_name = "app-table";
    request.index_name = "gsi1";
    request.key_condition_expression = "gsi1pk = :p";
    request.expression_attribute_values = {{":p", std::move(partition)}};
    request.scan_index_forward = false;
    request.projection_expression = "job_id, topic";
    return request;
  }
};

TEST_F(ReadViolation, AScan) {
  ScanRequest request;
  request.table_name = "app-table";
  request.filter_expression = "#s = :s";
  request.expression_attribute_names = {{"#s", "status"}};
  request.expression_attribute_values = {{":s", "running"}};
  EXPECT_EQ(scan(request),
            "AccessPatternViolation: Scan app-table (filter on status): no access pattern scans "
            "app-table. Nearest: list_jobs_by_status = Query app-table.gsi1: gsi1pk = "
            "STATUS#{status}, descending");
  EXPECT_EQ(violation_.kind, ViolationKind::scan);
  EXPECT_EQ(violation_.nearest, "list_jobs_by_status");
  EXPECT_TRUE(dry_run_.requests().empty());
}

TEST_F(ReadViolation, AScanLikeNothing) {
  ScanRequest request;
  request.table_name = "app-table";
  EXPECT_EQ(scan(request),
            "AccessPatternViolation: Scan app-table: no access pattern scans app-table");
}

TEST_F(ReadViolation, AQueryInTheOtherOrder) {
  auto request = by_status();
  request.scan_index_forward = true;
  EXPECT_EQ(query(request),
            "AccessPatternViolation: Query app-table.gsi1 (gsi1pk = \"STATUS#running\"): it reads "
            "ascending. Nearest: list_jobs_by_status = Query app-table.gsi1: gsi1pk = "
            "STATUS#{status}, descending");
  EXPECT_EQ(violation_.kind, ViolationKind::direction);
}

TEST_F(ReadViolation, AWastefulFilter) {
  auto request = by_status();
  request.filter_expression = "topic = :t AND created_at > :c";
  request.expression_attribute_values.emplace_back(":t", "tea");
  request.expression_attribute_values.emplace_back(":c", "2026");
  EXPECT_EQ(query(request),
            "AccessPatternViolation: Query app-table.gsi1 (gsi1pk = \"STATUS#running\", filter on "
            "topic and created_at, descending): it filters by topic, and reads and pays "
            "for what it drops. Nearest: list_jobs_by_status = Query app-table.gsi1: gsi1pk = "
            "STATUS#{status}, descending");
  EXPECT_EQ(violation_.kind, ViolationKind::filter);
}

TEST_F(ReadViolation, ASortConditionThatNoPatternHas) {
  auto request = by_status();
  request.key_condition_expression = "gsi1pk = :p AND begins_with(gsi1sk, :d)";
  request.expression_attribute_values.emplace_back(":d", "2026-");
  EXPECT_EQ(query(request),
            "AccessPatternViolation: Query app-table.gsi1 (gsi1pk = \"STATUS#running\", gsi1sk "
            "begins with \"2026-\", descending): no access pattern has this condition on gsi1sk. "
            "Nearest: list_jobs_by_status = Query app-table.gsi1: gsi1pk = STATUS#{status}, "
            "descending");
  EXPECT_EQ(violation_.kind, ViolationKind::key_condition);
}

TEST_F(ReadViolation, AnIndexThatTheModelDoesNotHave) {
  auto request = by_status();
  request.index_name = "gsi2";
  EXPECT_EQ(query(request),
            "AccessPatternViolation: Query app-table.gsi2: the model has no such index");
  EXPECT_EQ(violation_.kind, ViolationKind::operation);
}

TEST_F(ReadViolation, APartitionKeyThatNoTemplateMakes) {
  EXPECT_EQ(query(by_status("STATUS#Running")),
            "AccessPatternViolation: Query app-table.gsi1 (gsi1pk = \"STATUS#Running\", "
            "descending): \"STATUS#Running\" does not fit gsi1pk = STATUS#{status}: status is no "
            "enum as keys write it: \"Running\". Nearest: list_jobs_by_status = Query "
            "app-table.gsi1: gsi1pk = STATUS#{status}, descending");
}

TEST_F(ReadViolation, ARangeThatReadsANeighbour) {
  QueryRequest request;
  request.table_name = "app-table";
  request.key_condition_expression = "pk = :p";
  request.expression_attribute_values = {{":p", kJob}};
  EXPECT_EQ(query(request),
            "AccessPatternViolation: Query app-table (pk = \"JOB#01ARZ3NDEKTSV4RRFFQ69G5FAV\"): it "
            "has no condition on sk. Nearest: get_job_with_findings = Query app-table: pk = "
            "JOB#{job_id}, sk from FINDING# to REPORT");
}

TEST_F(ReadViolation, AnEndOfARangeThatIsAnother) {
  QueryRequest request;
  request.table_name = "app-table";
  request.key_condition_expression = "pk = :p AND sk BETWEEN :a AND :b";
  request.expression_attribute_values = {{":p", kJob}, {":a", "FINDING"}, {":b", "REPORT"}};
  EXPECT_EQ(query(request),
            "AccessPatternViolation: Query app-table (pk = \"JOB#01ARZ3NDEKTSV4RRFFQ69G5FAV\", sk "
            "between \"FINDING\" and \"REPORT\"): its range begins at \"FINDING\", and that of the "
            "pattern at \"FINDING#\": it reads more. Nearest: get_job_with_findings = Query "
            "app-table: pk = "
            "JOB#{job_id}, sk from FINDING# to REPORT");
}

TEST_F(ReadViolation, ANarrowerRange) {
  QueryRequest request;
  request.table_name = "app-table";
  request.key_condition_expression = "pk = :p AND sk BETWEEN :a AND :b";
  request.expression_attribute_values = {{":p", kJob}, {":a", "FINDING#"}, {":b", "METADATA"}};
  EXPECT_NE(query(request).find("its range ends at \"METADATA\", and that of the pattern at "
                                "\"REPORT\": it leaves out some of what the pattern returns"),
            std::string::npos);
  EXPECT_EQ(violation_.kind, ViolationKind::key_condition);
}

TEST_F(ReadViolation, AFilterByTimeThatDropsMoreThanWhatHasExpired) {
  QueryRequest request;
  request.table_name = "app-table";
  request.key_condition_expression = "pk = :p AND sk BETWEEN :a AND :b";
  const auto outcome_of = [&](const char* filter, std::int64_t now) {
    request.filter_expression = filter;
    request.expression_attribute_values = {
        {":p", kJob}, {":a", "FINDING#"}, {":b", "REPORT"}, {":now", now}};
    return query(request);
  };
  // None of these items expires: such a filter drops nothing.
  for (const char* filter :
       {"attribute_not_exists(expires_at) OR expires_at > :now",
        ":now <= expires_at OR NOT attribute_exists(expires_at)", "NOT expires_at < :now"}) {
    EXPECT_EQ(outcome_of(filter, kNowSeconds), "get_job_with_findings") << filter;
  }
  for (const char* filter : {"expires_at > :now", "NOT expires_at > :now",
                             "attribute_not_exists(expires_at) OR expires_at < :now",
                             "attribute_not_exists(body) OR body > :now"}) {
    EXPECT_NE(outcome_of(filter, kNowSeconds).find("and reads and pays for what it drops"),
              std::string::npos)
        << filter;
    EXPECT_EQ(violation_.kind, ViolationKind::filter);
  }
  EXPECT_NE(outcome_of("attribute_not_exists(expires_at) OR expires_at > :now", kNowSeconds * 1000)
                .find("what its filter calls now, 1767323045000, is yet to come: it drops what is "
                      "alive"),
            std::string::npos);
}

TEST_F(ReadViolation, AllAttributesWhereThePatternListsFields) {
  auto request = by_status();
  EXPECT_EQ(query(request), "list_jobs_by_status");
  request.projection_expression.reset();
  for (const auto& select : {std::optional<Select>(), std::optional(Select::all_attributes)}) {
    request.select = select;
    EXPECT_EQ(query(request),
              "AccessPatternViolation: Query app-table.gsi1 (gsi1pk = \"STATUS#running\", "
              "descending): it asks for all attributes, and the pattern for those of its fields. "
              "Nearest: list_jobs_by_status = Query app-table.gsi1: gsi1pk = STATUS#{status}, "
              "descending");
    EXPECT_EQ(violation_.kind, ViolationKind::projection);
  }
  request.select = Select::count;
  EXPECT_EQ(query(request), "list_jobs_by_status");
}

TEST_F(ReadViolation, AttributesThatThePatternDoesNotList) {
  auto request = by_status();
  request.projection_expression = "job_id, #e";
  request.expression_attribute_names = {{"#e", "error"}};
  EXPECT_EQ(query(request),
            "AccessPatternViolation: Query app-table.gsi1 (gsi1pk = \"STATUS#running\", "
            "descending): it asks for error, which is none of the pattern's fields. Nearest: "
            "list_jobs_by_status = Query app-table.gsi1: gsi1pk = STATUS#{status}, descending");
  EXPECT_EQ(violation_.kind, ViolationKind::projection);
}

TEST_F(ReadViolation, AnEventualReadWhereThePatternIsStrong) {
  EXPECT_EQ(get(get_of("METADATA", false)),
            "AccessPatternViolation: GetItem app-table (pk \"JOB#01ARZ3NDEKTSV4RRFFQ69G5FAV\", sk "
            "\"METADATA\"): it reads eventually, and may miss the last write. Nearest: get_job = "
            "GetItem app-table: pk = JOB#{job_id}, sk = METADATA, strongly consistent");
  EXPECT_EQ(violation_.kind, ViolationKind::consistency);
}

TEST_F(ReadViolation, AStrongReadWhereThePatternIsEventual) {
  EXPECT_EQ(get(get_of("FINDING#0123456789abcdef")),
            "AccessPatternViolation: GetItem app-table (pk \"JOB#01ARZ3NDEKTSV4RRFFQ69G5FAV\", sk "
            "\"FINDING#0123456789abcdef\", strongly consistent): it reads strongly, and pays "
            "double. Nearest: get_finding = GetItem app-table: pk = JOB#{job_id}, sk = "
            "FINDING#{finding_id}");
}

TEST_F(ReadViolation, AnItemThatNoPatternGets) {
  EXPECT_EQ(get(get_of("REPORT", false)),
            "AccessPatternViolation: GetItem app-table (pk \"JOB#01ARZ3NDEKTSV4RRFFQ69G5FAV\", sk "
            "\"REPORT\"): no access pattern gets a Report. Nearest: get_job_with_findings = Query "
            "app-table: pk = JOB#{job_id}, sk from FINDING# to REPORT");
  EXPECT_EQ(violation_.kind, ViolationKind::operation);
}

TEST_F(ReadViolation, AKeyThatIsNoEntitys) {
  EXPECT_EQ(get(get_of("FINDING#0123", false)),
            "AccessPatternViolation: GetItem app-table (pk \"JOB#01ARZ3NDEKTSV4RRFFQ69G5FAV\", sk "
            "\"FINDING#0123\"): \"FINDING#0123\" does not fit sk = FINDING#{finding_id}: "
            "finding_id is no "
            "string as keys write it: \"0123\". Nearest: get_finding = GetItem app-table: pk = "
            "JOB#{job_id}, sk = FINDING#{finding_id}");
  EXPECT_EQ(violation_.kind, ViolationKind::item_key);
}

TEST_F(ReadViolation, OneKeyOfABatch) {
  BatchGetItemRequest request;
  request.request_items["app-table"].keys = {{{"pk", kJob}, {"sk", "FINDING#0123456789abcdef"}},
                                             {{"pk", kJob}, {"sk", "REPORT"}}};
  EXPECT_EQ(outcome(guard_.batch_get_item(request)),
            "AccessPatternViolation: BatchGetItem app-table (pk "
            "\"JOB#01ARZ3NDEKTSV4RRFFQ69G5FAV\", sk \"REPORT\"): no access pattern gets a Report. "
            "Nearest: get_job_with_findings = Query app-table: pk = JOB#{job_id}, sk from "
            "FINDING# to REPORT");
}

class Warning : public Guarding {
 protected:
  Warning() : Guarding("research", GuardMode::warn) {}
};

TEST_F(Warning, LetsItThroughAndCountsIt) {
  ScanRequest request;
  request.table_name = "app-table";
  EXPECT_TRUE(guard_.scan(request));
  EXPECT_EQ(dry_run_.requests().size(), 1U);
  EXPECT_EQ(violation_.message,
            "AccessPatternViolation: Scan app-table: no access pattern scans app-table");
  const auto report = guard_.report();
  EXPECT_EQ(report.violations, 1U);
  EXPECT_EQ(report.refused, 0U);
}

TEST_F(Guarding, LetsOtherTablesThrough) {
  ScanRequest request;
  request.table_name = "another-table";
  EXPECT_EQ(scan(request), "");
  EXPECT_EQ(guard_.report().other_tables, 1U);
  EXPECT_EQ(dry_run_.requests().size(), 1U);
}

TEST_F(Guarding, LeavesWhatIsMalformedToTheDatabase) {
  QueryRequest request;
  request.table_name = "app-table";
  request.key_condition_expression = "pk ==";
  EXPECT_EQ(query(request), "");
  EXPECT_EQ(guard_.report().malformed, 1U);
  EXPECT_EQ(dry_run_.requests().size(), 1U);
}

}  // namespace
