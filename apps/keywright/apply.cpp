#include "apply/apply.hpp"

#include "apply/model_table.hpp"
#include "apply/render.hpp"
#include "apply/table_diff.hpp"
#include "commands.hpp"
#include "failure.hpp"
#include "interrupt.hpp"
#include "load.hpp"
#include "table_names.hpp"
#include <keywright/connect.hpp>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <poll.h>
#include <unistd.h>

namespace keywright::cli {
namespace {

std::string error_text(const Error& error) {
  std::string text = error.exception.empty() ? std::string(to_string(error.code)) : error.exception;
  text += ": " + error.message;
  if (!error.request_id.empty()) text += " (request " + error.request_id + ")";
  return text;
}

// On a terminal one line that changes; elsewhere a line for what is new, and now and then one more.
class ProgressLine {
 public:
  void show(const apply::Progress& progress) {
    const auto text = apply::render_text(progress);
    const bool is_waiting = progress.kind == apply::Progress::Kind::waiting;
    if (is_terminal_) {
      say(stderr, "\r\033[K" + text + (is_waiting ? "" : "\n"));
      is_open_ = is_waiting;
      return;
    }
    if (is_waiting) {
      const bool is_new = progress.activity != activity_;
      if (!is_new && progress.waited - shown_at_ < std::chrono::minutes(1)) return;
      activity_ = progress.activity;
      shown_at_ = progress.waited;
    } else {
      activity_.clear();
    }
    say(stderr, text + "\n");
  }
  void end() {
    if (is_open_) say(stderr, "\n");
    is_open_ = false;
  }

 private:
  const bool is_terminal_ = isatty(STDERR_FILENO) != 0;
  bool is_open_ = false;
  std::string activity_;
  std::chrono::milliseconds shown_at_{};
};

class Command {
 public:
  Command(const ApplyCommand& options, std::vector<apply::ModelTable> tables,
          std::unique_ptr<Database> database)
      : options_(options), tables_(std::move(tables)), database_(std::move(database)) {
    settings_.diff = {options.delete_indexes, options.replace_indexes};
    settings_.pause = [this](std::chrono::milliseconds time) { return interrupt_.pause(time); };
    settings_.control.stop = interrupt_.token();
    settings_.observer = [this](const apply::Progress& progress) { line_.show(progress); };
  }

  int run() {
    if (auto status = make_diffs(); status != 0) return status;
    for (const auto& diff : diffs_) {
      if (!diff.refusals.empty()) return end("refused", kRefused);
    }
    const bool has_steps = std::any_of(diffs_.begin(), diffs_.end(),
                                       [](const auto& diff) { return !diff.steps.empty(); });
    if (!has_steps) return end("nothing_to_do", 0);
    if (options_.dry_run) return end("planned", 0);
    if (auto status = ask(); status != 0) return status;
    return make_steps();
  }

 private:
  [[nodiscard]] bool is_json() const { return options_.output.format == Format::json; }

  int make_diffs() {
    for (const auto& table : tables_) {
      const auto& name = table.definition.table_name;
      auto state = options_.dry_run ? apply::read_state(*database_, name, settings_.control)
                                    : apply::read_idle_state(*database_, name, settings_);
      line_.end();
      if (!state) {
        if (interrupt_.came()) return end("interrupted", interrupted());
        return end("failed", fail("table " + name + " at " + options_.url +
                                      " cannot be read: " + error_text(state.error()),
                                  kFailed));
      }
      diffs_.push_back(apply::diff(*state, table, settings_.diff));
      applied_.emplace_back();
      auto& diff = diffs_.back();
      if (!state->is_idle() && diff.refusals.empty()) {
        diff.notes.push_back(state->activity() + "; the steps begin when it is ACTIVE again");
      }
      // Programs get one document at the end; who is asked has to see what about.
      if (is_json() && (options_.yes || options_.dry_run)) continue;
      say(is_json() ? stderr : stdout, apply::render_text(diff, options_.url));
    }
    return 0;
  }

  // 0 if the steps may be made.
  int ask() {
    if (options_.yes) return 0;
    if (isatty(STDIN_FILENO) == 0) {
      return end("declined", fail("nothing was changed, since standard input is no terminal to ask "
                                  "at: give --yes to make these steps, or --dry-run to see them "
                                  "only",
                                  kWrongUse));
    }
    say(stderr, "Make these steps? [y/N] ");
    const auto answer = read_line();
    if (interrupt_.came()) return end("interrupted", interrupted());
    if (answer == "y" || answer == "Y" || answer == "yes") return 0;
    say(stderr, "Nothing was changed.\n");
    return end("declined", kFailed);
  }

  // What is typed, until Ctrl-C.
  [[nodiscard]] std::string read_line() const {
    std::string line;
    pollfd input{.fd = STDIN_FILENO, .events = POLLIN, .revents = 0};
    while (!interrupt_.came()) {
      if (poll(&input, 1, 100) <= 0) continue;
      char c = 0;
      if (read(STDIN_FILENO, &c, 1) != 1 || c == '\n') break;
      line += c;
    }
    return line;
  }

  int make_steps() {
    int status = 0;
    for (std::size_t i = 0; i < diffs_.size() && status == 0; ++i) {
      applied_[i] = apply::apply(*database_, tables_[i], diffs_[i], settings_);
      line_.end();
      status = outcome_of(diffs_[i], *applied_[i]);
    }
    if (status == kInterrupted) return end("interrupted", status);
    return status == 0 ? end("applied", 0) : end("failed", status);
  }

  int outcome_of(const apply::TableDiff& diff, const apply::Applied& applied) {
    using apply::StepOutcome;
    const auto& outcomes = applied.outcomes;
    for (std::size_t i = 0; i < outcomes.size(); ++i) {
      if (outcomes[i] != StepOutcome::not_kept) continue;
      fail(step_text(diff, i) + ": the server took it and does not show it; it may not have that",
           kFailed);
    }
    if (!applied.error) return applied.is_complete() ? 0 : kFailed;
    if (interrupt_.came()) return interrupted();
    const auto failed = static_cast<std::size_t>(
        std::find(outcomes.begin(), outcomes.end(), StepOutcome::failed) - outcomes.begin());
    auto text = step_text(diff, failed) + " failed: " + error_text(*applied.error);
    if (applied.error->message.find("within a fixed interval") != std::string::npos) {
      text += "\nDynamoDB takes one change of time to live in an hour.";
    }
    return fail(text + "\nWhat was done stays. Run the command again to go on.", kFailed);
  }

  static std::string step_text(const apply::TableDiff& diff, std::size_t number) {
    return diff.table + ": step " + std::to_string(number + 1) + " of " +
           std::to_string(diff.steps.size()) + " (" + diff.steps[number].what + ")";
  }

  static int interrupted() {
    return fail(
        "stopped. What was asked of the database goes on there. Run the command again to go on.",
        kInterrupted);
  }

  int end(std::string_view result, int status) {
    if (is_json()) {
      std::vector<apply::TableReport> reports;
      for (std::size_t i = 0; i < diffs_.size(); ++i) {
        reports.push_back({&diffs_[i], std::move(applied_[i])});
      }
      say(stdout, apply::render_json(result, reports));
    } else if (result == "applied") {
      // The notes name what was not set, or what is there besides.
      const bool is_all = std::all_of(diffs_.begin(), diffs_.end(),
                                      [](const auto& diff) { return diff.notes.empty(); });
      say(stdout, is_all ? "The database is as the model says.\n"
                         : "The database is as the model says, but for the notes above.\n");
    }
    return status;
  }

  const ApplyCommand& options_;
  const std::vector<apply::ModelTable> tables_;
  const std::unique_ptr<Database> database_;
  Interrupt interrupt_;
  ProgressLine line_;
  apply::ApplyOptions settings_;
  std::vector<apply::TableDiff> diffs_;
  std::vector<std::optional<apply::Applied>> applied_;
};

}  // namespace

int apply_model(const ApplyCommand& options) {
  const auto checked = load_and_check(options.model);
  if (checked.status != 0) {
    if (!checked.findings.empty()) print_findings({&checked, 1}, options.output, stderr);
    return checked.status;
  }
  auto tables = apply::tables_of(*checked.model, *checked.plan);
  if (auto wrong = rename_tables(tables, options.tables)) return fail(*wrong, kWrongUse);
  auto database = connect(options.url);
  if (!database) return fail("--url: " + database.error().message, kWrongUse);
  return Command(options, std::move(tables), *std::move(database)).run();
}

}  // namespace keywright::cli
