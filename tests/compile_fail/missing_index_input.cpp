// expect: (no matching function|too few arguments|could not convert|no viable conversion)
// Whoever is assigned is part of an index key beside status and priority: what is stored of those
// is a required argument, so that the index cannot go stale.
#include "tasks/task_repository.hpp"

void reassign(const tasks::TaskRepository& repository, const keywright::Uuid& task_id) {
  (void)repository.reassign(task_id, tasks::TaskStatus::open, 3, {.assignee = "ada"});
#ifdef MISTAKE
  (void)repository.reassign(task_id, {.assignee = "ada"});
#endif
}
