#include "commands.hpp"
#include "engine_backend.hpp"
#include "failure.hpp"
#include "load.hpp"
#include "model/json_writer.hpp"
#include "version.hpp"
#include "violation_log.hpp"
#include <keywright/server.hpp>

#include <chrono>
#include <cmath>
#include <cstdio>
#include <memory>
#include <string>
#include <utility>

#include <sys/resource.h>
#include <unistd.h>

namespace keywright::cli {
namespace {

// Each connection is a file descriptor, and the usual limit is 1024.
void raise_descriptor_limit() {
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_NOFILE, &limit);
}

// An address that a client of this machine can use, where the server is bound to all of them.
std::string client_url(const Server& server, const ServeOptions& options) {
  auto url = server.url();
  if (options.host != "0.0.0.0" && options.host != "::") return url;
  return url.substr(0, url.find("//") + 2) + "localhost:" + std::to_string(server.port());
}

void print_text(const Server& server, const ServeOptions& options, std::size_t tables) {
  const auto url = client_url(server, options);
  std::printf("keywright %s serves DynamoDB at %s (pid %ld", kVersion, server.url().c_str(),
              static_cast<long>(getpid()));
  if (tables > 0) std::printf(", %zu table%s of the model", tables, tables == 1 ? "" : "s");
  std::printf(")\n");
  if (!options.guard.empty()) {
    std::printf("  curl \"%s/_keywright/patterns?format=text\"  # access patterns that ran (%s)\n",
                url.c_str(), options.guard.c_str());
  }
  std::printf("  %saws --region %s --endpoint-url %s dynamodb list-tables\n",
              options.credentials.empty() ? "AWS_ACCESS_KEY_ID=any AWS_SECRET_ACCESS_KEY=any " : "",
              options.region.c_str(), url.c_str());
  std::printf("  boto3.resource(\"dynamodb\", endpoint_url=\"%s\", region_name=\"%s\"%s)\n",
              url.c_str(), options.region.c_str(),
              options.credentials.empty()
                  ? ", aws_access_key_id=\"any\", aws_secret_access_key=\"any\""
                  : "");
  std::printf(
      "%s Data is kept in memory. Ctrl-C stops the server.\n",
      options.credentials.empty() ? "Any access key is accepted." : "Signatures are verified.");
}

void print_json(const Server& server, const std::vector<apply::ModelTable>& tables) {
  model::JsonWriter json;
  json.begin('{');
  json.add("url", server.url());
  json.add_number("port", server.port());
  json.add_number("pid", getpid());
  json.add("version", kVersion);
  json.begin("tables", '[');
  for (const auto& table : tables) json.add(table.definition.table_name);
  json.end(']');
  json.end('}');
  std::puts(std::move(json).text().c_str());
}

// A manual clock deletes what has expired when it is moved, and nothing happens in between.
constexpr std::chrono::hours kNever{24 * 365 * 100};

ServerOptions server_options(const ServeOptions& options) {
  ServerOptions out;
  out.host = options.host;
  out.port = options.port;
  out.threads = options.threads;
  out.max_connections = options.max_connections;
  out.max_buffered_bytes = options.max_buffered * 1024 * 1024;
  out.tls_certificate = options.tls_certificate;
  out.tls_key = options.tls_key;
  out.allowed_hosts = options.allowed_hosts;
  out.cors_origins = options.cors_origins;
  out.expiry_interval = std::chrono::milliseconds(std::llround(options.ttl_interval * 1000));
  if (options.manual_clock && options.ttl_interval != 0) out.expiry_interval = kNever;
  out.stop_on_signals = true;
  return out;
}

Emulation emulation_of(const ServeOptions& options) {
  using std::chrono::milliseconds;
  Emulation emulation;
  emulation.control_plane_delay = milliseconds(options.control_plane_delay);
  emulation.index_lag = milliseconds(options.index_lag);
  emulation.read_lag = milliseconds(options.read_lag);
  emulation.throttle = options.throttle;
  emulation.conflict_rate = options.conflict_rate;
  emulation.seed = options.seed;
  return emulation;
}

}  // namespace

int serve(const ServeOptions& options) {
  EngineBackendOptions backend_options;
  backend_options.isolate = options.isolate;
  backend_options.max_databases = options.max_databases;
  backend_options.region = options.region;
  backend_options.emulation = emulation_of(options);
  if (options.manual_clock) backend_options.manual_clock.emplace(system_clock()());
  if (!options.model.empty()) {
    const auto checked = load_and_check(options.model);
    if (checked.status != 0) {
      print_findings({&checked, 1}, options.output, stderr);
      return checked.status;
    }
    backend_options.tables = apply::tables_of(*checked.model, *checked.plan);
    if (!options.guard.empty()) {
      backend_options.guarded_model = checked.model;
      backend_options.guard.mode =
          options.guard == "enforce" ? GuardMode::enforce : GuardMode::warn;
      backend_options.guard.on_violation =
          [log = std::make_shared<ViolationLog>()](const auto& violation) { log->add(violation); };
    }
  }
  const auto tables = backend_options.tables;

  auto settings = server_options(options);
  if (!options.credentials.empty()) {
    auto keys = read_access_keys(options.credentials);
    if (!keys) {
      auto error = std::move(keys).error();
      error.message = "--credentials: " + error.message;
      return fail(error.message, kWrongUse);
    }
    settings.access_keys = *std::move(keys);
  }
  raise_descriptor_limit();
  EngineBackend backend(std::move(backend_options));
  auto server = Server::listen(backend, std::move(settings));
  if (!server) {
    const bool is_wrong_use = server.error().code == ErrorCode::validation;
    return fail(server.error().message, is_wrong_use ? kWrongUse : kFailed);
  }
  if (auto prepared = backend.prepare(); !prepared) return fail(prepared.error().message, kFailed);

  if (options.output.format == Format::json) {
    print_json(**server, tables);
  } else {
    print_text(**server, options, tables.size());
  }
  std::fflush(stdout);  // whoever started the server waits for this
  if (auto served = (*server)->run(); !served) return fail(served.error().message, kFailed);
  return 0;
}

}  // namespace keywright::cli
