// The server against the least that an HTTP server could do, and against other servers that speak
// DynamoDB. Every server is a process of its own; windows of load go round them by turns, so that
// whatever else the machine does hits all alike.

#include "../harness.hpp"
#include "load.hpp"
#include "operations.hpp"
#include "process.hpp"
#include "servers.hpp"

#include <algorithm>
#include <cstdio>
#include <exception>
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
constexpr double kWindow = 0.25;         // seconds
constexpr double kLatencyWindow = 0.08;  // on one connection

double median(std::vector<double> values) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

void set_up(std::uint16_t port) {
  LoadClient client(port, 1);
  client.ask(create_table());
  // Some servers make a table after they have answered.
  while (client.ask(describe_table()).find(R"("CREATING")") != std::string::npos) ::usleep(10'000);
  for (const auto& request : put_items()) client.ask(request);
}

const std::string& list_tables() {
  static const std::string request = request_of("ListTables", "{}");
  return request;
}

// Requests are signed when they are made, and within a bench run none gets too old.
struct Operation {
  const OperationRow* row = nullptr;
  Requests requests;
};

Operation operation_of(const OperationRow& row) {
  std::vector<std::string> requests;
  for (const auto& body : row.bodies()) requests.push_back(request_of(row.name, body));
  return {&row, Requests(std::move(requests))};
}

// Of one server and operation, of each repetition.
struct Figures {
  std::vector<double> throughputs, cpu_per_request, p50, p99, client_share;
};

struct Running {
  const ServerRow* row = nullptr;
  std::uint16_t port = 0;
  std::unique_ptr<Process> process;
  std::vector<double> starts;  // microseconds
  double idle_memory = 0;
  std::map<std::string, Figures> figures;  // by the operation's name

  [[nodiscard]] bool serves(const OperationRow& operation) const {
    const bool only_get = row->kind == ServerKind::verified || row->kind == ServerKind::echo;
    return operation.name != row->lacks && (!only_get || operation.name == "GetItem");
  }
};

class Bench {
 public:
  explicit Bench(const Options& options)
      : options_(options),
        credentials_((std::filesystem::temp_directory_path() /
                      ("keywright_bench_" + std::to_string(getpid())))
                         .string()) {
    std::ofstream(credentials_) << "[default]\naws_access_key_id = " << credentials().access_key_id
                                << "\naws_secret_access_key = " << credentials().secret_access_key
                                << "\n";
    for (const auto& row : operations()) {
      if (row.name.find(options.filter) != std::string::npos)
        operations_.push_back(operation_of(row));
    }
    for (const auto& row : servers()) {
      if (is_installed(row)) {
        running_.emplace_back().row = &row;
      } else {
        std::printf("%s is not installed and left out\n", row.name.c_str());
      }
    }
  }
  Bench(const Bench&) = delete;
  Bench& operator=(const Bench&) = delete;
  ~Bench() { std::filesystem::remove(credentials_); }

  void run() {
    for (int i = 0; i < options_.repetitions; ++i) {
      for (auto& each : running_) {
        if (i == 0 || each.row->kind != ServerKind::slow_rival) start(each);
      }
    }
    for (auto& each : running_) each.idle_memory = each.process->resident_mebibytes();
    for (auto& each : running_) {
      if (each.row->kind != ServerKind::echo) set_up(each.port);
    }
    for (auto& operation : operations_) {
      for (int i = 0; i <= options_.repetitions; ++i) {
        for (auto& each : running_) measure(each, operation, i > 0);  // the first round warms up
      }
      print_operation(*operation.row);
    }
    print_servers();
    print_ratios();
  }

 private:
  void start(Running& each) {
    each.process.reset();
    each.port = free_port();
    each.process =
        std::make_unique<Process>(command_of(*each.row, each.port, answer_size_, credentials_));
    each.starts.push_back(seconds_to_answer(each.port, list_tables()) * 1e6);
    if (answer_size_ != 0) return;
    // The first server says how large the echoes' answers are.
    set_up(each.port);
    const auto answer =
        LoadClient(each.port, 1).ask(operation_of(operations().front()).requests.next());
    answer_size_ = answer.size() - answer.find("\r\n\r\n") - 4;
  }

  static void measure(Running& each, Operation& operation, bool counts) {
    if (!each.serves(*operation.row)) return;
    const double share = each.row->kind == ServerKind::slow_rival ? 0.2 : 1;
    // A processor each for client and server.
    pin_self(0);
    each.process->pin(last_processor());
    const double before = each.process->cpu_seconds();
    auto many = LoadClient(each.port, kConnections).run(operation.requests, kWindow * share);
    const double spent = each.process->cpu_seconds() - before;
    // On one connection, whether a core has to wake decides; on one core none has to.
    each.process->pin(0);
    auto one = LoadClient(each.port, 1).run(operation.requests, kLatencyWindow * share);
    if (!counts) return;
    auto& figures = each.figures[operation.row->name];
    figures.throughputs.push_back(many.per_second());
    figures.cpu_per_request.push_back(spent * 1e6 / static_cast<double>(many.requests));
    figures.client_share.push_back(many.client_cpu_seconds / many.seconds * 100);
    figures.p50.push_back(one.quantile(0.5));
    figures.p99.push_back(one.quantile(0.99));
  }

  void print_operation(const OperationRow& operation) const {
    std::printf("\n%s, %d connections (and one, for the latencies)\n", operation.title.c_str(),
                kConnections);
    std::printf("%-44s %9s %9s %9s %9s %9s\n", "server", "req/s", "cpu us", "p50 us", "p99 us",
                "client %");
    for (const auto& each : running_) {
      const auto found = each.figures.find(operation.name);
      if (found == each.figures.end()) continue;
      const auto& figures = found->second;
      std::printf("%-44s %9.0f %9.2f %9.1f %9.1f %9.0f\n", each.row->name.c_str(),
                  median(figures.throughputs), median(figures.cpu_per_request), median(figures.p50),
                  median(figures.p99), median(figures.client_share));
    }
    std::fflush(stdout);
  }

  void print_servers() const {
    std::printf("\n%-44s %9s %9s\n", "server", "start ms", "idle MiB");
    for (const auto& each : running_) {
      std::printf("%-44s %9.2f %9.1f\n", each.row->name.c_str(), median(each.starts) / 1e3,
                  each.idle_memory);
    }
    std::printf("\n");
  }

  [[nodiscard]] const Running* named(const std::string& name) const {
    const auto found = std::find_if(running_.begin(), running_.end(), [&](const Running& each) {
      return each.row->name.starts_with(name);
    });
    return found == running_.end() ? nullptr : &*found;
  }

  using Values = std::vector<double> Figures::*;

  void ratio(const std::string& operation, const std::string& what, const Running& subject,
             const Running& baseline, Values values, double target) const {
    if (!subject.figures.contains(operation)) return;
    print_ratio(operation + ": " + what, baseline.row->name, subject.figures.at(operation).*values,
                baseline.figures.at(operation).*values, target, values == &Figures::throughputs,
                options_);
  }

  // The rival that does best, which has the most or the least of the values; or nullptr.
  [[nodiscard]] const Running* best_rival(const std::string& operation, Values values) const {
    const Running* best = nullptr;
    for (const auto& each : running_) {
      if (each.row->kind != ServerKind::rival || !each.figures.contains(operation)) continue;
      const auto value = [&](const Running& of) {
        return median(of.figures.at(operation).*values);
      };
      if (best == nullptr || (values == &Figures::throughputs ? value(each) > value(*best)
                                                              : value(each) < value(*best))) {
        best = &each;
      }
    }
    return best;
  }

  void print_ratios() const {
    const auto& ours = running_[0];
    const auto throughputs = &Figures::throughputs;
    const auto cpu = &Figures::cpu_per_request;
    const auto& beast = *named("echo by Beast");
    const auto& echo = *named("echo on the same");
    ratio("GetItem", "throughput", ours, beast, throughputs, 1.0);
    ratio("GetItem", "server CPU per request", ours, beast, cpu, 1.0);
    ratio("GetItem", "a bare echo's throughput", echo, beast, throughputs, 0);
    ratio("GetItem", "a bare echo's CPU", echo, beast, cpu, 0);
    ratio("GetItem", "server CPU per request", ours, echo, cpu, 0);
    ratio("GetItem", "throughput, verified", *named("keywright, sig"), ours, throughputs, 0.8);
    for (const auto& operation : operations_) {
      const auto& name = operation.row->name;
      if (const auto* rival = best_rival(name, throughputs))
        ratio(name, "throughput", ours, *rival, throughputs, 6);
      if (const auto* rival = best_rival(name, cpu))
        ratio(name, "server CPU per request", ours, *rival, cpu, 1.0 / 6);
    }
    if (const auto* dynoxide = named("dynoxide")) {
      print_ratio("start to first answer, us", dynoxide->row->name, ours.starts, dynoxide->starts,
                  1.5, false, options_);
    }
    print_figure("idle memory, MiB", "resident, a server with no table", ours.idle_memory, 10,
                 options_);
  }

  const Options& options_;
  std::string credentials_;
  std::size_t answer_size_ = 0;
  std::vector<Operation> operations_;
  std::vector<Running> running_;
};

}  // namespace
}  // namespace keywright::bench

int main(int argc, char** argv) {
  const auto options = keywright::bench::parse_arguments(argc, argv);
  try {
    keywright::bench::Bench(options).run();
  } catch (const std::exception& error) {
    std::fprintf(stderr, "bench_http: %s\n", error.what());
    return 1;
  }
}
