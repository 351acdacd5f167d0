// The database itself, for tests of what repositories do.

#include "memory_test.hpp"

namespace keywright::testing {
namespace {

class PlainAccess final : public Access {
 public:
  explicit PlainAccess(Database& database) : database_(database) {}
  Database& database() override { return database_; }

 private:
  Database& database_;
};

}  // namespace

std::unique_ptr<Access> access_to(Database& database, const Clock& /*clock*/) {
  return std::make_unique<PlainAccess>(database);
}

}  // namespace keywright::testing
