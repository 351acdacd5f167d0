// The command line. CLI11 is known here and in command_line_texts.cpp, and nowhere else.

#include "command_line_texts.hpp"
#include "commands.hpp"
#include "option_values.hpp"
#include "version.hpp"

#include <algorithm>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>

namespace {

using namespace keywright::cli;

const char* const kAbout =
    "Keywright: DynamoDB single-table design for C++.\n"
    "A model file lists what the application reads and writes. Keywright proves that\n"
    "the keys serve it, generates typed repositories, and serves DynamoDB's API.";

const char* const kExamples =
    "Examples:\n"
    "  keywright init                          write a model to start from\n"
    "  keywright check research.model.yaml     prove its keys\n"
    "  keywright patterns research.model.yaml  show what serves each access pattern\n"
    "  keywright cost research.model.yaml      say what they cost per month\n"
    "  keywright docs research.model.yaml      write it as a page for people\n"
    "  keywright generate cpp research.model.yaml --out build/generated\n"
    "  keywright serve                         serve DynamoDB's API on port 8000\n"
    "  keywright apply research.model.yaml --url aws:eu-west-1\n"
    "  keywright copy --from aws:eu-west-1 --to file:backup/ --table app-table\n"
    "\n"
    "`keywright COMMAND --help` has the options of a command. Exit status: 0 done and\n"
    "clean, 1 the model has errors or the work failed, 2 the command line is wrong or\n"
    "the model could not be read.";

CLI::Validator check(std::function<std::string(const std::string&)> fault_of_text) {
  return {
      [fault_of_text = std::move(fault_of_text)](std::string& text) { return fault_of_text(text); },
      ""};
}

CLI::Validator check(const WholeNumber& rule) {
  return check([rule](const std::string& text) { return fault_of(rule, text); });
}

// Turns a word into its place in the list, which is the value of its enumerator.
CLI::Validator one_of(std::string_view what, std::vector<std::string_view> words) {
  return {[what, words = std::move(words)](std::string& text) {
            auto fault = fault_of_word(what, words, text);
            if (!fault.empty()) return fault;
            const auto found = std::find(words.begin(), words.end(), text);
            text = std::to_string(found - words.begin());
            return fault;
          },
          ""};
}

void add_format_option(CLI::App& command, OutputOptions& output) {
  command.add_option("--format", output.format, "text for people or json for programs")
      ->transform(one_of("format", {"text", "json"}))
      ->default_str("text")
      ->type_name("FORMAT");
}

void add_color_option(CLI::App& command, OutputOptions& output) {
  command
      .add_option("--color", output.color, "colours in text: auto (on a terminal), always, never")
      ->transform(one_of("choice of colour", {"auto", "always", "never"}))
      ->default_str("auto")
      ->type_name("WHEN");
}

void add_output_options(CLI::App& command, OutputOptions& output) {
  add_format_option(command, output);
  add_color_option(command, output);
}

void add_check(CLI::App& app, int& status) {
  auto options = std::make_shared<CheckOptions>();
  auto* command = app.add_subcommand("check", "prove that the keys serve every access pattern");
  command->add_option("model", options->models, "model files, such as research.model.yaml")
      ->required()
      ->type_name("MODEL");
  command->add_flag("--advice", options->advice, "also what is right and may be had for less");
  command
      ->add_option("--stage", options->patterns_only,
                   "patterns: the keys are not designed yet; all (the default)")
      ->transform(one_of("stage", {"all", "patterns"}))
      ->default_str("all")
      ->type_name("STAGE");
  command
      ->add_option("--format", options->output.format,
                   "text for people, json for programs or sarif for review tools")
      ->transform(one_of("format", {"text", "json", "sarif"}))
      ->default_str("text")
      ->type_name("FORMAT");
  add_color_option(*command, options->output);
  command->footer(
      "Prints every finding with its place, its rule and the change that mends it. Exit\n"
      "status: 0 clean, 1 errors, 2 a model could not be read.\n"
      "\n"
      "Examples:\n"
      "  keywright check research.model.yaml\n"
      "  keywright check --stage patterns early.model.yaml\n"
      "  keywright check --format json models/*.model.yaml\n"
      "  keywright check --format sarif models/*.model.yaml > keywright.sarif");
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
      ->check(check(fault_of_file))
      ->type_name("FILE");
  add_format_option(*command, options->output);
  command->footer(
      "Requests are counted at the average rates of the model, tables also in other\n"
      "ways of paying. A file of prices has the form of the one in the program and may\n"
      "be a part of it:\n"
      "  {keywright_prices: 1, region: my-region, on_demand: {write_million: 0.7}}\n"
      "\n"
      "Examples:\n"
      "  keywright cost research.model.yaml\n"
      "  keywright cost research.model.yaml --prices ireland.yaml --format json");
  command->callback([options, &status] { status = cost(*options); });
}

void add_prices_option(CLI::App& command, std::filesystem::path& prices) {
  command.add_option("--prices", prices, "prices other than those of us-east-1")
      ->check(check(fault_of_file))
      ->type_name("FILE");
}

void add_explain(CLI::App& app, int& status) {
  auto options = std::make_shared<ExplainOptions>();
  auto* command = app.add_subcommand("explain", "explain a rule, or how a pattern is served");
  command
      ->add_option("rule", options->rule,
                   "such as AP001, or a model file; without it, all rules are listed")
      ->type_name("RULE|MODEL");
  command->add_option("pattern", options->pattern, "an access pattern of the model")
      ->type_name("PATTERN");
  add_prices_option(*command, options->prices);
  command->footer(
      "Of a pattern: the request, its keys and conditions, what a call and a month\n"
      "cost, and why other indexes do not serve it.\n"
      "\n"
      "Examples:\n"
      "  keywright explain\n"
      "  keywright explain AP001\n"
      "  keywright explain research.model.yaml get_job_with_findings");
  command->callback([options, &status] { status = explain(*options); });
}

void add_docs(CLI::App& app, int& status) {
  auto options = std::make_shared<DocsOptions>();
  auto* command = app.add_subcommand("docs", "write the model as a page for people");
  command->add_option("model", options->model, "model file")->required()->type_name("MODEL");
  command->add_option("--out", options->out, "file to write, by default standard output")
      ->type_name("FILE");
  command->add_option("--format", options->html, "markdown, or html: one file with all it needs")
      ->transform(one_of("format", {"markdown", "html"}))
      ->default_str("markdown")
      ->type_name("FORMAT");
  add_prices_option(*command, options->prices);
  command->footer(
      "Access patterns and what serves them, entities and indexes with sample keys,\n"
      "states, cost and findings. The same model gives the same page.\n"
      "\n"
      "Examples:\n"
      "  keywright docs research.model.yaml --out docs/data-model.md\n"
      "  keywright docs research.model.yaml --format html --out data-model.html");
  command->callback([options, &status] { status = docs(*options); });
}

void add_generate(CLI::App& app, int& status) {
  auto* generate = app.add_subcommand("generate", "generate code from a model");
  generate->require_subcommand(1);
  generate->footer("Example:\n  keywright generate cpp research.model.yaml --out build/generated");

  auto options = std::make_shared<GenerateOptions>();
  auto* command = generate->add_subcommand("cpp", "C++ repositories, one per aggregate");
  command->add_option("model", options->model, "model file")->required()->type_name("MODEL");
  command
      ->add_option("--out", options->out,
                   "folder to write to, by default the current one; what is written are "
                   "DIR/<model name>/*.hpp and *.cpp")
      ->type_name("DIR");
  command->add_flag("--list", options->list, "print the files it would write, and write nothing");
  add_output_options(*command, options->output);
  command->footer(
      "The model is checked first; with an error in it no file is written. Files that\n"
      "would not change are left alone, so that builds do not run again for them.\n"
      "\n"
      "Examples:\n"
      "  keywright generate cpp research.model.yaml --out build/generated\n"
      "  keywright generate cpp research.model.yaml --list");
  command->callback([options, &status] { status = generate_cpp(*options); });
}

void add_init(CLI::App& app, int& status) {
  auto options = std::make_shared<InitOptions>();
  auto* command = app.add_subcommand("init", "write a complete model to start from");
  command->add_option("file", options->file, "where to write the model")
      ->capture_default_str()
      ->type_name("FILE");
  command->add_flag("--force", options->force, "replace the file if it is there");
  command->footer(
      "Examples:\n"
      "  keywright init\n"
      "  keywright init orders.model.yaml && keywright check orders.model.yaml");
  command->callback([options, &status] { status = init(*options); });
}

// Options of one heading in the help.
class Group {
 public:
  Group(CLI::App& command, std::string title) : command_(command), title_(std::move(title)) {}

  template <class Value>
  CLI::Option* option(const char* name, Value& value, const char* type, const char* help) {
    return command_.add_option(name, value, help)->type_name(type)->group(title_);
  }
  // With a default that the help shows.
  template <class Value>
  CLI::Option* number(const char* name, Value& value, const char* type, const WholeNumber& rule,
                      const char* help) {
    return option(name, value, type, help)->capture_default_str()->check(check(rule));
  }
  // An empty name, of a variable that is not set perhaps, is not as if there were no option.
  CLI::Option* file(const char* name, std::filesystem::path& value, const char* help) {
    return option(name, value, "FILE", help)->check(check(fault_of_file));
  }
  CLI::Option* duration(const char* name, std::int64_t& milliseconds, const char* help) {
    return option(name, milliseconds, "DURATION", help)
        ->transform(CLI::Validator(read_duration, ""));
  }
  CLI::Option* flag(const char* name, bool& value, const char* help) {
    return command_.add_flag(name, value, help)->disable_flag_override()->group(title_);
  }

 private:
  CLI::App& command_;
  std::string title_;
};

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
      ->allow_extra_args(false)
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
      "Reads the tables, shows what has to be done, asks, and makes one step after the\n"
      "other. What would lose data is refused. It may be stopped and run again at any\n"
      "time.\n"
      "\n"
      "Exit status: 0 as the model says (or --dry-run), 1 a step failed, 2 wrong use,\n"
      "3 refused, 130 stopped.\n"
      "\n"
      "Examples:\n"
      "  keywright apply research.model.yaml --url http://localhost:8000\n"
      "  keywright apply research.model.yaml --url aws:eu-west-1 --dry-run\n"
      "  keywright apply research.model.yaml --url aws:eu-west-1 --yes \\\n"
      "      --table app-table-test");
  command->callback([options, &status] { status = apply_model(*options); });
}

void add_copy(CLI::App& app, int& status) {
  auto options = std::make_shared<CopyOptions>();
  auto* command = app.add_subcommand("copy", "copy a table to another place, or to and from files");
  Group places(*command, "What to copy");
  places
      .option("--from", options->from, "URL",
              "where the table is: aws:REGION, https://HOST, file:FOLDER, ...")
      ->required();
  places.option("--to", options->to, "URL", "where to copy it")->required();
  places.option("--table", options->table, "TABLE", "the table's name");
  places.option("--to-table", options->to_table, "TABLE", "its name there, if it is another");
  places.flag("--create", options->create,
              "create the target like the source: keys, indexes, billing, TTL");
  places.flag("--into-existing", options->into_existing,
              "the target may have items: those with equal keys are replaced");
  places.flag("--consistent-read", options->consistent_read,
              "read the source consistently, at twice the units");
  places
      .option("--verify", options->verify, "WHAT",
              "copied: read the target again, and compare it with what was read of the source; "
              "both: read both again; only: copy nothing; none")
      ->capture_default_str()
      ->check(check([](const std::string& text) {
        return fault_of_word("way to verify", {"copied", "both", "only", "none"}, text);
      }));
  places.file("--state", options->state,
              "remembers how far the copy is; the same command with it goes on from there");
  Group pace(*command, "How fast");
  pace.number("--threads", options->threads, "N", {"number of threads", 1, 256},
              "segments that are copied at a time");
  pace.option("--segments", options->segments, "N",
              "of the parallel Scan; by the table's size unless given")
      ->check(check(WholeNumber{"number of segments", 1, 100'000}));
  pace.option("--max-rcu", options->max_rcu, "UNITS", "read units per second at most")
      ->check(check(fault_of_units));
  pace.option("--max-wcu", options->max_wcu, "UNITS", "write units per second at most")
      ->check(check(fault_of_units));
  pace.number("--part-size", options->part_size, "N", {"number of MiB", 1, 4096},
              "MiB of lines in each file of file:");
  add_format_option(*command, options->output);
  command->footer(
      "file:FOLDER is a full export of DynamoDB to S3 in DYNAMODB_JSON, or one that\n"
      "copy wrote. Ctrl-C finishes what is in flight and keeps the state.\n"
      "\n"
      "Exit status: 0 copied and equal, 1 failed, 2 wrong use, 3 refused before\n"
      "anything was copied, 4 source and target differ, 130 stopped.\n"
      "\n"
      "Examples:\n"
      "  keywright copy --from aws:eu-west-1 --to http://localhost:8000 --create \\\n"
      "      --table orders\n"
      "  keywright copy --from aws:eu-west-1 --to file:backup/ --table orders \\\n"
      "      --state orders.state\n"
      "  keywright copy --from file:backup/ --to aws:us-east-1 --table orders \\\n"
      "      --max-wcu 500");
  command->callback([options, &status] { status = copy(*options); });
}

void add_verify(CLI::App& app, int& status) {
  auto options = std::make_shared<VerifyCommand>();
  auto* command = app.add_subcommand("verify", "run every access pattern of a model on a database");
  command->add_option("model", options->model, "model file")->required()->type_name("MODEL");
  command
      ->add_option("--url", options->url,
                   "memory:, aws:REGION, https://HOST, http://HOST:PORT or "
                   "alternator+http://HOST:PORT")
      ->required()
      ->type_name("URL");
  command->add_flag("--keep", options->keep, "leave the scratch tables there");
  add_output_options(*command, options->output);
  command->footer(
      "Makes a scratch table for each table of the model, puts sample items into it,\n"
      "makes the calls of each pattern, compares what comes back with what the model\n"
      "means, and deletes the tables.\n"
      "\n"
      "Exit status: 0 all patterns are served, 1 some are not, 2 wrong use, 130\n"
      "stopped.\n"
      "\n"
      "Examples:\n"
      "  keywright verify research.model.yaml --url http://localhost:8000\n"
      "  keywright verify research.model.yaml --url alternator+http://10.0.0.1:8000");
  command->callback([options, &status] { status = verify_model(*options); });
}

}  // namespace

int main(int argc, char** argv) {
#ifdef SIGPIPE
  std::signal(SIGPIPE, SIG_IGN);  // `keywright check … | head` ends by a failed write, not a signal
#endif
  try {
    CLI::App app{kAbout, "keywright"};
    app.set_version_flag("--version", std::string("keywright ") + kVersion, "print the version");
    app.set_help_flag("-h, --help", "print this help");
    app.footer(kExamples);
    app.require_subcommand(1);
    app.formatter(help_formatter());
    int status = 0;
    add_init(app, status);
    add_check(app, status);
    add_patterns(app, status);
    add_cost(app, status);
    add_explain(app, status);
    add_docs(app, status);
    add_generate(app, status);
    add_serve(app, status);
    add_apply(app, status);
    add_copy(app, status);
    add_verify(app, status);
    if (argc < 2) {
      std::fputs(app.help().c_str(), stderr);
      return 2;
    }
    try {
      app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
      if (error.get_exit_code() == 0) return app.exit(error);  // --help, --version
      std::fprintf(stderr, "keywright: %s\n", fault_text(app, error).c_str());
      return 2;
    }
    return status;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "keywright: %s\n", error.what());
    return 1;
  }
}
