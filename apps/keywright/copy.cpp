#include "commands.hpp"
#include "copy/job.hpp"
#include "copy/meter.hpp"
#include "failure.hpp"
#include "interrupt.hpp"
#include "model/json_writer.hpp"
#include <keywright/connect.hpp>

#include <algorithm>
#include <cstdio>
#include <limits>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include <sys/ioctl.h>
#include <unistd.h>

namespace keywright::cli {
namespace {

using keywright::copy::JobOptions;
using keywright::copy::JobReport;
using keywright::copy::Phase;
using keywright::copy::Progress;
using keywright::copy::Reading;
using keywright::copy::Tally;

constexpr int kDifferent = 4;
constexpr double kBetweenLines = 5;  // seconds, unless it is a terminal

/// An event, in one line.
class JsonLine : public model::JsonWriter {
 public:
  explicit JsonLine(std::string_view event) {
    begin('{');
    add("event", event);
  }
  using JsonWriter::add;
  void add(std::string_view name, const Tally& tally) {
    begin(name, '{');
    add_number("items", tally.items);
    add_number("bytes", tally.bytes);
    add("checksum", keywright::copy::to_hex(tally.checksum));
    end('}');
  }
  void print(std::FILE* stream) && {
    end('}');
    std::fprintf(stream, "%s\n", std::move(*this).text().c_str());
    std::fflush(stream);
  }
};

/// Says how it goes, on standard error: on a terminal in one line that changes, else in a line now
/// and then.
class Announcer {
 public:
  explicit Announcer(Format format) : format_(format) {}
  ~Announcer() { end_line(); }

  void operator()(const Progress& progress) {
    const auto now = std::chrono::steady_clock::now();
    const Reading reading = meter_.read(now, progress);
    if (format_ == Format::text && is_terminal_) {
      auto line = keywright::copy::progress_line(progress, reading);
      line.resize(std::min(line.size(), columns() - 1));  // what wraps is not written over
      std::fprintf(stderr, "\r%s\x1b[K", line.c_str());
      std::fflush(stderr);
      has_line_ = true;
      return;
    }
    if (keywright::copy::seconds(now - said_) < kBetweenLines) return;
    said_ = now;
    if (format_ == Format::text) {
      std::fprintf(stderr, "%s\n", keywright::copy::progress_line(progress, reading).c_str());
    } else {
      print_json(progress, reading);
    }
  }

  void end_line() {
    if (std::exchange(has_line_, false)) std::fputc('\n', stderr);
  }

 private:
  static std::size_t columns() {
    winsize size{};
    const bool is_known = ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1;
    return is_known ? size.ws_col : 80;
  }

  static void print_json(const Progress& progress, const Reading& reading) {
    JsonLine line("progress");
    line.add("phase", progress.phase == Phase::copying ? "copying" : "verifying");
    line.add_number("items", progress.items);
    line.add_number("bytes", progress.bytes);
    line.add_number("itemsPerSecond", reading.items_per_second);
    line.add_number("bytesPerSecond", reading.bytes_per_second);
    if (reading.percent) line.add_number("percent", *reading.percent);
    if (reading.seconds_left) line.add_number("secondsLeft", *reading.seconds_left);
    line.add_number("readUnits", progress.read_units);
    line.add_number("writeUnits", progress.write_units);
    line.add_number("throttled", progress.throttled);
    line.add_number("repeated", progress.failed);
    if (progress.failed > 0) line.add("lastFailure", progress.last_failure);
    std::move(line).print(stderr);
  }

  const Format format_;
  const bool is_terminal_ = isatty(STDERR_FILENO) == 1;
  bool has_line_ = false;
  keywright::copy::Meter meter_;
  std::chrono::steady_clock::time_point said_ = std::chrono::steady_clock::now();
};

Error refused(std::string message) {
  Error error;
  error.code = ErrorCode::validation;
  error.message = std::move(message);
  return error;
}

/// A place, and the database that it needs.
struct Opened {
  keywright::copy::Place place;
  std::unique_ptr<Database> database;
};

Result<Opened> open(const std::string& url, const std::string& table, const char* option,
                    std::size_t threads) {
  constexpr std::string_view kFile = "file:";
  Opened out;
  out.place.url = url;
  if (url.starts_with(kFile)) {
    out.place.folder = url.substr(kFile.size());
    if (out.place.folder.empty()) {
      return refused(std::string(option) + " " + url +
                     " names no folder; write it as file:backup/");
    }
    return out;
  }
  if (url.starts_with("memory:")) {
    return refused(std::string(option) + " " + url +
                   " is empty, and gone when this command ends; name a server or file:FOLDER");
  }
  if (table.empty()) return refused("which table? Name it with --table");
  ConnectOptions connection;
  // The copier has to know of every throttling, so none is repeated behind its back.
  connection.remote.retry.throttling_cost = connection.remote.retry.bucket + 1;
  connection.remote.http.max_connections =
      std::max(connection.remote.http.max_connections, threads);
  auto database = connect(url, connection);
  if (!database) {
    Error error = std::move(database).error();
    error.message = std::string(option) + ": " + error.message;
    return error;
  }
  out.database = *std::move(database);
  out.place.database = out.database.get();
  out.place.table = table;
  return out;
}

JobOptions job_options(const CopyOptions& options) {
  using keywright::copy::Verify;
  constexpr double kUnlimited = std::numeric_limits<double>::infinity();
  JobOptions out;
  out.threads = options.threads;
  out.segments = options.segments;
  out.max_read_units = options.max_rcu > 0 ? options.max_rcu : kUnlimited;
  out.max_write_units = options.max_wcu > 0 ? options.max_wcu : kUnlimited;
  out.consistent_read = options.consistent_read;
  out.state = options.state;
  out.create = options.create;
  out.into_existing = options.into_existing;
  out.verify_only = options.verify == "only";
  out.verify = options.verify == "both"   ? Verify::both
               : options.verify == "none" ? Verify::none
                                          : Verify::copied;
  out.part_size = options.part_size * 1024 * 1024;
  return out;
}

std::string how_to_go_on(const CopyOptions& options, bool is_copied = false) {
  if (options.verify == "only") return "Nothing was changed.";
  if (is_copied) {
    return "The verification was stopped: the same command with --verify only makes it again.";
  }
  if (options.state.empty()) {
    return "Nothing remembers how far it is: begin anew, with --state FILE to be able to go on.";
  }
  return "The same command goes on from " + options.state.string() + ".";
}

int status_of(const JobReport& report) {
  if (!report.is_complete) return kInterrupted;
  return !report.is_verified || report.is_equal() ? 0 : kDifferent;
}

std::string tally_text(const Tally& tally) {
  return std::to_string(tally.items) + " items of " + std::to_string(tally.bytes) +
         " bytes, checksum " + keywright::copy::to_hex(tally.checksum);
}

void print_verified(const JobReport& report, const CopyOptions& options) {
  if (report.differences > 0) {
    std::printf("NOT EQUAL: %lld of %lld items of the source are not the same in the target:\n",
                static_cast<long long>(report.differences),
                static_cast<long long>(report.source.items));
    for (const auto& example : report.examples) std::printf("  %s\n", example.c_str());
  } else if (report.is_equal()) {
    std::printf("Verified: %s %s.\n",
                options.into_existing ? "the target has every item of the source:" : "both have",
                tally_text(report.target).c_str());
  } else {
    std::printf("NOT EQUAL: the source has %s;\n           the target has %s.\n",
                tally_text(report.source).c_str(), tally_text(report.target).c_str());
    if (options.from.starts_with("file:") && report.source.items > report.target.items) {
      std::printf("Files that name a key more than once make fewer items than lines.\n");
    } else {
      std::printf(
          "Somebody may have written to one of them meanwhile: --verify only looks again.\n");
    }
  }
}

void print_text(const JobReport& report, const CopyOptions& options, double elapsed) {
  if (options.verify != "only") {
    std::printf(
        "%s %lld items (%s) in %s%s: %.0f read units, %.0f write units",
        report.is_copied ? "Copied" : "Stopped after", static_cast<long long>(report.copied.items),
        keywright::copy::size_text(static_cast<double>(report.copied.bytes)).c_str(),
        keywright::copy::time_text(elapsed).c_str(), report.is_resumed ? " and an earlier run" : "",
        report.read_units, report.write_units);
    if (report.throttled > 0) {
      std::printf(", throttled %lld times", static_cast<long long>(report.throttled));
    }
    std::printf("\n");
  }
  for (const auto& note : report.notes) std::printf("note: %s\n", note.c_str());
  if (!report.is_complete) {
    std::printf("%s\n", how_to_go_on(options, report.is_copied).c_str());
  } else if (report.is_verified) {
    print_verified(report, options);
  }
}

void print_json(const JobReport& report, const CopyOptions& options, double elapsed) {
  JsonLine line(report.is_complete ? "done" : "stopped");
  line.add_number("exitStatus", status_of(report));
  line.add("copied", report.copied);
  line.add_flag("allCopied", report.is_copied);
  line.add_flag("resumed", report.is_resumed);
  line.add("notes", report.notes);
  if (report.is_verified) {
    line.add_flag("equal", report.is_equal());
    line.add("source", report.source);
    line.add("target", report.target);
    if (options.into_existing) {
      line.add_number("differences", report.differences);
      line.add("examples", report.examples);
    }
  }
  line.add_number("seconds", elapsed);
  line.add_number("readUnits", report.read_units);
  line.add_number("writeUnits", report.write_units);
  line.add_number("throttled", report.throttled);
  line.add_number("repeated", report.failed);
  if (!options.state.empty()) line.add("state", options.state.string());
  std::move(line).print(stdout);
}

int fail(const Error& error, const CopyOptions& options, int status) {
  if (options.output.format == Format::json) {
    JsonLine line(status == kInterrupted ? "stopped" : "failed");
    line.add_number("exitStatus", status);
    line.add("message", error.message);
    std::move(line).print(stdout);
    return status;
  }
  cli::fail(error.message, status);
  if (status == kFailed || status == kInterrupted) {
    std::fprintf(stderr, "%s\n", how_to_go_on(options).c_str());
  }
  return status;
}

int status_of(const Error& error, bool was_stopped) {
  const bool is_refused = error.code == ErrorCode::validation && error.exception.empty();
  return was_stopped ? kInterrupted : is_refused ? kRefused : kFailed;
}

}  // namespace

int copy(const CopyOptions& options) {
  const auto& to_table = options.to_table.empty() ? options.table : options.to_table;
  auto from = open(options.from, options.table, "--from", options.threads);
  if (!from) return fail(from.error(), options, kWrongUse);
  auto to = open(options.to, to_table, "--to", options.threads);
  if (!to) return fail(to.error(), options, kWrongUse);

  const Interrupt interrupt;
  const std::stop_callback notice(interrupt.token(), [&] {
    if (options.output.format == Format::json) return;
    std::fputs("\nkeywright: finishing what is in flight; once more ends at once\n", stderr);
  });
  JobOptions job = job_options(options);
  job.from = from->place;
  job.to = to->place;
  job.stop = interrupt.token();
  const auto begin = std::chrono::steady_clock::now();
  Announcer announce(options.output.format);
  auto report = keywright::copy::run(job, [&](const Progress& progress) { announce(progress); });
  announce.end_line();
  if (!report) return fail(report.error(), options, status_of(report.error(), interrupt.came()));
  const double elapsed = keywright::copy::seconds(std::chrono::steady_clock::now() - begin);
  if (options.output.format == Format::json) {
    print_json(*report, options, elapsed);
  } else {
    print_text(*report, options, elapsed);
  }
  return status_of(*report);
}

}  // namespace keywright::cli
