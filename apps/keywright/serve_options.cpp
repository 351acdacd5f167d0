// keywright serve.

#include "options.hpp"

#include <memory>

namespace keywright::cli {

namespace {

void add_where(CLI::App& command, ServeOptions& options) {
  Group group(command, "Where it listens");
  group
      .option("--host", options.host, "HOST",
              "address or name to listen on; 0.0.0.0 and :: are all of the machine")
      ->capture_default_str()
      ->check(check(fault_of_host));
  group.number("--port", options.port, "PORT", {"port", 0, 65535, "0 is any free one"},
               "port to listen on; 0 is any free one, which is printed");
  group.file("--tls-cert", options.tls_certificate,
             "speak HTTPS with this certificate chain, in PEM");
  group.file("--tls-key", options.tls_key, "its private key, in PEM");
}

void add_data(CLI::App& command, ServeOptions& options) {
  Group group(command, "What it serves");
  group.file("--model", options.model, "create the tables of this model at start");
  group
      .option("--guard", options.guard, "MODE",
              "match each request to an access pattern of the model, and report (warn) or refuse "
              "(enforce) what is none")
      ->check(check(
          [](const std::string& text) { return fault_of_word("mode", {"warn", "enforce"}, text); }))
      ->needs("--model");
  group.option("--region", options.region, "REGION", "the region in ARNs")
      ->capture_default_str()
      ->check(check(fault_of_region));
}

void add_access(CLI::App& command, ServeOptions& options) {
  Group group(command, "Who may call");
  group.file("--credentials", options.credentials,
             "verify signatures against the keys of this file, in the form of "
             "~/.aws/credentials; without it any access key will do");
  group
      .option("--allow-host", options.allowed_hosts, "NAME",
              "answer to this host name too, besides localhost, 127.0.0.1 and [::1]")
      ->allow_extra_args(false)
      ->check(check(fault_of_host_name));
  group
      .option("--cors", options.cors_origins, "ORIGIN",
              "let web pages of this origin call, such as http://localhost:3000; * is all")
      ->allow_extra_args(false)
      ->check(check(fault_of_origin));
}

void add_test_suites(CLI::App& command, ServeOptions& options) {
  Group group(command, "For test suites");
  group.flag("--isolate", options.isolate, "a database of its own for each access key and region");
  group
      .number("--max-databases", options.max_databases, "N", {"number of databases", 1, 1'000'000},
              "of --isolate; when there are so many, one without tables and snapshots makes place")
      ->needs("--isolate");
  group.flag("--manual-clock", options.manual_clock,
             "time stands still until POST /_keywright/clock moves it");
  group
      .option("--ttl-interval", options.ttl_interval, "SECONDS",
              "delete expired items so often; 0 is never. With --manual-clock they are deleted "
              "when it is moved")
      ->capture_default_str()
      ->check(check(fault_of_interval));
}

void add_emulation(CLI::App& command, ServeOptions& options) {
  Group group(command, "Limits and faults of AWS, off unless asked for");
  group.flag("--throttle", options.throttle,
             "refuse what is over the throughput of tables, indexes and partitions");
  group
      .option("--conflict-rate", options.conflict_rate, "RATE",
              "so many of the writes and transactions meet another transaction: 0.05 is 5 in 100")
      ->check(check(fault_of_rate));
  group.duration("--index-lag", options.index_lag, "writes show in global indexes so much later");
  group.duration("--read-lag", options.read_lag,
                 "eventually consistent reads see what was so long ago");
  group.duration("--control-plane-delay", options.control_plane_delay,
                 "creating, changing and deleting tables takes so long");
  group.option("--seed", options.seed, "N", "the same conflicts and table ids in every run")
      ->check(check(WholeNumber{"seed", 1, ~std::uint64_t{0}}));
}

void add_resources(CLI::App& command, ServeOptions& options) {
  Group group(command, "Resources");
  group.number("--threads", options.threads, "N", {"number of threads", 1, 1024},
               "connections are shared out among so many");
  group.number("--max-connections", options.max_connections, "N",
               {"number of connections", 1, 1'000'000}, "further ones wait");
  group.number("--max-buffered", options.max_buffered, "MIB",
               {"number of MiB", kLeastBuffered, 1'000'000, "one request may take 48"},
               "MiB of requests that are not complete, of all connections; beyond them those of "
               "more than 64 KiB get 503");
}

}  // namespace

void add_serve(CLI::App& app, int& status) {
  auto options = std::make_shared<ServeOptions>();
  auto* command = app.add_subcommand("serve", "serve DynamoDB's API to any AWS SDK");
  add_where(*command, *options);
  add_data(*command, *options);
  add_access(*command, *options);
  add_test_suites(*command, *options);
  add_emulation(*command, *options);
  add_resources(*command, *options);
  add_format_option(*command, options->output);
  command->footer(
      "A duration is 250ms, 2s or 1.5m. For test suites there are, below /_keywright:\n"
      "  POST reset, snapshot?name=, restore?name=, clock?advance=SECONDS\n"
      "  GET  metrics, clock and, with --guard, patterns?format=text\n"
      "  DELETE snapshot?name=\n"
      "\n"
      "Examples:\n"
      "  keywright serve\n"
      "  keywright serve --model research.model.yaml --port 0 --format json\n"
      "  keywright serve --model research.model.yaml --guard warn\n"
      "  keywright serve --throttle --conflict-rate 0.05 --index-lag 250ms --seed 1\n"
      "  keywright serve --host 0.0.0.0 --credentials ~/.aws/credentials \\\n"
      "      --tls-cert cert.pem --tls-key key.pem\n"
      "\n"
      "and then:\n"
      "  aws --endpoint-url http://127.0.0.1:8000 dynamodb list-tables\n"
      "  curl -X POST http://127.0.0.1:8000/_keywright/reset\n"
      "\n"
      "docs/serve.md has more: every SDK, test suites, CI, and who may call.");
  command->callback([options, command, &status] {
    if (options->manual_clock && options->ttl_interval != 0 &&
        command->get_option("--ttl-interval")->count() > 0) {
      throw CLI::ValidationError(
          "--ttl-interval",
          "has no use with --manual-clock, which deletes expired items whenever "
          "it is moved; leave it out, or give 0 for never");
    }
    status = serve(*options);
  });
}

}  // namespace keywright::cli
