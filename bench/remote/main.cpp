// A call of a remote database against the same request, ready and signed, over the bare HTTP client
// beneath it. Both talk to our own server on loopback, over one kept connection.

#include "../harness.hpp"
#include "http/client.hpp"
#include "remote/signer.hpp"
#include "wire/client_codec.hpp"
#include <keywright/connect.hpp>
#include <keywright/engine.hpp>
#include <keywright/server.hpp>

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <thread>

namespace keywright::bench {
namespace {

const Credentials kCredentials{.access_key_id = "local", .secret_access_key = "local"};
constexpr std::string_view kRegion = "us-east-1";

class LocalServer {
 public:
  LocalServer() : thread_([this] { server_->run().value(); }) {}
  ~LocalServer() {
    server_->stop();
    thread_.join();
  }
  [[nodiscard]] std::string url() const {
    return "http://127.0.0.1:" + std::to_string(server_->port());
  }

 private:
  std::unique_ptr<Engine> engine_ = Engine::in_memory();
  SingleBackend backend_{*engine_};
  std::unique_ptr<Server> server_ = Server::listen(backend_, {.port = 0}).value();
  std::thread thread_;
};

void fill(Database& database) {
  CreateTableRequest table;
  table.table_name = "app-table";
  table.key_schema = {{"pk", KeyType::hash}};
  table.attribute_definitions = {{"pk", AttributeType::string}};
  table.billing_mode = BillingMode::pay_per_request;
  database.create_table(table).value();
  PutItemRequest put;
  put.table_name = "app-table";
  put.item = {{"pk", "job#1"},
              {"title", std::string(300, 't')},
              {"body", std::string(400, 'b')},
              {"count", 12}};
  database.put_item(put).value();
}

GetItemRequest get_request() {
  GetItemRequest get;
  get.table_name = "app-table";
  get.key = {{"pk", "job#1"}};
  return get;
}

http::Request unsigned_request(const std::string& url) {
  http::Request request;
  request.method = "POST";
  request.url = http::parse_url(url).value();
  request.headers = {{"Content-Type", "application/x-amz-json-1.0"},
                     {"X-Amz-Target", "DynamoDB_20120810.GetItem"},
                     {"User-Agent", "keywright"}};
  request.body = wire::encode(get_request());
  return request;
}

Work typed_calls(Database& database) {
  return [&database, get = get_request()](std::size_t count) {
    std::size_t sum = 0;
    for (std::size_t i = 0; i < count; ++i) {
      sum += database.get_item(get).value().item->size_in_bytes();
    }
    return sum;
  };
}

Work bare_calls(http::Client& client, const std::string& url) {
  auto request = unsigned_request(url);
  remote::Signer(std::string(kRegion)).sign(request, kCredentials, system_clock()());
  return [&client, request](std::size_t count) {
    std::size_t sum = 0;
    for (std::size_t i = 0; i < count; ++i) sum += client.send(request, {}).value().body.size();
    return sum;
  };
}

// The headers of the signature are taken off again, so that each is made anew.
Work signatures(const std::string& url) {
  auto signer = std::make_shared<remote::Signer>(std::string(kRegion));
  return
      [signer, request = unsigned_request(url), clock = system_clock()](std::size_t count) mutable {
        std::size_t sum = 0;
        const std::size_t headers = request.headers.size();
        for (std::size_t i = 0; i < count; ++i) {
          signer->sign(request, kCredentials, clock());
          sum += request.headers.back().value.size();
          request.headers.resize(headers);
        }
        return sum;
      };
}

void compare(const Options& options) {
  const LocalServer server;
  auto database = connect(server.url()).value();
  fill(*database);
  http::Client client;
  run({{"GetItem of 800 B by the remote database", "the HTTP client, request ready and signed",
        typed_calls(*database), bare_calls(client, server.url()), 1.25}},
      options);
  const double seconds = medians_of({signatures(server.url())}, options).front();
  print_figure("a signature with a kept key, in us", "a limit", seconds * 1e6, 2, options);
}

}  // namespace
}  // namespace keywright::bench

int main(int argc, char** argv) {
  using namespace keywright::bench;
  compare(parse_arguments(argc, argv));
}
