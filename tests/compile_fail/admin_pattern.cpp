// expect: no member named .*get_debug
// Admin patterns are kept out of the way of an application.
#include "research/job_admin.hpp"
#include "research/job_repository.hpp"

void read(const research::JobRepository& jobs, const research::JobAdmin& admin,
          const keywright::Ulid& job_id) {
  (void)admin.get_debug(job_id);
#ifdef MISTAKE
  (void)jobs.get_debug(job_id);
#endif
}
