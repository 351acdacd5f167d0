#include "guard/match.hpp"
#include "guarding.hpp"

// PartiQL and legacy parameters: other words for the same requests.

namespace {

using namespace keywright;
using keywright::ViolationKind;
using keywright::guard::Verdict;
using keywright::testing::Guarding;
using keywright::testing::kJob;
using keywright::testing::kJobId;
using keywright::testing::kNow;

class Statements : public ::testing::Test {
 protected:
  [[nodiscard]] std::string names(const Verdict& verdict) const {
    if (verdict.violation) return verdict.violation->message;
    std::string text = verdict.outcome == Verdict::Outcome::malformed ? "malformed" : "";
    for (const auto& share : verdict.shares) {
      text += (text.empty() ? "" : " ") + rules_.patterns[share.pattern].name;
    }
    return text;
  }
  std::string execute(std::string statement, std::vector<AttributeValue> parameters = {},
                      bool consistent = false) {
    ExecuteStatementRequest request;
    request.statement = std::move(statement);
    if (!parameters.empty()) request.parameters = std::move(parameters);
    request.consistent_read = consistent;
    return names(guard::match(rules_, request));
  }

  guard::Rules rules_ = guard::make_rules(keywright::testing::read_model("research"));
};

TEST_F(Statements, OneItem) {
  EXPECT_EQ(execute(R"(SELECT * FROM "app-table" WHERE pk = ? AND sk = 'METADATA')", {kJob}, true),
            "get_job");
  EXPECT_EQ(execute(R"(SELECT body FROM "app-table" WHERE sk = ? AND pk = ?)",
                    {"FINDING#0123456789abcdef", kJob}),
            "get_finding");
  EXPECT_EQ(execute(R"(SELECT * FROM "app-table" WHERE pk = ? AND sk = 'METADATA')", {kJob}),
            "AccessPatternViolation: ExecuteStatement app-table (pk "
            "\"JOB#01ARZ3NDEKTSV4RRFFQ69G5FAV\", sk \"METADATA\"): it reads eventually, and may "
            "miss the last write. Nearest: get_job = GetItem app-table: pk = JOB#{job_id}, sk = "
            "METADATA, strongly consistent");
}

TEST_F(Statements, Lists) {
  const std::string list =
      R"(SELECT job_id FROM "app-table"."gsi1" WHERE gsi1pk = 'STATUS#queued')";
  EXPECT_EQ(execute(list + " ORDER BY gsi1sk DESC"), "list_jobs_by_status");
  EXPECT_EQ(execute(list + " ORDER BY gsi1pk ASC, gsi1sk DESC"), "list_jobs_by_status");
  EXPECT_EQ(execute(list + " ORDER BY gsi1sk DESC, gsi1pk ASC"), "list_jobs_by_status");
  EXPECT_NE(execute(list + " ORDER BY gsi1sk ASC, gsi1pk DESC").find("it reads ascending"),
            std::string::npos);
  EXPECT_NE(execute(list + " ORDER BY gsi1pk DESC").find("it reads ascending"), std::string::npos);
  EXPECT_NE(execute(list).find("it reads ascending"), std::string::npos);
  EXPECT_NE(execute(list + " AND topic = 'tea' ORDER BY gsi1sk DESC").find("it filters by topic"),
            std::string::npos);
  EXPECT_EQ(
      execute(R"(SELECT * FROM "app-table" WHERE pk = ? AND sk BETWEEN 'FINDING#' AND 'REPORT')",
              {kJob}),
      "get_job_with_findings");
}

TEST_F(Statements, WhatReadsEverything) {
  EXPECT_EQ(execute(R"(SELECT * FROM "app-table" WHERE status = 'queued')"),
            "AccessPatternViolation: ExecuteStatement app-table (filter on status): no access "
            "pattern scans app-table. Nearest: list_jobs_by_status = Query app-table.gsi1: gsi1pk "
            "= STATUS#{status}, descending");
}

TEST_F(Statements, WhatIsNotSimple) {
  ExecuteStatementRequest request;
  request.statement = R"(SELECT * FROM "app-table" WHERE pk IN (?, ?))";
  request.parameters = {kJob, kJob};
  const auto verdict = guard::match(rules_, request);
  ASSERT_TRUE(verdict.violation);
  EXPECT_EQ(verdict.violation->kind, ViolationKind::statement);
}

TEST_F(Statements, ARangeOfKeysAsTheDatabaseTakesIt) {
  const std::string job = R"(SELECT * FROM "app-table" WHERE pk = ? AND )";
  EXPECT_EQ(execute(job + "sk BETWEEN 'FINDING#' AND 'REPORT'", {kJob}), "get_job_with_findings");
  // These read on behind the range, and drop what they read.
  for (const char* range : {"sk >= 'FINDING#' AND sk <= 'REPORT'",
                            "NOT sk < 'FINDING#' AND NOT sk > 'REPORT'", "NOT sk <> 'METADATA'"}) {
    EXPECT_TRUE(execute(job + range, {kJob}).starts_with("AccessPatternViolation")) << range;
  }
}

TEST_F(Statements, Writes) {
  EXPECT_EQ(
      execute(
          R"(INSERT INTO "app-table" VALUE {'pk': ?, 'sk': 'METADATA', '_type': 'Job', 'job_id': ?,
                       'status': 'queued', 'created_at': ?, 'topic': 'tea',
                       'gsi1pk': 'STATUS#queued', 'gsi1sk': ?})",
          {kJob, kJobId, kNow, kNow}),
      "create_job");
  const std::string start = R"(UPDATE "app-table" SET status = 'running' )";
  const std::string where = " WHERE pk = ? AND sk = 'METADATA' AND status = 'queued'";
  EXPECT_EQ(execute(start + "SET gsi1pk = 'STATUS#running'" + where, {kJob}),
            "transition_status.start");
  EXPECT_NE(execute(start + where, {kJob}).find("it leaves gsi1pk of gsi1 as it was"),
            std::string::npos);
  EXPECT_NE(execute(R"(DELETE FROM "app-table" WHERE pk = ? AND sk = 'METADATA')", {kJob})
                .find("no access pattern deletes a Job"),
            std::string::npos);
}

TEST_F(Statements, OthersAndMalformedOnes) {
  EXPECT_EQ(execute(R"(SELECT * FROM "another-table")"), "");
  EXPECT_EQ(execute("SELEKT * FROM t"), "malformed");
}

TEST_F(Statements, Batches) {
  BatchExecuteStatementRequest request;
  const std::string get = R"(SELECT * FROM "app-table" WHERE pk = ? AND sk = ?)";
  request.statements.resize(2);
  request.statements[0].statement = get;
  request.statements[0].parameters = {kJob, "FINDING#0123456789abcdef"};
  request.statements[1].statement = get;
  request.statements[1].parameters = {kJob, "METADATA"};
  request.statements[1].consistent_read = true;
  EXPECT_EQ(names(guard::match(rules_, request)), "get_finding get_job");
}

TEST_F(Statements, OfABatchAMalformedOneHidesNoOther) {
  BatchExecuteStatementRequest request;
  request.statements.resize(2);
  request.statements[0].statement = "SELEKT";
  EXPECT_EQ(names(guard::match(rules_, request)), "malformed");
  request.statements[1].statement = R"(DELETE FROM "app-table" WHERE pk = ? AND sk = 'METADATA')";
  request.statements[1].parameters = {kJob};
  EXPECT_EQ(guard::match(rules_, request).outcome, Verdict::Outcome::violated);
  request.statements[1].statement = R"(SELECT * FROM "app-table" WHERE pk = ? AND sk = 'METADATA')";
  request.statements[1].consistent_read = true;
  EXPECT_EQ(names(guard::match(rules_, request)), "get_job");
}

TEST_F(Statements, ATransactionIsOnePatternWhoeverWordsIt) {
  ExecuteTransactionRequest request;
  request.transact_statements.resize(2);
  request.transact_statements[0].statement =
      R"(UPDATE "app-table" SET status = 'failed' SET gsi1pk = 'STATUS#failed' SET error = 'timeout'
         WHERE pk = ? AND sk = 'METADATA' AND status IN ('queued', 'running'))";
  request.transact_statements[0].parameters = {kJob};
  request.transact_statements[1].statement =
      R"(INSERT INTO "app-table" VALUE {'pk': ?, 'sk': 'DEBUG', '_type': 'JobDebug', 'job_id': ?,
         'payload': 'trace', 'expires_at': 1800000000})";
  request.transact_statements[1].parameters = {kJob, kJobId};
  EXPECT_EQ(names(guard::match(rules_, request)), "transition_status.fail");
}

TEST_F(Statements, ACheckGoesWithWritesOfEntities) {
  ExecuteTransactionRequest request;
  request.transact_statements.resize(1);
  request.transact_statements[0].statement =
      R"(EXISTS(SELECT * FROM "app-table" WHERE pk = ? AND sk = 'METADATA'))";
  request.transact_statements[0].parameters = {kJob};
  EXPECT_EQ(guard::match(rules_, request).outcome, Verdict::Outcome::violated);
  request.transact_statements.resize(2);
  request.transact_statements[1].statement =
      R"(INSERT INTO "app-table" VALUE {'pk': ?, 'sk': 'REPORT', '_type': 'Report',
         'job_id': ?, 'text': 'well'})";
  request.transact_statements[1].parameters = {kJob, kJobId};
  EXPECT_EQ(names(guard::match(rules_, request)), "put_report");
  request.transact_statements[0].parameters = {"NOBODY"};
  EXPECT_EQ(guard::match(rules_, request).outcome, Verdict::Outcome::violated);
}

TEST_F(Statements, ATableIsTheSameByItsArn) {
  const auto scan = [&](const std::string& arn) {
    return execute("SELECT * FROM \"" + arn + "\" WHERE status = 'queued'");
  };
  for (const char* account : {"000000000000", "x/y", "x"}) {
    const auto arn = "arn:aws:dynamodb:us-east-1:" + std::string(account) + ":table/app-table";
    EXPECT_NE(scan(arn).find("AccessPatternViolation"), std::string::npos) << arn;
  }
  // The parts are counted: what looks like the name may be one before it.
  EXPECT_NE(scan("arn:table/x:dynamodb:r:a:table/app-table").find("AccessPatternViolation"),
            std::string::npos);
  EXPECT_EQ(scan("arn:aws:dynamodb:us-east-1:000000000000:table/another"), "");
}

class LegacyParameters : public Guarding {};

TEST_F(LegacyParameters, KeyConditionsAndQueryFilter) {
  QueryRequest request;
  request.table_name = "app-table";
  request.index_name = "gsi1";
  request.key_conditions = {
      {"gsi1pk", {ComparisonOperator::eq, std::vector<AttributeValue>{"STATUS#queued"}}}};
  request.scan_index_forward = false;
  request.attributes_to_get = {"job_id", "topic"};
  EXPECT_EQ(query(request), "list_jobs_by_status");
  request.query_filter = {{"topic", {ComparisonOperator::eq, std::vector<AttributeValue>{"tea"}}}};
  EXPECT_NE(query(request).find("it filters by topic"), std::string::npos);
  request.query_filter.reset();
  request.attributes_to_get = {"error"};
  EXPECT_NE(query(request).find("it asks for error"), std::string::npos);
}

TEST_F(LegacyParameters, ExpectedAndAttributeUpdates) {
  UpdateItemRequest request;
  request.table_name = "app-table";
  request.key = {{"pk", kJob}, {"sk", "METADATA"}};
  request.attribute_updates = {{"status", {"running", AttributeAction::put}},
                               {"gsi1pk", {"STATUS#running", AttributeAction::put}}};
  ExpectedAttributeValue queued;
  queued.value = "queued";
  request.expected = {{"status", queued}};
  EXPECT_EQ(update(request), "transition_status.start");
  request.expected.reset();
  EXPECT_NE(update(request).find("it lacks the condition status = queued"), std::string::npos);
}

TEST_F(LegacyParameters, ACreateThatExpectsNothing) {
  PutItemRequest request;
  request.table_name = "app-table";
  request.item = {{"pk", kJob},       {"sk", "METADATA"},          {"_type", "Job"},
                  {"job_id", kJobId}, {"status", "queued"},        {"created_at", kNow},
                  {"topic", "tea"},   {"gsi1pk", "STATUS#queued"}, {"gsi1sk", kNow}};
  ExpectedAttributeValue absent;
  absent.exists = false;
  request.expected = {{"pk", absent}};
  EXPECT_EQ(put(request), "create_job");
}

}  // namespace
