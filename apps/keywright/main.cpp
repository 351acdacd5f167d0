// The command line: the only translation unit that knows CLI11.

#include "commands.hpp"
#include "model/spelling.hpp"
#include "version.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include <CLI/CLI.hpp>

namespace {

using namespace keywright::cli;

const char* const kAbout =
    "Keywright: DynamoDB single-table design for C++.\n"
    "A model file lists what the application reads and writes; Keywright proves that the keys "
    "serve\n"
    "it and generates typed repositories.";

const char* const kExamples =
    "Examples:\n"
    "  keywright init                                     write a model to start from\n"
    "  keywright check research.model.yaml                prove its keys\n"
    "  keywright patterns research.model.yaml             show what serves each access pattern\n"
    "  keywright cost research.model.yaml                 say what they cost per month\n"
    "  keywright generate cpp research.model.yaml --out build/generated\n"
    "  keywright serve                                    serve DynamoDB's API on port 8000\n"
    "  keywright apply research.model.yaml --url aws:eu-west-1\n"
    "\n"
    "Exit status: 0 clean, 1 the model has errors, 2 the model could not be read.";

void add_format_option(CLI::App& command, OutputOptions& output) {
  static const std::map<std::string, Format> kFormats{{"text", Format::text},
                                                      {"json", Format::json}};
  command.add_option("--format", output.format, "text for people, json for programs")
      ->transform(CLI::Transformer(kFormats))
      ->type_name("text|json");
}

void add_output_options(CLI::App& command, OutputOptions& output) {
  static const std::map<std::string, ColorWhen> kColors{
      {"auto", ColorWhen::automatic}, {"always", ColorWhen::always}, {"never", ColorWhen::never}};
  add_format_option(command, output);
  command.add_option("--color", output.color, "colour in text output (auto: on a terminal)")
      ->transform(CLI::Transformer(kColors))
      ->type_name("auto|always|never");
}

void add_check(CLI::App& app, int& status) {
  auto options = std::make_shared<CheckOptions>();
  auto* command = app.add_subcommand("check", "prove that the keys serve every access pattern");
  command->add_option("model", options->models, "model files")->required()->type_name("MODEL");
  add_output_options(*command, options->output);
  command->footer(
      "Prints every finding with its place, its rule and the change that mends it.\n"
      "\n"
      "Examples:\n"
      "  keywright check research.model.yaml\n"
      "  keywright check --format json models/*.model.yaml");
  command->callback([options, &status] { status = check(*options); });
}

void add_patterns(CLI::App& app, int& status) {
  auto options = std::make_shared<PatternsOptions>();
  auto* command = app.add_subcommand("patterns", "show the key design behind each access pattern");
  command->add_option("model", options->model, "model file")->required()->type_name("MODEL");
  add_output_options(*command, options->output);
  command->footer(
      "Examples:\n"
      "  keywright patterns research.model.yaml\n"
      "  keywright patterns research.model.yaml --format json");
  command->callback([options, &status] { status = patterns(*options); });
}

void add_cost(CLI::App& app, int& status) {
  auto options = std::make_shared<CostOptions>();
  auto* command = app.add_subcommand("cost", "what the access patterns and tables cost per month");
  command->add_option("model", options->model, "model file")->required()->type_name("MODEL");
  command->add_option("--prices", options->prices, "prices other than those of us-east-1")
      ->type_name("FILE");
  add_format_option(*command, options->output);
  command->footer(
      "Requests are counted at the average rates of the model, tables also in other ways of\n"
      "paying. A file of prices has the form of the one in the program and may be a part of it:\n"
      "  {keywright_prices: 1, region: eu-west-1, on_demand: {write_million: 0.7065}}\n"
      "\n"
      "Examples:\n"
      "  keywright cost research.model.yaml\n"
      "  keywright cost research.model.yaml --prices ireland.yaml --format json");
  command->callback([options, &status] { status = cost(*options); });
}

void add_explain(CLI::App& app, int& status) {
  auto options = std::make_shared<ExplainOptions>();
  auto* command = app.add_subcommand("explain", "explain a rule of the checker, or list the rules");
  command->add_option("rule", options->rule, "such as AP001; left out: all rules, a line each")
      ->type_name("RULE");
  command->footer("Examples:\n  keywright explain\n  keywright explain AP001");
  command->callback([options, &status] { status = explain(*options); });
}

void add_generate(CLI::App& app, int& status) {
  auto* generate = app.add_subcommand("generate", "generate code from a model");
  generate->require_subcommand(1);
  generate->footer("Example:\n  keywright generate cpp research.model.yaml --out build/generated");

  auto options = std::make_shared<GenerateOptions>();
  auto* command = generate->add_subcommand("cpp", "C++ repositories, one per aggregate");
  command->add_option("model", options->model, "model file")->required()->type_name("MODEL");
  command->add_option("--out", options->out, "folder that gets <model name>/*.hpp and *.cpp")
      ->type_name("DIR");
  command->add_flag("--list", options->list, "print the files it would write, and write nothing");
  add_output_options(*command, options->output);
  command->footer(
      "The model is checked first; with an error in it no file is written. Files that would not\n"
      "change are left alone, so builds that depend on them do not run again.\n"
      "\n"
      "Examples:\n"
      "  keywright generate cpp research.model.yaml --out build/generated\n"
      "  keywright generate cpp research.model.yaml --list");
  command->callback([options, &status] { status = generate_cpp(*options); });
}

void add_init(CLI::App& app, int& status) {
  auto options = std::make_shared<InitOptions>();
  auto* command = app.add_subcommand("init", "write a complete model to start from");
  command->add_option("file", options->file, "where to write it")
      ->capture_default_str()
      ->type_name("FILE");
  command->add_flag("--force", options->force, "replace the file if it is there");
  command->footer(
      "Examples:\n"
      "  keywright init\n"
      "  keywright init orders.model.yaml && keywright check orders.model.yaml");
  command->callback([options, &status] { status = init(*options); });
}

// 250ms, 2s, 1.5m: into milliseconds.
const CLI::Validator& duration() {
  static const CLI::Validator kDuration(
      [](std::string& text) -> std::string {
        double number = 0;
        const auto [unit, error] = std::from_chars(text.data(), text.data() + text.size(), number);
        const std::map<std::string_view, double> units{{"ms", 1}, {"s", 1000}, {"m", 60'000}};
        const auto found = units.find({unit, text.data() + text.size()});
        if (error != std::errc() || found == units.end() || !(number >= 0 && number <= 1e6)) {
          return "\"" + text + "\" is no duration; write it as 250ms, 2s or 1m";
        }
        text = std::to_string(std::llround(number * found->second));
        return {};
      },
      "");
  return kDuration;
}

std::string check_region(const std::string& text) {
  const bool is_region =
      !text.empty() && text.size() <= 64 &&
      text.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-") == std::string::npos;
  if (is_region) return {};
  return "\"" + text + "\" is no region; write it in small letters, digits and -, as us-east-1";
}

std::string check_ttl_interval(const std::string& text) {
  double seconds = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seconds);
  const bool is_number = error == std::errc() && end == text.data() + text.size();
  if (is_number && (seconds == 0 || (seconds >= 0.001 && seconds <= 1e6))) return {};
  return "\"" + text + "\" is no interval; give seconds from 0.001 to 1000000, or 0 for never";
}

// Each of these is off unless asked for.
void add_emulation(CLI::App& command, ServeOptions& options) {
  const auto option = [&](const char* name, auto& value, const char* help, const char* type) {
    return command.add_option(name, value, help)->type_name(type)->group("Limits and faults");
  };
  const auto delay = [&](const char* name, std::int64_t& value, const char* help) {
    option(name, value, help, "DURATION")->transform(duration());
  };
  command
      .add_flag("--throttle", options.throttle,
                "refuse what is over the throughput of tables, indexes and partitions")
      ->group("Limits and faults");
  option("--conflict-rate", options.conflict_rate,
         "so many of the writes and transactions meet another transaction: 0.05 is 5 in 100",
         "RATE")
      ->check(CLI::Range(0.0, 1.0));
  delay("--index-lag", options.index_lag, "writes show in global indexes so much later");
  delay("--read-lag", options.read_lag, "eventually consistent reads see what was so long ago");
  delay("--control-plane-delay", options.control_plane_delay,
        "creating, changing and deleting tables takes so long");
  option("--seed", options.seed, "the same conflicts and table ids in every run; not 0", "N")
      ->check(CLI::PositiveNumber);
}

void add_serve(CLI::App& app, int& status) {
  auto options = std::make_shared<ServeOptions>();
  auto* command = app.add_subcommand("serve", "serve DynamoDB's API to any AWS SDK");
  const auto option = [&](const char* name, auto& value, const char* help, const char* type) {
    return command->add_option(name, value, help)->type_name(type);
  };
  option("--host", options->host, "address to listen on; 0.0.0.0 is all", "HOST")
      ->capture_default_str();
  option("--port", options->port, "0: any free one, which is printed", "PORT")
      ->capture_default_str();
  option("--model", options->model, "create the tables of this model at start", "MODEL");
  option("--guard", options->guard,
         "match each request to an access pattern of the model, and report (warn) or refuse "
         "(enforce) what is none",
         "MODE")
      ->check(CLI::IsMember({"warn", "enforce"}))
      ->needs("--model");
  option("--credentials", options->credentials,
         "verify signatures against the keys of this file, in the form of ~/.aws/credentials; GET "
         "below /_keywright stays open, POST needs a signature too",
         "FILE")
      ->check(CLI::ExistingFile);
  option("--tls-cert", options->tls_certificate, "serve HTTPS: certificate chain, PEM", "FILE");
  option("--tls-key", options->tls_key, "its private key, PEM", "FILE");
  option("--cors", options->cors_origins, "let pages of this origin call; * for all", "ORIGIN");
  option("--allow-host", options->allowed_hosts,
         "answer to this name too, besides localhost, 127.0.0.1 and [::1]", "NAME");
  command->add_flag("--isolate", options->isolate,
                    "a database of its own for each access key and region");
  option("--max-databases", options->max_databases,
         "of --isolate; when there are so many, one without tables makes place for a new one", "N")
      ->capture_default_str()
      ->check(CLI::Range(1, 1'000'000))
      ->needs("--isolate");
  command->add_flag("--manual-clock", options->manual_clock,
                    "time stands still until POST /_keywright/clock moves it");
  option("--region", options->region, "the region in ARNs", "REGION")
      ->capture_default_str()
      ->check(check_region);
  option("--ttl-interval", options->ttl_interval,
         "delete expired items so often; 0: never, and not with the manual clock either", "SECONDS")
      ->capture_default_str()
      ->check(check_ttl_interval);
  option("--threads", options->threads, "connections are shared out among so many", "N")
      ->capture_default_str()
      ->check(CLI::Range(1, 1024));
  option("--max-connections", options->max_connections, "further ones wait", "N")
      ->capture_default_str()
      ->check(CLI::Range(1, 1'000'000));
  option("--max-buffered", options->max_buffered,
         "MiB of incomplete requests, of all connections; beyond them large ones get 503", "N")
      ->capture_default_str()
      ->check(CLI::Range(1, 1'000'000));
  add_format_option(*command, options->output);
  add_emulation(*command, *options);
  command->footer(
      "Signatures are not verified unless --credentials is given: any access key will do. Web "
      "pages\n"
      "cannot call unless --cors allows them. Below /_keywright are metrics and, with --guard, "
      "the\n"
      "access patterns that ran (GET metrics, patterns?format=text), and for test suites\n"
      "reset, snapshot?name=, restore?name= and clock?advance=SECONDS (POST).\n"
      "\n"
      "Examples:\n"
      "  keywright serve\n"
      "  keywright serve --model research.model.yaml --port 0 --format json\n"
      "  keywright serve --model research.model.yaml --guard warn\n"
      "  keywright serve --throttle --conflict-rate 0.05 --index-lag 250ms --seed 1\n"
      "  keywright serve --host 0.0.0.0 --credentials ~/.aws/credentials \\\n"
      "      --tls-cert cert.pem --tls-key key.pem\n"
      "\n"
      "  aws --endpoint-url http://127.0.0.1:8000 dynamodb list-tables\n"
      "  boto3.resource(\"dynamodb\", endpoint_url=\"http://127.0.0.1:8000\", "
      "region_name=\"us-east-1\",\n"
      "                 aws_access_key_id=\"any\", aws_secret_access_key=\"any\")\n"
      "  curl -X POST http://127.0.0.1:8000/_keywright/reset");
  command->callback([options, &status] { status = serve(*options); });
}

void add_apply(CLI::App& app, int& status) {
  auto options = std::make_shared<ApplyCommand>();
  auto* command = app.add_subcommand("apply", "create or change the tables of a database");
  command->add_option("model", options->model, "model file")->required()->type_name("MODEL");
  command
      ->add_option("--url", options->url,
                   "aws:REGION, https://HOST, http://HOST:PORT or alternator+http://HOST:PORT")
      ->required()
      ->type_name("URL");
  command
      ->add_option("--table", options->tables,
                   "another name for the model's table; with several tables LABEL=NAME")
      ->type_name("NAME");
  command->add_flag("--yes", options->yes, "make the steps without asking");
  command->add_flag("--dry-run", options->dry_run, "show the steps and make none");
  command->add_flag("--delete-indexes", options->delete_indexes,
                    "delete global indexes that the model does not have");
  command->add_flag("--replace-indexes", options->replace_indexes,
                    "delete global indexes that have other keys than in the model, and create them "
                    "anew");
  add_output_options(*command, options->output);
  command->footer(
      "Reads the tables, shows what has to be done, asks, and makes one step after the other. "
      "What\n"
      "would lose data is refused. It may be stopped and run again at any time.\n"
      "\n"
      "Exit status: 0 as the model says (or --dry-run), 1 a step failed, 2 wrong use, 3 refused,\n"
      "130 stopped.\n"
      "\n"
      "Examples:\n"
      "  keywright apply research.model.yaml --url http://localhost:8000\n"
      "  keywright apply research.model.yaml --url aws:eu-west-1 --dry-run --format json\n"
      "  keywright apply research.model.yaml --url aws:eu-west-1 --table app-table-test --yes");
  command->callback([options, &status] { status = apply_model(*options); });
}

void add_copy(CLI::App& app, int& status) {
  auto options = std::make_shared<CopyOptions>();
  auto* command = app.add_subcommand("copy", "copy a table to another place, or to and from files");
  const auto option = [&](const char* name, auto& value, const char* help, const char* type) {
    return command->add_option(name, value, help)->type_name(type);
  };
  option("--from", options->from, "where the table is: aws:REGION, https://HOST, file:FOLDER, ...",
         "URL")
      ->required();
  option("--to", options->to, "where to copy it", "URL")->required();
  option("--table", options->table, "the table's name", "TABLE");
  option("--to-table", options->to_table, "its name there, if it is another", "TABLE");
  option("--threads", options->threads, "segments that are copied at a time", "N")
      ->capture_default_str()
      ->check(CLI::Range(1, 256));
  option("--segments", options->segments, "of the parallel Scan (default: by the table's size)",
         "N")
      ->check(CLI::Range(1, 100'000));
  option("--max-rcu", options->max_rcu, "read units per second at most", "UNITS")
      ->check(CLI::PositiveNumber);
  option("--max-wcu", options->max_wcu, "write units per second at most", "UNITS")
      ->check(CLI::PositiveNumber);
  option("--state", options->state,
         "remembers how far the copy is; the same command with it goes on from there", "FILE");
  command->add_flag("--create", options->create,
                    "create the target like the source: keys, indexes, billing, TTL");
  command->add_flag("--into-existing", options->into_existing,
                    "the target may have items: those with equal keys are replaced");
  command->add_flag("--consistent-read", options->consistent_read,
                    "read the source consistently, at twice the units");
  option("--verify", options->verify,
         "copied: read the target again, and compare it with what was read of the source; both: "
         "read both again; only: copy nothing",
         "WHAT")
      ->capture_default_str()
      ->check(CLI::IsMember({"copied", "both", "only", "none"}));
  option("--part-size", options->part_size, "MiB of lines in each file of file:", "N")
      ->capture_default_str()
      ->check(CLI::Range(1, 4096));
  add_format_option(*command, options->output);
  command->footer(
      "file:FOLDER is a full export of DynamoDB to S3 in DYNAMODB_JSON, or one that copy wrote.\n"
      "Ctrl-C finishes what is in flight and keeps the state.\n"
      "\n"
      "Exit status: 0 copied and equal, 1 failed, 2 wrong use, 3 refused before anything was\n"
      "copied, 4 source and target differ, 130 stopped.\n"
      "\n"
      "Examples:\n"
      "  keywright copy --from aws:eu-west-1 --to http://localhost:8000 --table orders --create\n"
      "  keywright copy --from aws:eu-west-1 --to file:backup/ --table orders --state "
      "orders.state\n"
      "  keywright copy --from file:backup/ --to aws:us-east-1 --table orders --max-wcu 500");
  command->callback([options, &status] { status = copy(*options); });
}

// CLI11 would only say that a subcommand is required.
bool is_unknown_command(const CLI::App& app, const std::string& word) {
  std::vector<std::string> names;
  for (const auto* command : app.get_subcommands({})) names.push_back(command->get_name());
  if (word.starts_with('-') || std::find(names.begin(), names.end(), word) != names.end()) {
    return false;
  }
  const auto help = keywright::model::suggest(word, {names.begin(), names.end()});
  std::fprintf(stderr, "keywright: there is no command %s; %s\n", word.c_str(), help.c_str());
  return true;
}

}  // namespace

int main(int argc, char** argv) {
#ifdef SIGPIPE
  std::signal(SIGPIPE, SIG_IGN);  // `keywright check … | head` ends by a failed write, not a signal
#endif
  try {
    CLI::App app{kAbout, "keywright"};
    app.set_version_flag("--version", std::string("keywright ") + kVersion);
    app.footer(kExamples);
    app.require_subcommand(1);
    int status = 0;
    add_init(app, status);
    add_check(app, status);
    add_patterns(app, status);
    add_cost(app, status);
    add_explain(app, status);
    add_generate(app, status);
    add_serve(app, status);
    add_apply(app, status);
    add_copy(app, status);
    if (argc < 2) {
      std::fputs(app.help().c_str(), stderr);
      return 2;
    }
    if (is_unknown_command(app, argv[1])) return 2;
    try {
      app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
      return app.exit(error) == 0 ? 0 : 2;
    }
    return status;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "keywright: %s\n", error.what());
    return 1;
  }
}
