// expect: (no matching function|too few arguments).*fail
// A job fails together with its debug payload: the move cannot be asked for without it.
#include "research/job_repository.hpp"

void fail(const research::JobRepository& jobs, const keywright::Ulid& job_id,
          const research::JobDebug& debug) {
  (void)jobs.fail(job_id, {.error = "timeout", .job_debug = debug});
#ifdef MISTAKE
  (void)jobs.fail(job_id);
#endif
}
