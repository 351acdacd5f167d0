// expect: no member named .*requeue
// The model has no move back to `queued`, so there is nothing to call.
#include "research/job_repository.hpp"

void run(const research::JobRepository& jobs, const keywright::Ulid& job_id) {
  (void)jobs.start(job_id);
#ifdef MISTAKE
  (void)jobs.requeue(job_id);
#endif
}
