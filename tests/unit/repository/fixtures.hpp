#pragma once
// What the tests of repositories start from: a database with the tables, time that stands still,
// pauses that are only noted, and repeatable randomness.

#include "orders.hpp"
#include "place.hpp"
#include "research/job_admin.hpp"
#include "research/job_repository.hpp"
#include "research/raw_fetch_repository.hpp"
#include "research/table.hpp"
#include <keywright/faulty_database.hpp>
#include <keywright/manual_time.hpp>
#include <keywright/recording_database.hpp>
#include <keywright/table_schema.hpp>

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace keywright {

using namespace std::chrono_literals;

inline constexpr TimePoint kStart{std::chrono::milliseconds(1'767'323'045'678)};  // 2026-01-02

/// A database behind a recorder that, until told otherwise, only records.
class RepositoryTest : public testing::Test {
 protected:
  RepositoryTest() {
    auto created = research::create_table(behind);
    EXPECT_TRUE(created) << created.error().message;
    EXPECT_TRUE(create_table(behind, orders::table_definition()));
  }

  [[nodiscard]] RepositoryOptions options() {
    RepositoryOptions options = time.options(place.seed());
    options.cursor_secret = "test";
    options.observer = [this](const CallReport& report) {
      reports.push_back(report);
      patterns.emplace_back(report.pattern);
    };
    return options;
  }

  /// The stored item, as DynamoDB JSON; empty if there is none.
  [[nodiscard]] std::string stored(const char* table, const char* pk, const char* sk) {
    GetItemRequest request;
    request.table_name = table;
    request.key = Item{{"pk", pk}, {"sk", sk}};
    request.consistent_read = true;
    const auto response = behind.get_item(request);
    return response && response->item ? to_json(*response->item) : "";
  }

  ManualTime time{kStart};
  std::vector<CallReport> reports;
  std::vector<std::string> patterns;
  place::TestDatabase place{time};
  Database& behind = place.database();
  RecordingDatabase database{behind};
};

[[nodiscard]] inline Error error_of(ErrorCode code, bool retryable = false) {
  Error error;
  error.code = code;
  error.message = "scripted";
  error.retryable = retryable;
  return error;
}

[[nodiscard]] inline Ulid job_id(int number) {
  std::array<std::uint8_t, 16> bytes{};
  bytes[14] = static_cast<std::uint8_t>(number >> 8);
  bytes[15] = static_cast<std::uint8_t>(number);
  return Ulid(bytes);
}

[[nodiscard]] inline research::Job job(int number) {
  return {.job_id = job_id(number),
          .created_at = kStart + std::chrono::seconds(number),
          .topic = "topic " + std::to_string(number)};
}

[[nodiscard]] inline research::Finding finding(int job, int number) {
  std::string id = std::to_string(number);
  id.insert(0, 16 - id.size(), '0');
  return {.job_id = job_id(job), .finding_id = id, .body = "body " + std::to_string(number)};
}

[[nodiscard]] inline orders::Order order(int number) {
  return {.customer = "c", .number = number, .placed_at = kStart + std::chrono::seconds(number)};
}

}  // namespace keywright
