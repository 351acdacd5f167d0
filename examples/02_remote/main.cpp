// A service whose data lives where DATABASE_URL says: in this process if it is not set, else behind
// HTTP. docs/remote.md is about what changes then, and quotes this file.
//
//   DATABASE_URL=http://localhost:8000 remote_example

#include <keywright/connect.hpp>
#include <keywright/table_schema.hpp>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <thread>

namespace {

using namespace std::chrono_literals;

// All that a service says about where its data is.
keywright::Result<std::unique_ptr<keywright::Database>> open_database() {
  const char* url = std::getenv("DATABASE_URL");
  keywright::ConnectOptions options;
  options.remote.http.max_connections = 64;
  options.remote.http.read_timeout = 2s;
  options.remote.retry.max_attempts = 3;
  options.remote.observer = [](const keywright::AttemptReport& report) {
    if (report.pause) std::fprintf(stderr, "%s failed\n", report.error->message.c_str());
  };
  return keywright::connect(url == nullptr ? "memory:" : url, options);
}

keywright::Result<void> create_notes(keywright::Database& database) {
  keywright::CreateTableRequest table;
  table.table_name = "notes";
  table.key_schema = {{"id", keywright::KeyType::hash}};
  table.attribute_definitions = {{"id", keywright::AttributeType::string}};
  table.billing_mode = keywright::BillingMode::pay_per_request;
  // On AWS a table takes seconds to become active: this waits for it.
  return keywright::create_table(database, table);
}

keywright::Result<void> write_note(keywright::Database& database, std::string id,
                                   std::stop_token stop) {
  keywright::PutItemRequest put;
  put.table_name = "notes";
  put.item = {{"id", id}, {"text", "from far away"}};
  put.condition_expression = "attribute_not_exists(id)";
  put.control.deadline = std::chrono::steady_clock::now() + 500ms;
  put.control.stop = stop;
  auto written = database.put_item(put);
  if (!written) return std::move(written).error();
  return {};
}

std::string advice(const keywright::Error& error) {
  switch (error.code) {
    case keywright::ErrorCode::timeout:
      return "the deadline passed, or the call was stopped: it may have been made";
    case keywright::ErrorCode::unavailable:
    case keywright::ErrorCode::throttled:
      return "later it may work; " + std::string(error.was_repeated ? "it was" : "not") +
             " repeated";
    case keywright::ErrorCode::condition_failed:
      return "somebody was first";
    default:
      return error.exception + " " + error.request_id + ": " + error.message;
  }
}

int run() {
  auto database = open_database();
  if (!database) {
    std::fprintf(stderr, "%s\n", database.error().message.c_str());
    return 1;
  }
  if (auto created = create_notes(**database); !created) {
    std::fprintf(stderr, "%s\n", created.error().message.c_str());
    return 1;
  }
  std::stop_source shutdown;
  for (const char* id : {"one", "two", "one"}) {
    const auto written = write_note(**database, id, shutdown.get_token());
    std::printf("%s: %s\n", id, written ? "written" : advice(written.error()).c_str());
  }
  return 0;
}

}  // namespace

int main() {
  return run();
}
