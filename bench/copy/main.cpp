// Copying a table against the bare loop that it is made of: Scan a page, put it in batches of 25.
// Between two engines in this process, and between two of our servers on loopback.

#include "../harness.hpp"
#include "copy/job.hpp"
#include <keywright/connect.hpp>
#include <keywright/engine.hpp>
#include <keywright/server.hpp>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace keywright::bench {
namespace {

constexpr int kItems = 20'000;

class LocalServer {
 public:
  explicit LocalServer(Database& database)
      : backend_(database), server_(Server::listen(backend_, {.port = 0}).value()) {
    thread_ = std::thread([this] { server_->run().value(); });
  }
  ~LocalServer() {
    server_->stop();
    thread_.join();
  }
  [[nodiscard]] std::unique_ptr<Database> connect() const {
    ConnectOptions options;
    options.remote.retry.throttling_cost = options.remote.retry.bucket + 1;
    options.remote.credentials = fixed_credentials({"local", "local"});
    return keywright::connect(server_->url(), options).value();
  }

 private:
  SingleBackend backend_;
  std::unique_ptr<Server> server_;
  std::thread thread_;
};

void create(Database& database) {
  CreateTableRequest table;
  table.table_name = "app-table";
  table.key_schema = {{"pk", KeyType::hash}};
  table.attribute_definitions = {{"pk", AttributeType::string}};
  table.billing_mode = BillingMode::pay_per_request;
  database.create_table(table).value();
}

void fill(Database& database) {
  for (int i = 0; i < kItems; ++i) {
    PutItemRequest put;
    put.table_name = "app-table";
    put.item = {{"pk", "job#" + std::to_string(i)},
                {"title", std::string(300, 't')},
                {"body", std::string(400, 'b')},
                {"count", i}};
    database.put_item(put).value();
  }
}

double items_per_second(const std::function<std::int64_t()>& copy_all) {
  const auto begin = std::chrono::steady_clock::now();
  const auto items = static_cast<double>(copy_all());
  return items / std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

std::int64_t copy_table(Database& from, Database& to, std::size_t threads) {
  copy::JobOptions options;
  options.from = {"from:", &from, {}, "app-table"};
  options.to = {"to:", &to, {}, "app-table"};
  options.threads = threads;
  options.into_existing = true;
  options.verify = copy::Verify::none;
  return copy::run(options, [](const copy::Progress&) {}).value().copied.items;
}

std::int64_t bare_loop(Database& from, Database& to) {
  ScanRequest scan;
  scan.table_name = "app-table";
  std::size_t done = 0;
  do {
    auto page = from.scan(scan).value();
    for (std::size_t begin = 0; begin < page.items.size(); begin += 25) {
      BatchWriteItemRequest batch;
      auto& requests = batch.request_items["app-table"];
      const std::size_t end = std::min(begin + 25, page.items.size());
      for (std::size_t i = begin; i < end; ++i) requests.push_back(PutRequest{page.items[i]});
      to.batch_write_item(batch).value();
    }
    done += page.items.size();
    scan.exclusive_start_key = std::move(page.last_evaluated_key);
  } while (scan.exclusive_start_key);
  return static_cast<std::int64_t>(done);
}

void measure(const std::string& where, Database& from, Database& to, std::size_t threads,
             const Options& options) {
  std::vector<double> ours;
  std::vector<double> bare;
  for (int i = 0; i < options.repetitions; ++i) {
    ours.push_back(items_per_second([&] { return copy_table(from, to, threads); }));
    bare.push_back(items_per_second([&] { return bare_loop(from, to); }));
  }
  print_ratio("items/s " + where + ", " + std::to_string(threads) + " threads",
              "a loop of Scan and BatchWriteItem in one", ours, bare, 0, true, options);
}

void compare(const Options& options) {
  const auto from = Engine::in_memory();
  const auto to = Engine::in_memory();
  create(*from);
  create(*to);
  fill(*from);
  const LocalServer source(*from);
  const LocalServer target(*to);
  const auto remote_from = source.connect();
  const auto remote_to = target.connect();
  for (const std::size_t threads : {1, 2}) {
    measure("in process", *from, *to, threads, options);
  }
  for (const std::size_t threads : {1, 4}) {
    measure("over loopback", *remote_from, *remote_to, threads, options);
  }
}

}  // namespace
}  // namespace keywright::bench

int main(int argc, char** argv) {
  using namespace keywright::bench;
  compare(parse_arguments(argc, argv));
}
