// expect: (cannot convert|could not bind).*Ulid
// A key is a type: text is not taken for the ULID of a job.
#include "research/job_repository.hpp"

void get(const research::JobRepository& jobs, const keywright::Ulid& job_id) {
  (void)jobs.get_job(job_id);
#ifdef MISTAKE
  (void)jobs.get_job("not a job id");
#endif
}
