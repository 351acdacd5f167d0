// Copies over HTTP.

#include "copy/job.hpp"
#include "copying.hpp"
#include <keywright/connect.hpp>
#include <keywright/server.hpp>
#include <keywright/throttled_database.hpp>

#include <thread>

namespace keywright::copy {
namespace {

class LocalServer {
 public:
  explicit LocalServer(Database& database)
      : backend_(database), server_(Server::listen(backend_, {.port = 0}).value()) {
    thread_ = std::thread([this] { EXPECT_TRUE(server_->run()); });
  }
  LocalServer(const LocalServer&) = delete;
  LocalServer& operator=(const LocalServer&) = delete;
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

TEST(RemoteCopy, KeepsToTheThroughputOfTheTableBehindAServer) {
  const TestTime time;
  const auto from = Engine::in_memory();
  from->create_table(table_request("Tab")).value();
  fill(*from, "Tab", 1500);
  const auto to = Engine::in_memory();
  ThrottledDatabase throttled(*to, {.clock = time.clock()});
  auto request = table_request("Tab");
  request.billing_mode = BillingMode::provisioned;
  request.provisioned_throughput = {200, 100};
  throttled.create_table(request).value();

  const LocalServer source(*from);
  const LocalServer target(throttled);
  const auto source_database = source.connect();
  const auto target_database = target.connect();
  JobOptions options;
  options.from = {"a:", source_database.get(), {}, "Tab"};
  options.to = {"b:", target_database.get(), {}, "Tab"};
  options.threads = 4;
  options.timing = time.timing();  // the server's clock moves while the copier pauses
  const auto report = run(options, [](const Progress&) {});
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_TRUE(report->is_verified && report->is_equal());
  EXPECT_EQ(report->target.items, 1500);
  EXPECT_GT(report->throttled, 0);
  EXPECT_GT(time.elapsed(), 10);
}

}  // namespace
}  // namespace keywright::copy
