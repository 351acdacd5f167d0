#include "load.hpp"

#include "files.hpp"

#include <cstdlib>

#include <unistd.h>

namespace keywright::cli {
namespace {

constexpr int kHasErrors = 1;
constexpr int kUnreadable = 2;

bool wants_color(ColorWhen when, std::FILE* stream) {
  if (when != ColorWhen::automatic) return when == ColorWhen::always;
  const char* no_color = std::getenv("NO_COLOR");  // the convention of no-color.org
  return (no_color == nullptr || *no_color == '\0') && isatty(fileno(stream)) != 0;
}

}  // namespace

std::optional<Checked> load_and_check(const std::filesystem::path& file) {
  auto text = read_file(file);
  if (text.failure) {
    std::fprintf(stderr, "keywright: %s\n", text.failure->c_str());
    return std::nullopt;
  }
  auto read = model::read_model(std::move(text.text), file.string());

  Checked checked;
  checked.source = std::move(read.source);
  checked.findings = std::move(read.diagnostics);
  checked.model = std::move(read.model);
  if (checked.model) {
    checked.plan = plan::make_plan(*checked.model);
    auto found = check::check(*checked.model, *checked.plan);
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

void print_findings(const Checked& checked, const OutputOptions& output, std::FILE* stream) {
  const auto text =
      output.format == Format::json
          ? model::render_json(checked.findings, checked.source)
          : model::render_text(checked.findings, checked.source,
                               {.color = wants_color(output.color, stream), .source_lines = true});
  std::fwrite(text.data(), 1, text.size(), stream);
}

}  // namespace keywright::cli
