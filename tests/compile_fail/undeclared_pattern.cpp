// expect: no member named .*list_jobs_by_topic
// No access pattern lists jobs by topic: there is no fallback to a filter or a scan.
#include "research/job_repository.hpp"

void list(const research::JobRepository& jobs) {
  (void)jobs.list_jobs_by_status(research::JobStatus::running);
#ifdef MISTAKE
  (void)jobs.list_jobs_by_topic("markets");
#endif
}
