#include "commands.hpp"
#include "load.hpp"

#include <algorithm>
#include <cstdio>
#include <vector>

namespace keywright::cli {
namespace {

const char* plural(std::size_t count) {
  return count == 1 ? "" : "s";
}

void print_clean(const Checked& checked) {
  const auto& model = *checked.model;
  std::size_t indexes = 0;
  for (const auto& table : model.tables) indexes += table.indexes.size();
  std::printf(
      "%s: clean: keys serve all %zu access patterns (%zu entit%s, %zu table%s, %zu index%s)\n",
      checked.source.name().c_str(), model.access_patterns.size(), model.entities.size(),
      model.entities.size() == 1 ? "y" : "ies", model.tables.size(), plural(model.tables.size()),
      indexes, indexes == 1 ? "" : "es");
}

}  // namespace

int check(const CheckOptions& options) {
  int status = 0;
  std::vector<Checked> models;
  for (const auto& file : options.models) {
    models.push_back(load_and_check(
        file, {.stage = options.patterns_only ? check::Stage::patterns : check::Stage::all,
               .advice = options.advice}));
    status = std::max(status, models.back().status);
    if (options.output.format != Format::text) continue;
    const bool is_clean = models.back().findings.empty() && models.back().failure.empty();
    if (is_clean) print_clean(models.back());
    print_findings(models, options.output, stdout);
    models.clear();
  }
  if (options.output.format != Format::text) print_findings(models, options.output, stdout);
  return status;
}

}  // namespace keywright::cli
