#pragma once

// The table of jobs that every subject holds, and what is done to it. Subjects are sibling files:
// keywright.cpp (the embedded engine) and bare_map.cpp (what it costs to keep the same bytes in a
// sorted map and copy them out, with no key schema, no expression, no check).

#include <keywright/engine.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace keywright::bench {

/// One item: about 800 bytes by DynamoDB's account.
struct Job {
  std::string pk, sk;
  std::string job_id, status, created_at, topic, payload;
  std::int64_t attempts = 0;
  std::string gsi1pk, gsi1sk;
};

/// Job number `n`; its status follows from n.
Job make_job(std::size_t n);
/// Finding number `n` of the job whose collection the queries read.
Job make_finding(std::size_t n);
inline constexpr std::size_t kCollectionSize = 1000;

/// Numbers below `size` in a fixed random order, so that no subject profits from neighbours.
std::vector<std::uint32_t> shuffled(std::size_t size);

class Subject {
 public:
  virtual ~Subject() = default;
  virtual void load(std::size_t jobs) = 0;
  // Each returns something taken from the result.
  virtual std::size_t get(std::size_t n) = 0;          // the item, copied out
  virtual std::size_t get_decoded(std::size_t n) = 0;  // the item, as a Job
  virtual std::size_t put(std::size_t n) = 0;          // replaces the item
  virtual std::size_t move_status(std::size_t n) = 0;  // changes status and with it an index key
  virtual std::size_t query_ten() = 0;                 // ten of a collection of a thousand
};

/// An engine with the empty table of jobs.
std::unique_ptr<Engine> make_engine();
/// The bytes of its items, by DynamoDB's account.
std::size_t stored_bytes(Engine& engine);

/// Subjects may share an engine, each used by one thread.
std::unique_ptr<Subject> make_keywright(std::shared_ptr<Engine> engine = make_engine());
std::unique_ptr<Subject> make_bare_map();

}  // namespace keywright::bench
