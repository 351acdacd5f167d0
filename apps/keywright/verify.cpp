#include "verify/verify.hpp"

#include "apply/model_table.hpp"
#include "commands.hpp"
#include "failure.hpp"
#include "interrupt.hpp"
#include "load.hpp"
#include "table_names.hpp"
#include "verify/render.hpp"
#include "verify/scratch.hpp"
#include <keywright/connect.hpp>

#include <cstdio>
#include <optional>
#include <random>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace keywright::cli {
namespace {

std::string random_suffix() {
  std::random_device random;
  char text[16];
  std::snprintf(text, sizeof text, "%08x", static_cast<unsigned>(random()));
  return text;
}

std::int64_t seconds_now() {
  return std::chrono::duration_cast<std::chrono::seconds>(
             std::chrono::system_clock::now().time_since_epoch())
      .count();
}

class Command {
 public:
  Command(const VerifyCommand& options, const Checked& checked, Database& database,
          std::vector<apply::ModelTable> tables)
      : options_(options),
        model_(*checked.model),
        database_(database),
        scratch_(database, std::move(tables)) {}

  int run() {
    if (!is_json()) {
      for (const auto& name : scratch_.names()) {
        say(stdout, "scratch table " + name + " at " + options_.url + "\n");
      }
    }
    apply::ApplyOptions settings;
    settings.pause = [this](std::chrono::milliseconds time) { return interrupt_.pause(time); };
    settings.control.stop = interrupt_.token();
    verify::Report report;
    if (auto created = scratch_.create(settings)) {
      report = run_patterns(settings, *std::move(created));
    } else {
      report.error = std::move(created).error();
      report.error->message = "the scratch tables cannot be made: " + report.error->message;
    }
    clean_up();
    return end(report);
  }

 private:
  [[nodiscard]] bool is_json() const { return options_.output.format == Format::json; }

  verify::Report run_patterns(const apply::ApplyOptions& settings,
                              std::vector<std::optional<verify::Failure>> missing_tables) {
    verify::VerifyOptions options;
    options.missing_tables = std::move(missing_tables);
    options.pause = settings.pause;
    options.control = settings.control;
    options.now = seconds_now();
    if (!is_json()) {
      options.observer = [width = verify::width_of(model_)](const auto& result) {
        say(stdout, verify::render_text(result, width));
      };
    }
    return verify::verify(model_, database_, scratch_.names(), options);
  }

  // Also after Ctrl-C; a second one ends the program.
  void clean_up() {
    if (options_.keep) return;
    apply::ApplyOptions settings;
    settings.pause = [](std::chrono::milliseconds time) {
      std::this_thread::sleep_for(time);
      return true;
    };
    for (const auto& name : scratch_.remove(settings)) {
      fail("the scratch table " + name + " could not be deleted; delete it yourself", 0);
    }
  }

  int end(const verify::Report& report) {
    if (is_json()) say(stdout, verify::render_json(report, scratch_.names()));
    if (interrupt_.came()) return fail("stopped", kInterrupted);
    if (report.error) return fail(verify::error_text(*report.error), kFailed);
    if (!is_json()) say(stdout, verify::render_summary(report));
    return report.is_ok() ? 0 : kFailed;
  }

  const VerifyCommand& options_;
  const model::Model& model_;
  Database& database_;
  verify::Scratch scratch_;
  Interrupt interrupt_;
};

}  // namespace

int verify_model(const VerifyCommand& options) {
  const auto checked = load_and_check(options.model);
  if (checked.status != 0) {
    if (!checked.findings.empty()) print_findings({&checked, 1}, options.output, stderr);
    return checked.status;
  }
  auto tables = apply::tables_of(*checked.model, *checked.plan);
  if (auto wrong = rename_tables(tables, {})) return fail(*wrong, kWrongUse);
  auto database = connect(options.url);
  if (!database) return fail("--url: " + database.error().message, kWrongUse);
  return Command(options, checked, **database,
                 verify::scratch_tables(std::move(tables), random_suffix()))
      .run();
}

}  // namespace keywright::cli
