#include "watch.hpp"

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

Checked check_one(const std::filesystem::path& file, const CheckOptions& options) {
  return load_and_check(
      file, {.stage = options.patterns_only ? check::Stage::patterns : check::Stage::all,
             .advice = options.advice});
}

void print_checked(const Checked& checked, const OutputOptions& output) {
  if (checked.findings.empty() && checked.failure.empty()) print_clean(checked);
  print_findings({&checked, 1}, output, stdout);
}

int check(const CheckOptions& options) {
  if (options.watch) return watch(options);
  int status = 0;
  std::vector<Checked> models;
  for (const auto& file : options.models) {
    models.push_back(check_one(file, options));
    status = std::max(status, models.back().status);
    if (options.output.format != Format::text) continue;
    print_checked(models.back(), options.output);
    models.clear();
  }
  if (options.output.format != Format::text) print_findings(models, options.output, stdout);
  return status;
}

}  // namespace keywright::cli
