#pragma once

// The subcommands of `keywright`. *_options.cpp read the command line into these structs; each
// command is one function in the file of its name and returns the exit status.
//
// Exit status: 0 done and clean, 1 the model has errors (or the work failed), 2 the model could not
// be read or the command line is wrong.

#include "generate/layout.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace keywright::cli {

enum class Format { text, json, sarif };  // sarif: findings only
enum class ColorWhen { automatic, always, never };

struct OutputOptions {
  Format format = Format::text;
  ColorWhen color = ColorWhen::automatic;
};

struct CheckOptions {
  std::vector<std::filesystem::path> models;
  bool advice = false;         // with notes: nothing is wrong, and something may be had for less
  bool patterns_only = false;  // the keys are not designed yet
  bool watch = false;          // again at each change, until Ctrl-C
  OutputOptions output;
};
int check(const CheckOptions& options);

struct PatternsOptions {
  std::filesystem::path model;
  OutputOptions output;
};
/// Prints how each access pattern is served.
int patterns(const PatternsOptions& options);

struct CostOptions {
  std::filesystem::path model;
  std::filesystem::path prices;  // empty: those of the program
  OutputOptions output;
};
/// Prints what the model costs per month.
int cost(const CostOptions& options);

struct ExplainOptions {
  std::string rule;     // or a model; empty: list all rules
  std::string pattern;  // of the model
  std::filesystem::path prices;
};
int explain(const ExplainOptions& options);

struct DocsOptions {
  std::filesystem::path model;
  std::filesystem::path out;  // empty: standard output
  bool html = false;
  std::filesystem::path prices;
};
/// Writes the model as a page for people.
int docs(const DocsOptions& options);

struct DiffOptions {
  std::filesystem::path before;  // a model, or a template of CloudFormation
  std::filesystem::path after;   // a model
  std::filesystem::path prices;
  OutputOptions output;
};
/// Prints what changes between two designs, and the way there. Exit status: also 3 if callers have
/// to change, 4 if several deploys are needed, 5 if items have to be written, 6 if a table is
/// replaced; the gravest of them.
int diff(const DiffOptions& options);

struct GenerateOptions {
  std::filesystem::path model;
  std::filesystem::path out = ".";
  generate::Layout layout = generate::Layout::flat;
  bool list = false;  // print the names of the files instead of writing them
  OutputOptions output;
  bool json_template = false;  // of CloudFormation: JSON, else YAML
  std::string region = "*";    // of IAM: where the tables are
  std::string account = "*";
};
int generate_cpp(const GenerateOptions& options);
int generate_python(const GenerateOptions& options);
int generate_cdk(const GenerateOptions& options);
int generate_cloudformation(const GenerateOptions& options);
int generate_create_table(const GenerateOptions& options);
int generate_iam(const GenerateOptions& options);

struct InitOptions {
  std::filesystem::path file = "research.model.yaml";
  bool force = false;
};
int init(const InitOptions& options);

struct ImportOptions {
  std::filesystem::path file;
  std::filesystem::path out;  // empty: the file's name as *.model.yaml
  bool force = false;
  OutputOptions output;
};
/// Makes a model of a file of another format.
int import_model(const ImportOptions& options);

/// Prints the JSON Schema of the model language.
int schema();

struct ApplyCommand {
  std::filesystem::path model;
  std::string url;                  // as connect() takes it
  std::vector<std::string> tables;  // NAME or LABEL=NAME, in place of the model's
  bool yes = false;
  bool dry_run = false;
  bool delete_indexes = false;
  bool replace_indexes = false;
  OutputOptions output;
};
/// Makes the tables of a database as the model says. Also 3: refused, since it would lose data;
/// 130: stopped by Ctrl-C.
int apply_model(const ApplyCommand& options);

struct VerifyCommand {
  std::filesystem::path model;
  std::string url;
  bool keep = false;  // the scratch tables
  OutputOptions output;
};
/// Runs every access pattern on scratch tables. Also 130: stopped by Ctrl-C.
int verify_model(const VerifyCommand& options);

/// MiB; less would not take a request of the largest size.
inline constexpr std::size_t kLeastBuffered = 64;

struct ServeOptions {
  std::string host = "127.0.0.1";
  std::uint16_t port = 8000;
  unsigned threads = 1;
  std::size_t max_connections = 10'000;
  std::size_t max_buffered = 512;  // MiB
  std::filesystem::path tls_certificate;
  std::filesystem::path tls_key;
  std::filesystem::path credentials;  // empty: any signature is accepted
  std::vector<std::string> allowed_hosts;
  std::vector<std::string> cors_origins;
  std::filesystem::path model;  // empty: none
  std::string guard;            // "warn", "enforce"; empty: none
  std::string region = "us-east-1";
  bool isolate = false;
  std::size_t max_databases = 1000;  // if isolated
  bool manual_clock = false;
  double ttl_interval = 10;  // seconds
  // What AWS has and an engine in this process has not.
  std::int64_t control_plane_delay = 0;  // milliseconds, as are the lags
  std::int64_t index_lag = 0;
  std::int64_t read_lag = 0;
  bool throttle = false;
  double conflict_rate = 0;
  std::uint64_t seed = 0;  // 0: another one each time
  OutputOptions output;
};
/// Serves until SIGINT or SIGTERM.
int serve(const ServeOptions& options);

struct CopyOptions {
  std::string from;  // a URL of connect(), or file:FOLDER
  std::string to;
  std::string table;
  std::string to_table;  // empty: as `table`
  std::size_t threads = 4;
  std::size_t segments = 0;  // 0: by the size of the table
  double max_rcu = 0;        // units per second; 0: as fast as it goes
  double max_wcu = 0;
  std::filesystem::path state;  // empty: none
  bool create = false;
  bool into_existing = false;
  bool consistent_read = false;
  std::string verify = "copied";  // "both", "none", "only"
  std::size_t part_size = 64;     // MiB
  OutputOptions output;
};
/// Exit status: also 3 if it was refused before anything was copied, 4 if source and target
/// differ, 130 if a signal has stopped it.
int copy(const CopyOptions& options);

}  // namespace keywright::cli
