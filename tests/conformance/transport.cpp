#include "transport.hpp"

#include "place.hpp"
#include "wire/dispatcher.hpp"
#include <keywright/connect.hpp>
#include <keywright/engine.hpp>

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

#include <boost/asio/ip/tcp.hpp>

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
  explicit Connection(const std::string& url) : host_(url.substr(std::string("http://").size())) {
    const auto colon = host_.find(':');
    stream_.connect(host_.substr(0, colon), host_.substr(colon + 1));
    if (!stream_) throw std::runtime_error("no connection to " + url);
    // A request leaves in several writes, of which none must wait for an acknowledgement.
    stream_.rdbuf()->set_option(boost::asio::ip::tcp::no_delay(true));
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

class OverHttp final : public Transport {
 public:
  Answer send(std::string_view operation, std::string_view body) override {
    return connection_.send(operation, body);
  }

 private:
  place::ServedEngine server_;
  Connection connection_{server_.url()};
};

/// The dispatcher reads a request into its struct as a server does, but the database is a client.
class ByClient : public Transport {
 public:
  explicit ByClient(const std::string& url) : database_(open(url)) {}

  Answer send(std::string_view operation, std::string_view body) override {
    const auto attempts_before = attempts_;
    wire::Answer answer = dispatcher_.answer(*database_, target(operation), body);
    return {answer.status, std::move(answer.body), attempts_ != attempts_before};
  }

 protected:
  [[nodiscard]] Database& database() { return *database_; }

 private:
  std::unique_ptr<Database> open(const std::string& url) {
    ConnectOptions options;
    options.remote.region = "us-east-1";
    options.remote.credentials =
        fixed_credentials({.access_key_id = "AKIDEXAMPLE", .secret_access_key = "secret"});
    options.remote.retry.max_attempts = 1;
    options.remote.observer = [this](const AttemptReport&) { ++attempts_; };
    return connect(url, options).value();
  }

  std::size_t attempts_ = 0;
  std::unique_ptr<Database> database_;
  wire::Dispatcher dispatcher_;
};

class ByClientOfItsOwn final : private place::ServedEngine, public ByClient {
 public:
  ByClientOfItsOwn() : ByClient(url()) {}
};

class Elsewhere final : public ByClient {
 public:
  explicit Elsewhere(const std::string& url) : ByClient(url) {
    place::delete_all_tables(database());
  }

  Answer send(std::string_view operation, std::string_view body) override {
    Answer answer = ByClient::send(operation, body);
    if (operation.ends_with("Table")) place::wait_until_settled(database());
    return answer;
  }
};

}  // namespace

std::unique_ptr<Transport> in_process() {
  return std::make_unique<InProcess>();
}
std::unique_ptr<Transport> over_http() {
  return std::make_unique<OverHttp>();
}
std::unique_ptr<Transport> by_client() {
  return std::make_unique<ByClientOfItsOwn>();
}
std::unique_ptr<Transport> at_url(const std::string& url) {
  return std::make_unique<Elsewhere>(url);
}

}  // namespace keywright::conformance
