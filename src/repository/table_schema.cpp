#include "api/table_status.hpp"
#include <keywright/table_schema.hpp>

#include <algorithm>
#include <string>
#include <thread>
#include <utility>

namespace keywright {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kFirstPause{20};
constexpr milliseconds kLastPause{2'000};

Error not_active(const std::string& table_name, milliseconds limit) {
  Error error;
  error.code = ErrorCode::timeout;
  error.message = "the table " + table_name + " was created, but is not active after " +
                  std::to_string(limit.count()) + " ms";
  return error;
}

// A table that was just made may not be known everywhere yet.
Result<void> wait_until_active(Database& database, const std::string& table_name,
                               const TableWait& wait) {
  milliseconds paused{0};
  for (auto pause = kFirstPause;; pause = std::min(pause * 2, kLastPause)) {
    if (paused + pause > wait.limit) return not_active(table_name, wait.limit);
    if (wait.sleep) {
      wait.sleep(pause);
    } else {
      std::this_thread::sleep_for(pause);
    }
    paused += pause;
    auto described = database.describe_table({.table_name = table_name});
    if (described && api::is_active(described->table)) return {};
    if (!described && described.error().code != ErrorCode::not_found) {
      return std::move(described).error();
    }
  }
}

}  // namespace

Result<void> create_table(Database& database, const CreateTableRequest& definition,
                          std::string_view ttl_attribute, const TableWait& wait) {
  auto created = database.create_table(definition);
  if (!created) return std::move(created).error();
  if (!api::is_active(created->table)) {
    auto active = wait_until_active(database, definition.table_name, wait);
    if (!active) return active;
  }
  if (ttl_attribute.empty()) return {};
  auto ttl = database.update_time_to_live({.table_name = definition.table_name,
                                           .attribute_name = std::string(ttl_attribute),
                                           .enabled = true});
  if (!ttl) return std::move(ttl).error();
  return {};
}

}  // namespace keywright
