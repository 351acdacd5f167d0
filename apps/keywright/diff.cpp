#include "diff/diff.hpp"

#include "commands.hpp"
#include "diff/render.hpp"
#include "diff/template.hpp"
#include "files.hpp"
#include "load.hpp"

#include <cstdio>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace keywright::cli {
namespace {

constexpr int kHasErrors = 1;
constexpr int kUnreadable = 2;

// The statuses 1 and 2 are those of every command.
int status_of(diff::Impact impact) {
  constexpr int kFirst = 2;
  return impact == diff::Impact::safe ? 0 : kFirst + static_cast<int>(impact);
}

struct Before {
  std::optional<Checked> model;
  std::optional<std::vector<diff::TableSide>> tables;  // of a template
  int status = 0;
};

// Messages of a file that is no model, or none that can be read, are not for programs.
Before refuse(const std::vector<model::Diagnostic>& findings, const model::SourceFile& source,
              const OutputOptions& output, int status) {
  const model::RenderOptions options{.color = wants_color(output.color, stderr),
                                     .source_lines = true};
  std::fputs(model::render_text(findings, source, options).c_str(), stderr);
  return {std::nullopt, std::nullopt, status};
}

Before load_before(const DiffOptions& options) {
  auto text = read_file(options.before);
  if (text.failure) {
    std::fprintf(stderr, "keywright: %s\n", text.failure->c_str());
    return {std::nullopt, std::nullopt, kUnreadable};
  }
  if (diff::looks_like_template(text.text)) {
    auto read = diff::read_template(std::move(text.text), options.before.string());
    if (read.tables) return {std::nullopt, std::move(read.tables), 0};
    return refuse(read.diagnostics, read.source, options.output,
                  read.unreadable ? kUnreadable : kHasErrors);
  }
  auto checked = check_text(std::move(text.text), options.before);
  // What the rules say of a model that is in use is not the question.
  if (checked.model) return {std::move(checked), std::nullopt, 0};
  return refuse(checked.findings, checked.source, options.output, checked.status);
}

}  // namespace

int diff(const DiffOptions& options) {
  const auto prices = load_prices(options.prices);
  if (!prices) return kUnreadable;
  const auto before = load_before(options);
  if (before.status != 0) return before.status;
  const auto after = load_and_check(options.after, {.prices = &*prices});
  if (after.status != 0) {
    if (after.failure.empty()) {
      refuse(after.findings, after.source, options.output, after.status);
    }
    return after.status;
  }
  const diff::ModelSide new_side(*after.model, *after.plan);
  diff::Report report;
  if (before.tables) {
    if (const auto failure = diff::cannot_match(*before.tables, new_side); !failure.empty()) {
      std::fprintf(stderr, "keywright: %s: %s\n", options.before.c_str(), failure.c_str());
      return kHasErrors;
    }
    report = diff::diff_template(*before.tables, new_side, *prices);
  } else {
    const diff::ModelSide old_side(*before.model->model, *before.model->plan);
    report = diff::diff_models(old_side, new_side, *prices);
  }
  const diff::Names names{options.before.string(), options.after.string()};
  const auto text = options.output.format == Format::json
                        ? diff::render_json(report, names)
                        : diff::render_text(report, names, after.source,
                                            wants_color(options.output.color, stdout));
  std::fwrite(text.data(), 1, text.size(), stdout);
  return status_of(report.impact());
}

}  // namespace keywright::cli
