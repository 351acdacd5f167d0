#include "research/job_repository.hpp"
#include "tasks/task_admin.hpp"
#include "tasks/task_repository.hpp"
#include <keywright/dry_run.hpp>

#include <variant>

#include <gtest/gtest.h>

// What generated functions ask a database for: one request each, with the expressions of the plan.

namespace {

template <class Request>
const Request& only(const keywright::DryRun& database) {
  EXPECT_EQ(database.requests().size(), 1U);
  return std::get<Request>(database.requests().front());
}

TEST(Requests, ACollectionIsOneQueryBetweenItsEnds) {
  keywright::DryRun database;
  static_cast<void>(research::JobRepository(database).get_job_with_findings({}));
  const auto& request = only<keywright::QueryRequest>(database);
  EXPECT_EQ(request.table_name, "app-table");
  EXPECT_EQ(request.key_condition_expression, "#pk = :pk AND #sk BETWEEN :from AND :to");
  EXPECT_FALSE(request.filter_expression);
}

TEST(Requests, AMoveIsOneUpdate) {
  keywright::DryRun database;
  static_cast<void>(research::JobRepository(database).start({}));
  const auto& request = only<keywright::UpdateItemRequest>(database);
  ASSERT_TRUE(request.condition_expression);
  EXPECT_NE(request.condition_expression->find("#status = "), std::string::npos);
  EXPECT_NE(request.update_expression->find("#gsi1pk"), std::string::npos);
  EXPECT_EQ(request.update_expression->find("#gsi1sk"), std::string::npos);
}

TEST(Requests, AnAdminPatternScansTheTable) {
  keywright::DryRun database;
  static_cast<void>(tasks::TaskAdmin(database).all_tasks());
  const auto& request = only<keywright::ScanRequest>(database);
  EXPECT_EQ(request.table_name, "tasks.v1");
  EXPECT_FALSE(request.index_name);
  EXPECT_EQ(request.filter_expression, "#_type = :type");
}

TEST(Requests, WhatIsSaidToBeAbsentMustBe) {
  keywright::DryRun database;
  static_cast<void>(tasks::TaskRepository(database).reassign({}, {}, 1, {.assignee = "kim"}));
  const auto& request = only<keywright::UpdateItemRequest>(database);
  EXPECT_NE(request.condition_expression->find("#status = :stored_status"), std::string::npos);
}

}  // namespace
