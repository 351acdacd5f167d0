#pragma once

// A database (see place.hpp) whose time the test moves, and what the tests of generated code share.
// In the program `golden_guarded`, guards of all models stand before it and refuse what no access
// pattern makes.

#include "place.hpp"
#include <keywright/call_report.hpp>
#include <keywright/clock.hpp>
#include <keywright/database.hpp>
#include <keywright/repository_options.hpp>
#include <keywright/timestamp.hpp>
#include <keywright/ulid.hpp>

#include <memory>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

namespace keywright::testing {

/// What the repositories of a test see of a database.
class Access {
 public:
  virtual ~Access() = default;

  [[nodiscard]] virtual Database& database() = 0;
  [[nodiscard]] virtual Observer observer() { return {}; }
};
/// Each program has its own: unguarded.cpp or guarded.cpp.
[[nodiscard]] std::unique_ptr<Access> access_to(Database& database, const Clock& clock);

class MemoryTest : public ::testing::Test {
 protected:
  [[nodiscard]] RepositoryOptions options() const {
    RepositoryOptions result;
    result.clock = clock_;
    result.observer = access_->observer();
    return result;
  }
  static Ulid id(char last) {
    return *Ulid::parse(std::string("01ARZ3NDEKTSV4RRFFQ69G5FA") + last);
  }
  static Timestamp time(std::string_view text) { return *parse_timestamp(text); }
  static Date date(std::string_view text) { return *parse_date(text); }

  ManualClock clock_{*parse_timestamp("2026-01-02T03:04:05.678Z")};
  /// For what no repository does.
  place::TestDatabase place_{clock_};
  Database* behind_ = &place_.database();
  std::unique_ptr<Access> access_ = access_to(*behind_, clock_);
  Database* database_ = &access_->database();
};

// The text of an attribute as it is stored; empty if it is not there.
inline std::string stored(Database& database, std::string_view table, const Key& key,
                          std::string_view attribute) {
  GetItemRequest request;
  request.table_name = table;
  request.key = key;
  const auto response = database.get_item(request).value();
  if (!response.item) return "";
  const auto value = response.item->find(attribute);
  return value ? std::string(value->as_string()) : "";
}

}  // namespace keywright::testing
