#include "load.hpp"

#include "check/sarif.hpp"
#include "files.hpp"
#include "version.hpp"

#include <cstdlib>

#include <unistd.h>

namespace keywright::cli {
namespace {

constexpr int kHasErrors = 1;
constexpr int kUnreadable = 2;

}  // namespace

bool wants_color(ColorWhen when, std::FILE* stream) {
  if (when != ColorWhen::automatic) return when == ColorWhen::always;
  const char* no_color = std::getenv("NO_COLOR");  // the convention of no-color.org
  return (no_color == nullptr || *no_color == '\0') && isatty(fileno(stream)) != 0;
}

Checked load_and_check(const std::filesystem::path& file, const LoadOptions& options) {
  auto text = read_file(file);
  if (!text.failure) return check_text(std::move(text.text), file, options);
  Checked checked;
  checked.source = model::SourceFile(file.string(), "");
  checked.failure = *text.failure;
  checked.status = kUnreadable;
  std::fprintf(stderr, "keywright: %s\n", checked.failure.c_str());
  return checked;
}

Checked check_text(std::string text, const std::filesystem::path& file,
                   const LoadOptions& options) {
  Checked checked;
  auto read = model::read_model(std::move(text), file.string());
  checked.source = std::move(read.source);
  checked.findings = std::move(read.diagnostics);
  checked.model = std::move(read.model);
  if (checked.model) {
    checked.plan = plan::make_plan(*checked.model);
    checked.costs =
        cost::cost_of(*checked.model, *checked.plan,
                      options.prices != nullptr ? *options.prices : cost::default_prices());
    auto found = check::check(*checked.model, *checked.plan,
                              {options.stage, options.advice, &*checked.costs});
    checked.findings.insert(checked.findings.end(), std::make_move_iterator(found.begin()),
                            std::make_move_iterator(found.end()));
    model::sort_in_file_order(checked.findings);
  }
  if (read.unreadable) {
    checked.status = kUnreadable;
  } else if (!checked.model || model::has_errors(checked.findings)) {
    checked.status = kHasErrors;
  }
  return checked;
}

void print_findings(std::span<const Checked> models, const OutputOptions& output,
                    std::FILE* stream) {
  std::string text;
  if (output.format != Format::text) {
    std::vector<model::FileReport> reports;
    for (const auto& each : models) {
      reports.push_back({each.source.name(), each.findings, each.failure});
    }
    text = output.format == Format::sarif ? check::render_sarif(reports, kVersion)
                                          : model::render_json(reports);
  } else {
    const model::RenderOptions options{.color = wants_color(output.color, stream),
                                       .source_lines = true};
    for (const auto& each : models) text += model::render_text(each.findings, each.source, options);
  }
  std::fwrite(text.data(), 1, text.size(), stream);
}

}  // namespace keywright::cli
