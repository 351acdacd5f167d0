#include "generate/generate.hpp"
#include "generate/python_emitters.hpp"
#include "generate/refusals.hpp"

#include <algorithm>
#include <utility>

namespace keywright::generate {

CodeOutput generate_python(const model::Model& model, const plan::Plan& plan) {
  CodeOutput output;
  output.diagnostics = find_refusals(model, plan, python);
  if (model::has_errors(output.diagnostics)) {
    model::sort_in_file_order(output.diagnostics);
    return output;
  }
  const PythonContext context(model, plan);
  auto& files = output.files;
  files.push_back(emit_python_package(context));
  files.push_back(emit_python_access_patterns(context));
  files.push_back(emit_python_types(context));
  files.push_back(emit_python_items(context));
  files.push_back(emit_python_table(context));
  for (const auto& aggregate : plan.aggregates) {
    for (auto& file : emit_python_repositories(context, aggregate)) {
      files.push_back(std::move(file));
    }
  }
  files.push_back(emit_python_tests(context));
  for (auto& file : python_runtime(context)) files.push_back(std::move(file));
  // A type checker reads the annotations of a package that says so.
  files.push_back({context.name_space() + "/py.typed", "", Part::repository});
  std::sort(files.begin(), files.end(),
            [](const auto& a, const auto& b) { return a.path < b.path; });
  return output;
}

}  // namespace keywright::generate
