// The server against the least that an HTTP server could do. Every server is a process of its own;
// windows of load go round them by turns, so that whatever else the machine does hits all alike.

#include "../harness.hpp"
#include "load.hpp"
#include "process.hpp"
#include "servers.hpp"
#include "wire/sigv4.hpp"
#include <keywright/clock.hpp>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <unistd.h>

namespace keywright::bench {
namespace {

constexpr int kConnections = 16;
constexpr std::size_t kItemSize = 800;
constexpr double kWindow = 0.6;  // seconds
const wire::SigningCredentials kCredentials{"AKIDEXAMPLE", "secret", ""};

// Signed once: all requests are equal, and within a bench run none is too old.
std::string request_of(std::string_view operation, const std::string& body) {
  const std::string target = "DynamoDB_20120810." + std::string(operation);
  std::vector<wire::HeaderView> headers{
      {"Host", "localhost"},
      {"Content-Type", "application/x-amz-json-1.0"},
      {"X-Amz-Target", target},
      {"Accept-Encoding", "identity"},
      {"User-Agent", "bench_http/1.0 lang/c++ md/typical-length"},
      {"amz-sdk-invocation-id", "6c16a0e0-0000-4000-8000-000000000000"}};
  wire::Sha256 sha;
  const wire::RequestView request{"POST", "/", "", std::span(headers).first(3), body};
  const auto added =
      wire::sign(sha, request, kCredentials, "us-east-1", "dynamodb", system_clock()());
  headers.push_back({"X-Amz-Date", added.amz_date});
  headers.push_back({"Authorization", added.authorization});
  std::string out = "POST / HTTP/1.1\r\n";
  for (const auto& header : headers)
    out.append(header.name).append(": ").append(header.value).append("\r\n");
  return out + "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
}

const std::string& get_item() {
  static const std::string request =
      request_of("GetItem", R"({"TableName":"things","Key":{"pk":{"S":"JOB#42"}}})");
  return request;
}

const std::string& list_tables() {
  static const std::string request = request_of("ListTables", "{}");
  return request;
}

void load_item(std::uint16_t port) {
  LoadClient client(port, 1);
  client.ask(request_of(
      "CreateTable",
      R"({"TableName":"things","BillingMode":"PAY_PER_REQUEST","KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}],"AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"}]})"));
  client.ask(request_of(
      "PutItem",
      R"({"TableName":"things","Item":{"pk":{"S":"JOB#42"},"status":{"S":"running"},"attempts":{"N":"3"},"text":{"S":")" +
          std::string(kItemSize, 'x') + R"("}}})"));
}

/// What GetItem answers, header and body aside.
std::size_t answer_body_size(std::uint16_t port) {
  const auto answer = LoadClient(port, 1).ask(get_item());
  return answer.size() - answer.find("\r\n\r\n") - 4;
}

struct Running {
  const ServerRow* row = nullptr;
  std::uint16_t port = 0;
  std::unique_ptr<Process> process;
  std::unique_ptr<LoadClient> many;
  std::unique_ptr<LoadClient> one;
  // Of each repetition.
  std::vector<double> starts, throughputs, cpu_per_request, p50, p99;
  double idle_memory = 0;
};

class Bench {
 public:
  explicit Bench(const Options& options)
      : options_(options),
        credentials_((std::filesystem::temp_directory_path() /
                      ("keywright_bench_" + std::to_string(getpid())))
                         .string()) {
    std::ofstream(credentials_) << "[default]\naws_access_key_id = " << kCredentials.access_key_id
                                << "\naws_secret_access_key = " << kCredentials.secret_access_key
                                << "\n";
    for (const auto& row : servers()) running_.emplace_back().row = &row;
  }
  Bench(const Bench&) = delete;
  Bench& operator=(const Bench&) = delete;
  ~Bench() { std::filesystem::remove(credentials_); }

  void run() {
    for (int i = 0; i < options_.repetitions; ++i) {
      for (auto& each : running_) start(each);
    }
    for (auto& each : running_) each.idle_memory = each.process->resident_mebibytes();
    for (auto& each : running_) connect(each);
    for (int i = 0; i <= options_.repetitions; ++i) {
      for (auto& each : running_) measure(each, i > 0);  // the first round warms up
    }
    print_table();
    print_ratios();
  }

 private:
  void start(Running& each) {
    each.process.reset();
    each.port = free_port();
    each.process =
        std::make_unique<Process>(command_of(*each.row, each.port, answer_size_, credentials_));
    each.starts.push_back(seconds_to_answer(each.port, list_tables()) * 1e3);
    if (each.row->kind == ServerKind::echo || answer_size_ != 0) return;
    // The first server says how large the echoes' answers are.
    load_item(each.port);
    answer_size_ = answer_body_size(each.port);
  }

  void connect(Running& each) {
    if (each.row->kind != ServerKind::echo) load_item(each.port);
    each.many = std::make_unique<LoadClient>(each.port, kConnections);
    each.one = std::make_unique<LoadClient>(each.port, 1);
  }

  static void measure(Running& each, bool counts) {
    const double before = each.process->cpu_seconds();
    auto many = each.many->run(get_item(), kWindow);
    const double spent = each.process->cpu_seconds() - before;
    // On one connection, whether a core has to wake decides; on one core none has to.
    pin_self(0);
    each.process->pin(0);
    auto one = each.one->run(get_item(), kWindow / 3);
    each.process->pin(-1);
    pin_self(-1);
    if (!counts) return;
    each.throughputs.push_back(many.per_second());
    each.cpu_per_request.push_back(spent * 1e6 / static_cast<double>(many.requests));
    each.p50.push_back(one.quantile(0.5));
    each.p99.push_back(one.quantile(0.99));
  }

  static double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
  }

  void print_table() const {
    std::printf("GetItem of %zu B, %d connections (and one, for the latencies)\n", kItemSize,
                kConnections);
    std::printf("%-44s %9s %9s %9s %9s %9s %9s\n", "server", "req/s", "cpu us", "p50 us", "p99 us",
                "start ms", "idle MiB");
    for (const auto& each : running_) {
      std::printf("%-44s %9.0f %9.2f %9.1f %9.1f %9.2f %9.1f\n", each.row->name.c_str(),
                  median(each.throughputs), median(each.cpu_per_request), median(each.p50),
                  median(each.p99), median(each.starts), each.idle_memory);
    }
    std::printf("\n");
  }

  [[nodiscard]] const Running& named(const std::string& name) const {
    return *std::find_if(running_.begin(), running_.end(),
                         [&](const Running& each) { return each.row->name == name; });
  }

  void print_ratios() const {
    const auto& ours = running_[0];
    const auto& verified = named("keywright, signatures verified");
    const auto& echo = named("echo on the same HTTP code");
    const auto& beast = named("echo by Beast's async_read, async_write");
    const auto ratio = [&](const std::string& what, const Running& subject, const Running& baseline,
                           std::vector<double> Running::* values, double target, bool at_least) {
      print_ratio(what, baseline.row->name, subject.*values, baseline.*values, target, at_least,
                  options_);
    };
    ratio("GetItem: throughput", ours, beast, &Running::throughputs, 1.0, true);
    ratio("GetItem: server CPU per request", ours, beast, &Running::cpu_per_request, 1.0, false);
    ratio("bare echo: throughput", echo, beast, &Running::throughputs, 0, true);
    ratio("bare echo: server CPU per request", echo, beast, &Running::cpu_per_request, 0, false);
    ratio("GetItem: server CPU per request", ours, echo, &Running::cpu_per_request, 0, false);
    ratio("signatures verified: throughput", verified, ours, &Running::throughputs, 0.8, true);
    print_figure("idle memory, MiB", "resident, a server with no table", ours.idle_memory, 10,
                 options_);
  }

  const Options& options_;
  std::string credentials_;
  std::size_t answer_size_ = 0;
  std::vector<Running> running_;
};

}  // namespace
}  // namespace keywright::bench

int main(int argc, char** argv) {
  const auto options = keywright::bench::parse_arguments(argc, argv);
  keywright::bench::Bench(options).run();
}
