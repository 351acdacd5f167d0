#pragma once

// A database (see place.hpp) whose time the test moves, and what the tests of generated code share.
// Built as `golden_guarded`, guards of all models stand before it and refuse what no access pattern
// makes.

#include "place.hpp"
#include <keywright/database.hpp>
#include <keywright/repository_options.hpp>
#include <keywright/timestamp.hpp>
#include <keywright/ulid.hpp>

#include <string_view>

#include <gtest/gtest.h>

#ifdef KEYWRIGHT_GUARDED
#include "guarded.hpp"
#endif

namespace keywright::testing {

class MemoryTest : public ::testing::Test {
 protected:
  [[nodiscard]] RepositoryOptions options() const {
    RepositoryOptions result;
    result.clock = clock_;
#ifdef KEYWRIGHT_GUARDED
    result.observer = guarded_.observer();
#endif
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
#ifdef KEYWRIGHT_GUARDED
  GuardedDatabase guarded_{*behind_, clock_};
  Database* database_ = &guarded_.database();
#else
  Database* database_ = behind_;
#endif
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
