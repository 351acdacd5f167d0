#pragma once

// Emits the repositories of a checked model, in C++ or Python. What is emitted depends on the model
// alone: no clock, no environment, so that the output can be compared, reviewed and cached.
//
// Layout of C++, under any output directory:
//   <model>/types.hpp               the entities, results and inputs as plain structs
//   <model>/<aggregate>_repository.hpp, .cpp     one class per aggregate
//   <model>/<aggregate>_admin.hpp, .cpp          its admin patterns, apart
//   <model>/keys.hpp, codec.hpp ..  what the sources share
//   <model>/table.hpp, .cpp         the request that creates the table
//   <model>/all.cpp                 includes every source: the one file a build compiles

#include "generate/layout.hpp"
#include "model/diagnostic.hpp"
#include "model/ir.hpp"
#include "plan/plan.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace keywright::generate {

struct GeneratedFile {
  std::string path;  // relative, with '/': "research/job_repository.hpp"
  std::string content;
  Part part = Part::repository;
};

// The files where the layout wants them, in the order given.
[[nodiscard]] std::vector<GeneratedFile> placed(Layout layout, std::string_view model_name,
                                                std::vector<GeneratedFile> files);

struct CodeOutput {
  std::vector<GeneratedFile> files;            // sorted by path; empty if there are diagnostics
  std::vector<model::Diagnostic> diagnostics;  // what cannot be generated, by pattern or entity
};

// Pure. A model with errors (as the checker finds them) may be given: what has no plan is a
// diagnostic, never wrong code.
[[nodiscard]] CodeOutput generate_cpp(const model::Model& model, const plan::Plan& plan);
// The same over boto3, as one package:
//   <model>/types.py, items.py, table.py ..      what the repositories are made of
//   <model>/<aggregate>_repository.py, _admin.py one class each
//   <model>/_keywright/*.py                      the runtime, the same for every model
//   test_<model>.py                              unit tests
[[nodiscard]] CodeOutput generate_python(const model::Model& model, const plan::Plan& plan);

struct WriteOutcome {
  std::vector<std::filesystem::path> written;    // new or changed
  std::vector<std::filesystem::path> unchanged;  // left alone, with their time stamps
  std::optional<std::string> error;              // names the path; then nothing has been changed
};

// Writes the files under `directory` (made if absent). Each appears whole or not at all: all are
// written beside their places first and then renamed.
[[nodiscard]] WriteOutcome write_files(const std::filesystem::path& directory,
                                       const std::vector<GeneratedFile>& files);

}  // namespace keywright::generate
