#pragma once
// ForwardingDatabase: passes every operation on to another Database, which outlives it. Derive from
// it to change some of them: to count, delay, refuse or record.
//
// As thread-safe as the database behind it.

#include <keywright/uniform_database.hpp>

namespace keywright {

class ForwardingDatabase : public UniformDatabase<ForwardingDatabase> {
 public:
  explicit ForwardingDatabase(Database& database) : database_(database) {}

 protected:
  [[nodiscard]] Database& inner() const { return database_; }

 private:
  friend UniformDatabase<ForwardingDatabase>;
  template <class Request>
  Result<ResponseTo<Request>> call(const Request& request) {
    return send(database_, request);
  }

  Database& database_;
};

extern template class UniformDatabase<ForwardingDatabase>;

}  // namespace keywright
