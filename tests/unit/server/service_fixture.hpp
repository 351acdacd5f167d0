#pragma once

// A Service before an engine with a clock of its own, and its answers taken apart.

#include "server/admin.hpp"
#include "server/service.hpp"
#include <keywright/engine.hpp>

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace keywright::server {

class OneEngine : public Backend {
 public:
  Result<std::shared_ptr<Database>> database(std::string_view key,
                                             std::string_view region) override {
    asked_for = std::string(key) + "@" + std::string(region);
    return std::shared_ptr<Database>(engine);
  }
  ExpirySweep delete_expired_items(std::size_t limit) override {
    return engine->delete_expired_items(limit);
  }
  Result<void> reset(const BackendScope& scope) override {
    was_reset_for = std::string(scope.access_key_id) + "@" + std::string(scope.region);
    was_named = scope.is_named;
    return {};
  }
  std::string metrics() override { return "further 1\n"; }
  TimePoint now() override { return clock.now(); }
  Result<void> set_clock(TimePoint now) override {
    clock.set(now);
    return {};
  }
  ManualClock clock{TimePoint(std::chrono::seconds(1'700'000'000))};
  std::shared_ptr<Engine> engine = Engine::in_memory({.clock = clock});
  std::string asked_for;
  std::string was_reset_for;
  bool was_named = false;
};

struct Answered {
  std::string status_line;
  std::map<std::string, std::string> headers;
  std::string body;
};

inline Answered parse(const std::string& answer) {
  Answered out;
  const auto end = answer.find("\r\n\r\n");
  out.body = answer.substr(end + 4);
  std::size_t at = answer.find("\r\n");
  out.status_line = answer.substr(0, at);
  while (at < end) {
    const auto next = answer.find("\r\n", at + 2);
    const auto line = answer.substr(at + 2, next - at - 2);
    out.headers[line.substr(0, line.find(':'))] = line.substr(line.find(':') + 2);
    at = next;
  }
  return out;
}

class ServiceTest : public testing::Test {
 protected:
  ServiceTest() {
    options_.clock = [] { return TimePoint(std::chrono::seconds(784'111'777)); };
  }

  Service& service() {
    if (!service_) service_ = std::make_unique<Service>(context_, loop_metrics_, 1);
    return *service_;
  }
  Answered send(std::string method, std::string path, std::vector<wire::HeaderView> headers,
                std::string body = "", std::string query = "") {
    headers.insert(headers.begin(), {"Host", "localhost:8000"});
    HttpRequest request;
    request.view = {method, path, query, headers, body};
    std::string out;
    service().answer(request, out);
    return parse(out);
  }
  Answered call(std::string operation, std::string body, std::vector<wire::HeaderView> more = {}) {
    const std::string target = "DynamoDB_20120810." + operation;
    std::vector<wire::HeaderView> headers{
        {"Content-Type", "application/x-amz-json-1.0"},
        {"X-Amz-Target", target},
        {"X-Amz-Date", "20150830T123600Z"},
        {"Authorization",
         "AWS4-HMAC-SHA256 Credential=AKID/20150830/eu-west-1/dynamodb/aws4_request, "
         "SignedHeaders=host, Signature=00"}};
    headers.insert(headers.end(), more.begin(), more.end());
    return send("POST", "/", headers, std::move(body));
  }
  void create_table() {
    ASSERT_EQ(call("CreateTable",
                   R"({"TableName":"things","BillingMode":"PAY_PER_REQUEST",)"
                   R"("KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}],)"
                   R"("AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"}]})")
                  .status_line,
              "HTTP/1.1 200 OK");
  }

  OneEngine backend_;
  ServerOptions options_;
  BrowserRules rules_{loopback_hosts(), {"http://allowed.example"}};
  LoopMetrics loop_metrics_;
  std::vector<const LoopMetrics*> metrics_{&loop_metrics_};
  ServiceContext context_{backend_, options_, rules_, metrics_};
  std::unique_ptr<Service> service_;
};

}  // namespace keywright::server
