#include "generate/generate.hpp"

#include "generate/code_writer.hpp"
#include "generate/cpp_context.hpp"
#include "generate/emitters.hpp"
#include "generate/refusals.hpp"

#include <algorithm>
#include <utility>

namespace keywright::generate {
namespace {

// Includes every other source, so that a build needs to know one name.
GeneratedFile emit_all(const CppContext& context, const std::vector<GeneratedFile>& files) {
  CodeWriter out;
  out.comment("Everything of the model `" + *context.model.name + "` in one translation unit.");
  out.comment(context.origin());
  out.line();
  for (const auto& file : files) {
    if (file.path.ends_with(".cpp")) out.line("#include \"" + file.path + "\"");
  }
  return {*context.model.name + "/all.cpp", out.text()};
}

bool comes_before(const GeneratedFile& a, const GeneratedFile& b) {
  return a.path < b.path;
}

}  // namespace

CodeOutput generate_cpp(const model::Model& model, const plan::Plan& plan) {
  CodeOutput output;
  output.diagnostics = find_refusals(model, plan, cpp);
  if (model::has_errors(output.diagnostics)) {
    model::sort_in_file_order(output.diagnostics);
    return output;
  }
  const CppContext context(model, plan);
  auto& files = output.files;
  files.push_back(emit_access_patterns(context));
  files.push_back(emit_types(context));
  files.push_back(emit_items_header(context));
  files.push_back(emit_items_source(context));
  files.push_back(emit_table_header(context));
  files.push_back(emit_table_source(context));
  for (auto& file : files) file.part = Part::model;
  for (const auto& aggregate : plan.aggregates) {
    for (auto& file : emit_repositories(context, aggregate)) files.push_back(std::move(file));
  }
  std::sort(files.begin(), files.end(), comes_before);
  files.push_back(emit_all(context, files));
  std::sort(files.begin(), files.end(), comes_before);
  return output;
}

}  // namespace keywright::generate
