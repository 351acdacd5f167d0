#include "commands.hpp"
#include "load.hpp"

#include <algorithm>
#include <cstdio>

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
  for (const auto& file : options.models) {
    const auto checked = load_and_check(file);
    if (!checked) {
      status = 2;
      continue;
    }
    status = std::max(status, checked->status);
    const bool is_text = options.output.format == Format::text;
    if (is_text && checked->findings.empty()) {
      print_clean(*checked);
    } else {
      print_findings(*checked, options.output, stdout);
    }
  }
  return status;
}

}  // namespace keywright::cli
