#include "cost/cost.hpp"

#include "commands.hpp"
#include "cost/prices.hpp"
#include "files.hpp"
#include "load.hpp"

#include <cstdio>
#include <optional>

namespace keywright::cli {

std::optional<cost::Prices> load_prices(const std::filesystem::path& file) {
  if (file.empty()) return cost::default_prices();
  auto text = read_file(file);
  if (text.failure) {
    std::fprintf(stderr, "keywright: %s\n", text.failure->c_str());
    return std::nullopt;
  }
  auto read = cost::read_prices(std::move(text.text), file.string(), cost::default_prices());
  if (!read.prices) std::fputs(model::render_text(read.diagnostics, read.source).c_str(), stderr);
  return read.prices;
}

int cost(const CostOptions& options) {
  const auto prices = load_prices(options.prices);
  if (!prices) return 2;
  const auto checked = load_and_check(options.model, {.prices = &*prices});
  if (checked.status != 0) {
    if (!checked.findings.empty()) print_findings({&checked, 1}, options.output, stderr);
    return checked.status;
  }
  const auto& report = *checked.costs;
  const auto text = options.output.format == Format::json
                        ? cost::render_json(report, checked.source.name())
                        : cost::render_text(report, checked.source.name());
  std::fwrite(text.data(), 1, text.size(), stdout);
  return 0;
}

}  // namespace keywright::cli
