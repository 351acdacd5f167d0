#include "place.hpp"

#include <keywright/connect.hpp>
#include <keywright/engine.hpp>
#include <keywright/forwarding_database.hpp>
#include <keywright/random.hpp>
#include <keywright/server.hpp>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <stdexcept>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

namespace keywright::place {
namespace {

// Calls `is_done` until it is true.
template <class IsDone>
void wait_for(const char* what, IsDone is_done) {
  using namespace std::chrono_literals;
  const auto limit = std::chrono::steady_clock::now() + 30s;
  while (!is_done()) {
    if (std::chrono::steady_clock::now() > limit) throw std::runtime_error(what);
    std::this_thread::sleep_for(2ms);
  }
}

std::vector<std::string> tables_of(Database& database) {
  std::vector<std::string> names;
  ListTablesRequest request;
  do {
    const auto page = database.list_tables(request).value();
    names.insert(names.end(), page.table_names.begin(), page.table_names.end());
    request.exclusive_start_table_name = page.last_evaluated_table_name;
  } while (request.exclusive_start_table_name);
  return names;
}

bool is_settled(Database& database, const std::string& name) {
  const auto described = database.describe_table({.table_name = name});
  if (!described) return described.error().code == ErrorCode::not_found;
  const auto& table = described->table;
  return table.table_status == TableStatus::active &&
         std::ranges::all_of(table.global_secondary_indexes, [](const auto& index) {
           return index.index_status == IndexStatus::active;
         });
}

// For servers that have no time to live: nothing expires by itself there, and the rest can be
// tried.
class LenientTimeToLive final : public ForwardingDatabase {
 public:
  explicit LenientTimeToLive(std::unique_ptr<Database> database)
      : ForwardingDatabase(*database), database_(std::move(database)) {}

  Result<UpdateTimeToLiveResponse> update_time_to_live(
      const UpdateTimeToLiveRequest& request) override {
    auto answer = database_->update_time_to_live(request);
    if (answer || answer.error().exception != "UnknownOperationException") return answer;
    return UpdateTimeToLiveResponse{request.attribute_name, request.enabled};
  }

 private:
  std::unique_ptr<Database> database_;
};

}  // namespace

void wait_until_settled(Database& database) {
  for (const auto& name : tables_of(database)) {
    wait_for("a table does not become active", [&] { return is_settled(database, name); });
  }
}

void delete_all_tables(Database& database) {
  wait_until_settled(database);
  for (const auto& name : tables_of(database)) {
    if (database.describe_table({.table_name = name}).value().table.deletion_protection_enabled) {
      UpdateTableRequest request;
      request.table_name = name;
      request.deletion_protection_enabled = false;
      database.update_table(request).value();
      wait_until_settled(database);
    }
    database.delete_table({.table_name = name}).value();
  }
  wait_for("a table does not go away", [&] { return tables_of(database).empty(); });
}

class ServedEngine::Impl {
 public:
  explicit Impl(Clock clock)
      : engine_(Engine::in_memory({.clock = std::move(clock), .seed = 1})),
        server_(Server::listen(backend_, {.port = 0}).value()),
        serving_([this] { server_->run().value(); }) {}
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;
  ~Impl() {
    server_->stop();
    serving_.join();
  }
  [[nodiscard]] std::string url() const { return server_->url(); }

 private:
  std::unique_ptr<Engine> engine_;
  SingleBackend backend_{*engine_};
  std::unique_ptr<Server> server_;
  std::thread serving_;
};

ServedEngine::ServedEngine(Clock clock) : impl_(std::make_unique<Impl>(std::move(clock))) {}
ServedEngine::~ServedEngine() = default;
std::string ServedEngine::url() const {
  return impl_->url();
}

TestDatabase::TestDatabase(Clock clock) {
  const char* const set = std::getenv("KEYWRIGHT_TEST_DATABASE");  // NOLINT(concurrency-mt-unsafe)
  const std::string_view wanted = set == nullptr ? "" : set;
  if (wanted.empty()) {
    database_ = Engine::in_memory({.clock = std::move(clock), .seed = 1});
    return;
  }
  ConnectOptions options;
  options.remote.region = "us-east-1";
  options.remote.credentials =
      fixed_credentials({.access_key_id = "AKIDEXAMPLE", .secret_access_key = "secret"});
  if (wanted == "served") {
    served_ = std::make_unique<ServedEngine>(std::move(clock));
    database_ = connect(served_->url(), options).value();
  } else {
    database_ = std::make_unique<LenientTimeToLive>(connect(wanted, options).value());
    delete_all_tables(*database_);
    seed_ = system_random()();
  }
}

}  // namespace keywright::place
