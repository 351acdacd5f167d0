#include "workload.hpp"

#include <algorithm>
#include <cstdio>
#include <numeric>
#include <random>

namespace keywright::bench {
namespace {

std::string padded(const char* format, std::size_t n) {
  char text[64];
  std::snprintf(text, sizeof text, format, n);
  return text;
}

}  // namespace

Job make_job(std::size_t n) {
  static const char* const kStatuses[] = {"queued", "running", "succeeded", "failed"};
  Job job;
  job.job_id = padded("01J9Z3NDEKTSV4RRFFQ6%06zu", n);
  job.pk = "JOB#" + job.job_id;
  job.sk = "METADATA";
  job.status = kStatuses[n % 4];
  job.created_at = padded("2026-01-02T03:%02zu", n % 60) + padded(":04.%03zuZ", n % 1000);
  job.topic = padded("A topic of about sixty characters, which is number %09zu", n);
  job.payload.assign(420, static_cast<char>('a' + n % 26));
  job.attempts = static_cast<std::int64_t>(n % 7);
  job.gsi1pk = "STATUS#" + job.status;
  job.gsi1sk = job.created_at;
  return job;
}

Job make_finding(std::size_t n) {
  Job finding = make_job(n);
  finding.pk = "JOB#collection";
  finding.sk = padded("FINDING#%016zx", n);
  finding.gsi1pk.clear();
  finding.gsi1sk.clear();
  return finding;
}

std::vector<std::uint32_t> shuffled(std::size_t size) {
  std::vector<std::uint32_t> order(size);
  std::iota(order.begin(), order.end(), 0u);
  std::shuffle(order.begin(), order.end(), std::mt19937(7));
  return order;
}

}  // namespace keywright::bench
