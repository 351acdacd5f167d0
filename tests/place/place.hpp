#pragma once
// The database of a test that can run on any: what is to hold on the embedded engine is to hold
// unchanged wherever connect() leads.
//
// KEYWRIGHT_TEST_DATABASE says which one it is:
//   not set            an embedded engine, of the test's own
//   served             the same engine behind a server of this process, by connect("http://...")
//   http://host:port   a server that runs there; all of its tables are deleted at the beginning. If
//                      it does not know UpdateTimeToLive, tables are made without

#include <keywright/clock.hpp>
#include <keywright/database.hpp>

#include <cstdint>
#include <memory>
#include <string>

namespace keywright::place {

/// Deletes all tables, protected ones too, and waits until they are gone. Throws if it cannot.
void delete_all_tables(Database& database);
/// Waits until no table and no index is being made or changed. Throws if it cannot.
void wait_until_settled(Database& database);

/// An engine behind a server on a free port. Waits, in the end, for its clients to hang up.
class ServedEngine {
 public:
  explicit ServedEngine(Clock clock = {});
  ~ServedEngine();
  [[nodiscard]] std::string url() const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

class TestDatabase {
 public:
  /// `clock` decides what expires in an engine of the test's own.
  explicit TestDatabase(Clock clock);
  [[nodiscard]] Database& database() const { return *database_; }
  /// Of what must be random: another one each time where idempotency tokens outlive the test.
  [[nodiscard]] std::uint64_t seed() const { return seed_; }

 private:
  std::unique_ptr<ServedEngine> served_;
  std::unique_ptr<Database> database_;
  std::uint64_t seed_ = 1;
};

}  // namespace keywright::place
