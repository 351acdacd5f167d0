#include "generate/generate.hpp"

#include "commands.hpp"
#include "failure.hpp"
#include "infrastructure/infrastructure.hpp"
#include "load.hpp"
#include "model/json_writer.hpp"

#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

namespace keywright::cli {
namespace {

using Files = std::vector<generate::GeneratedFile>;

// {"files":[{"path":"research-stack.ts","written":true}]}; of a list there is only the path.
std::string json_of(const GenerateOptions& options, const Files& files,
                    const generate::WriteOutcome* outcome) {
  model::JsonWriter json;
  json.begin('{');
  json.begin("files", '[');
  for (const auto& file : files) {
    json.begin('{');
    json.add("path", file.path);
    if (outcome != nullptr) {
      const auto& written = outcome->written;
      json.add_flag("written", std::find(written.begin(), written.end(), options.out / file.path) !=
                                   written.end());
    }
    json.end('}');
  }
  json.end(']');
  json.end('}');
  return std::move(json).text() + "\n";
}

int list(const GenerateOptions& options, const Files& files) {
  if (options.output.format == Format::json) {
    std::fputs(json_of(options, files, nullptr).c_str(), stdout);
  } else {
    for (const auto& file : files) std::printf("%s\n", file.path.c_str());
  }
  return 0;
}

int write(const GenerateOptions& options, const Files& files) {
  const auto outcome = generate::write_files(options.out, files);
  if (outcome.error) {
    return fail(*outcome.error, kFailed);
  }
  if (options.output.format == Format::json) {
    std::fputs(json_of(options, files, &outcome).c_str(), stdout);
    return 0;
  }
  std::printf("%s: %zu file%s in %s (%zu written, %zu unchanged)\n", options.model.string().c_str(),
              files.size(), files.size() == 1 ? "" : "s", options.out.string().c_str(),
              outcome.written.size(), outcome.unchanged.size());
  return 0;
}

// `make` gives files and diagnostics for a model and its plan.
template <class Make>
int run(const GenerateOptions& options, Make make) {
  auto checked = load_and_check(options.model);
  Files files;
  if (checked.status == 0) {
    auto output = make(*checked.model, *checked.plan);
    files = generate::placed(options.layout, *checked.model->name, std::move(output.files));
    if (model::has_errors(output.diagnostics)) checked.status = 1;
    checked.findings.insert(checked.findings.end(), output.diagnostics.begin(),
                            output.diagnostics.end());
  }
  if (!checked.findings.empty()) print_findings({&checked, 1}, options.output, stderr);
  if (checked.status != 0) return checked.status;
  return options.list ? list(options, files) : write(options, files);
}

}  // namespace

int generate_cpp(const GenerateOptions& options) {
  return run(options, generate::generate_cpp);
}

int generate_python(const GenerateOptions& options) {
  return run(options, generate::generate_python);
}

int generate_cdk(const GenerateOptions& options) {
  return run(options, infrastructure::generate_cdk);
}

int generate_cloudformation(const GenerateOptions& options) {
  return run(options, [&](const model::Model& model, const plan::Plan& plan) {
    return infrastructure::generate_cloudformation(
        model, plan,
        options.json_template ? infrastructure::Syntax::json : infrastructure::Syntax::yaml);
  });
}

int generate_create_table(const GenerateOptions& options) {
  return run(options, infrastructure::generate_create_table);
}

int generate_iam(const GenerateOptions& options) {
  return run(options, [&](const model::Model& model, const plan::Plan& plan) {
    return infrastructure::generate_policies(model, plan, {options.region, options.account});
  });
}

}  // namespace keywright::cli
