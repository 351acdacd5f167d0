#include "transport.hpp"

#include "wire/dispatcher.hpp"
#include <keywright/connect.hpp>
#include <keywright/engine.hpp>
#include <keywright/server.hpp>

#include <algorithm>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>

#include <boost/asio/ip/tcp.hpp>
#include <simdjson.h>

namespace keywright::conformance {
namespace {

std::string target(std::string_view operation) {
  constexpr std::string_view kStreams[] = {"ListStreams", "DescribeStream", "GetShardIterator",
                                           "GetRecords"};
  const bool of_streams = std::ranges::find(kStreams, operation) != std::end(kStreams);
  return (of_streams ? "DynamoDBStreams_20120810." : "DynamoDB_20120810.") + std::string(operation);
}

class InProcess final : public Transport {
 public:
  Answer send(std::string_view operation, std::string_view body) override {
    wire::Answer answer = dispatcher_.answer(*engine_, target(operation), body);
    return {answer.status, std::move(answer.body)};
  }

 private:
  std::unique_ptr<Engine> engine_ = Engine::in_memory();
  wire::Dispatcher dispatcher_;
};

/// A keep-alive connection to a server.
class Connection {
 public:
  Connection(std::string host, const std::string& port) : host_(std::move(host)) {
    stream_.connect(host_, port);
    if (!stream_) throw std::runtime_error("no connection to " + host_ + ":" + port);
    // A request leaves in several writes, of which none must wait for an acknowledgement.
    stream_.rdbuf()->set_option(boost::asio::ip::tcp::no_delay(true));
    host_ += ":" + port;
  }

  Answer send(std::string_view operation, std::string_view body) {
    stream_ << "POST / HTTP/1.1\r\nHost: " << host_
            << "\r\nContent-Type: application/x-amz-json-1.0\r\nX-Amz-Target: " << target(operation)
            << "\r\nX-Amz-Date: 20260101T000000Z\r\nAuthorization: AWS4-HMAC-SHA256 "
               "Credential=AKIDEXAMPLE/20260101/us-east-1/dynamodb/aws4_request, "
               "SignedHeaders=host;x-amz-date;x-amz-target, Signature="
            << std::string(64, '0') << "\r\nContent-Length: " << body.size() << "\r\n\r\n"
            << body << std::flush;
    Answer answer;
    std::string version;
    stream_ >> version >> answer.status;
    std::size_t length = 0;
    std::string line;
    std::getline(stream_, line);
    while (std::getline(stream_, line) && line != "\r") {
      std::ranges::transform(line, line.begin(), [](unsigned char c) { return std::tolower(c); });
      if (line.starts_with("content-length:")) length = std::stoul(line.substr(15));
    }
    answer.body.resize(length);
    stream_.read(answer.body.data(), static_cast<std::streamsize>(length));
    if (!stream_) throw std::runtime_error("the connection to " + host_ + " broke");
    return answer;
  }

 private:
  std::string host_;
  boost::asio::ip::tcp::iostream stream_;
};

/// A server with an engine of its own. Waits, in the end, for its clients to hang up.
class OwnServer {
 public:
  OwnServer()
      : server_(Server::listen(backend_, {.port = 0}).value()),
        serving_([this] { server_->run().value(); }) {}
  OwnServer(const OwnServer&) = delete;
  OwnServer& operator=(const OwnServer&) = delete;
  ~OwnServer() {
    server_->stop();
    serving_.join();
  }

  [[nodiscard]] std::string port() const { return std::to_string(server_->port()); }

 private:
  std::unique_ptr<Engine> engine_ = Engine::in_memory();
  SingleBackend backend_{*engine_};
  std::unique_ptr<Server> server_;
  std::thread serving_;
};

class OverHttp final : public Transport {
 public:
  Answer send(std::string_view operation, std::string_view body) override {
    return connection_.send(operation, body);
  }

 private:
  OwnServer server_;
  Connection connection_{"127.0.0.1", server_.port()};
};

/// The dispatcher reads a request into its struct as a server does, but the database is a client.
class ByClient final : public Transport {
 public:
  Answer send(std::string_view operation, std::string_view body) override {
    const auto attempts_before = attempts_;
    wire::Answer answer = dispatcher_.answer(*database_, target(operation), body);
    return {answer.status, std::move(answer.body), attempts_ != attempts_before};
  }

 private:
  std::unique_ptr<Database> open() {
    ConnectOptions options;
    options.remote.region = "us-east-1";
    options.remote.credentials =
        fixed_credentials({.access_key_id = "AKIDEXAMPLE", .secret_access_key = "secret"});
    options.remote.retry.max_attempts = 1;
    options.remote.observer = [this](const AttemptReport&) { ++attempts_; };
    return connect("http://127.0.0.1:" + server_.port(), options).value();
  }

  OwnServer server_;
  std::size_t attempts_ = 0;
  std::unique_ptr<Database> database_ = open();
  wire::Dispatcher dispatcher_;
};

class AtAddress final : public Transport {
 public:
  explicit AtAddress(std::string_view address)
      : connection_(std::string(address.substr(0, address.find(':'))),
                    std::string(address.substr(address.find(':') + 1))) {
    simdjson::dom::parser parser;
    const Answer listed = connection_.send("ListTables", "{}");
    for (const std::string_view name :
         simdjson::dom::array(parser.parse(listed.body)["TableNames"])) {
      connection_.send("DeleteTable", R"({"TableName":")" + std::string(name) + "\"}");
    }
  }

  Answer send(std::string_view operation, std::string_view body) override {
    return connection_.send(operation, body);
  }

 private:
  Connection connection_;
};

}  // namespace

std::unique_ptr<Transport> in_process() {
  return std::make_unique<InProcess>();
}
std::unique_ptr<Transport> over_http() {
  return std::make_unique<OverHttp>();
}
std::unique_ptr<Transport> by_client() {
  return std::make_unique<ByClient>();
}
std::unique_ptr<Transport> at_address(std::string_view address) {
  return std::make_unique<AtAddress>(address);
}

}  // namespace keywright::conformance
