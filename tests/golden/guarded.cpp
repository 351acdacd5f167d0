// Guards of all models of these tests, one before the other, in enforce mode. After each call of a
// repository its observer compares: every request of the call was let through as the very pattern
// that the repository says it made.

#include "memory_test.hpp"
#include "model/reader.hpp"
#include <keywright/guard.hpp>

#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace keywright::testing {
namespace {

class GuardedAccess final : public Access {
 public:
  GuardedAccess(Database& database, Clock clock) : clock_(std::move(clock)), database_(&database) {
    for (const char* name : {"research", "orders", "tasks", "telemetry", "social", "keyvalue",
                             "ledger", "treasury", "rooms", "words", "writes"}) {
      add(std::string(KEYWRIGHT_MODELS "/") + name + ".model.yaml");
    }
  }
  GuardedAccess(const GuardedAccess&) = delete;
  GuardedAccess& operator=(const GuardedAccess&) = delete;

  Database& database() override { return *database_; }
  Observer observer() override {
    return [this](const CallReport& report) { compare(report); };
  }

 private:
  /// A patch of several fields that is given just one makes the very request of the patch of that
  /// one, to which it is then counted.
  static bool is_same_request(std::string_view seen, std::string_view made) {
    return (seen == "rename_customer" && made == "change_profile") ||
           (seen == "set_due" && made == "edit_user");
  }

  void compare(const CallReport& report) {
    for (const auto& pattern : seen_) {
      if (is_same_request(pattern, report.pattern)) continue;
      EXPECT_EQ(pattern, report.pattern);
    }
    // A range whose ends are in the wrong order is the database's to refuse.
    std::size_t malformed = 0;
    for (const auto& guard : guards_) malformed += guard->report().malformed;
    EXPECT_EQ(seen_.size() + malformed - malformed_, report.requests);
    malformed_ = malformed;
    seen_.clear();
  }

  void add(const std::string& file) {
    std::ifstream stream(file);
    const auto read = model::read_model(
        {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()}, file);
    GuardOptions options;
    options.mode = GuardMode::enforce;
    options.clock = clock_;
    options.on_match = [this](std::string_view pattern) { seen_.emplace_back(pattern); };
    options.on_violation = [](const Violation& violation) { ADD_FAILURE() << violation.message; };
    guards_.push_back(std::make_unique<Guard>(*database_, *read.model, options));
    database_ = guards_.back().get();
  }

  Clock clock_;
  std::vector<std::string> seen_;  // the patterns of the requests since the last call ended
  std::size_t malformed_ = 0;      // of all requests before
  std::vector<std::unique_ptr<Guard>> guards_;
  Database* database_;
};

}  // namespace

std::unique_ptr<Access> access_to(Database& database, const Clock& clock) {
  return std::make_unique<GuardedAccess>(database, clock);
}

}  // namespace keywright::testing
