#include "generate/generate.hpp"

#include "commands.hpp"
#include "load.hpp"

#include <cstdio>

namespace keywright::cli {

int generate_cpp(const GenerateOptions& options) {
  auto checked = load_and_check(options.model);

  generate::CppOutput output;
  if (checked.status == 0) {
    output = generate::generate_cpp(*checked.model, *checked.plan);
    checked.findings.insert(checked.findings.end(), output.diagnostics.begin(),
                            output.diagnostics.end());
    if (model::has_errors(output.diagnostics)) checked.status = 1;
  }
  if (!checked.findings.empty()) print_findings({&checked, 1}, options.output, stderr);
  if (checked.status != 0) return checked.status;

  if (options.list) {
    for (const auto& file : output.files) std::printf("%s\n", file.path.c_str());
    return 0;
  }
  const auto outcome = generate::write_files(options.out, output.files);
  if (outcome.error) {
    std::fprintf(stderr, "keywright: %s\n", outcome.error->c_str());
    return 1;
  }
  std::printf("%s: %zu files in %s (%zu written, %zu unchanged)\n", options.model.string().c_str(),
              output.files.size(), options.out.string().c_str(), outcome.written.size(),
              outcome.unchanged.size());
  return 0;
}

}  // namespace keywright::cli
