#include "memory_test.hpp"
#include "tasks/items.hpp"
#include "tasks/table.hpp"
#include "tasks/task_admin.hpp"
#include "tasks/task_repository.hpp"

#include <string>

#include <gtest/gtest.h>

namespace {

using keywright::ErrorCode;
using tasks::Task;
using tasks::TaskStatus;

class TasksUse : public keywright::testing::MemoryTest {
 protected:
  TasksUse() { tasks::create_table(*database_).value(); }

  Task create(std::optional<std::string> assignee) {
    Task task;
    task.task_id = *keywright::Uuid::parse("123e4567-e89b-12d3-a456-426614174000");
    task.title = "sweep";
    task.assignee = std::move(assignee);
    task.priority = -2;
    tasks_.create_task(task).value();
    return task;
  }
  std::string stored(const Task& task, std::string_view attribute) {
    return keywright::testing::stored(
        *behind_, "tasks.v1", make_key(tasks::kTaskPk(task.task_id), tasks::kTaskSk()).value(),
        attribute);
  }

  tasks::TaskRepository tasks_{*database_, options()};
};

TEST_F(TasksUse, AnItemWithoutAnOptionalComponentIsNotInTheIndex) {
  const auto task = create(std::nullopt);
  EXPECT_EQ(stored(task, "open_pk") + stored(task, "open_sk"), "");
}

TEST_F(TasksUse, AssigningEntersAndTakingAwayLeavesTheIndex) {
  const auto task = create(std::nullopt);
  tasks_.reassign(task.task_id, TaskStatus::open, -2, {.assignee = "kim"}).value();
  EXPECT_EQ(stored(task, "open_pk"), "ASSIGNEE#kim");
  EXPECT_EQ(stored(task, "open_sk"), "03");  // -2 of -5..5
  EXPECT_EQ(tasks_.open_tasks("kim").value().size(), 1U);
  tasks_.reassign(task.task_id, TaskStatus::open, -2, {.assignee = std::nullopt}).value();
  EXPECT_EQ(stored(task, "open_pk") + stored(task, "open_sk") + stored(task, "assignee"), "");
}

TEST_F(TasksUse, WhatTheCallerSaysOfTheItemMustBeSo) {
  const auto task = create("kim");
  const auto result = tasks_.reassign(task.task_id, TaskStatus::done, -2, {.assignee = "lee"});
  EXPECT_EQ(result.error().code, ErrorCode::condition_failed);
}

TEST_F(TasksUse, FinishingLeavesTheIndex) {
  const auto task = create("kim");
  tasks_.begin(task.task_id).value();
  EXPECT_EQ(stored(task, "open_pk"), "ASSIGNEE#kim");
  tasks_.finish(task.task_id).value();
  EXPECT_EQ(stored(task, "open_pk") + stored(task, "open_sk"), "");
}

TEST_F(TasksUse, AFieldAddedLaterReadsAsItsDefault) {
  const auto task = create("kim");
  keywright::UpdateItemRequest request;
  request.table_name = "tasks.v1";
  request.key = make_key(tasks::kTaskPk(task.task_id), tasks::kTaskSk()).value();
  request.update_expression = "REMOVE comments";
  behind_->update_item(request).value();
  EXPECT_EQ(tasks_.get_task(task.task_id).value()->comments, 0);
  EXPECT_EQ(tasks_.count_comment(task.task_id, 1).value().comments, 1);
}

TEST_F(TasksUse, LogLinesAreReadBetweenTwoTimes) {
  const auto task = create("kim");
  for (const auto* at :
       {"2026-01-01T00:00:00.000Z", "2026-01-02T00:00:00.000Z", "2026-01-03T00:00:00.000Z"}) {
    tasks_.add_log({task.task_id, time(at), "aaaabbbb", "line"}).value();
  }
  const auto page = tasks_
                        .log_between(task.task_id, time("2026-01-01T00:00:00.000Z"),
                                     time("2026-01-02T00:00:00.000Z"))
                        .value();
  EXPECT_EQ(page.size(), 2U);
  const auto whole = tasks_.task_with_log(task.task_id).value();
  ASSERT_TRUE(whole);
  EXPECT_EQ(whole->log_lines.size(), 3U);
}

TEST_F(TasksUse, AdminsSeeAllTasks) {
  create("kim");
  tasks::TaskAdmin admin(*database_, options());
  EXPECT_EQ(admin.all_tasks().value().size(), 1U);
}

}  // namespace
