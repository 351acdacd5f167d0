// golden_generator <model> <folder> [business|python]: what `keywright generate cpp` does, or
// `generate python`, for the build of these tests.

#include "generate/generate.hpp"
#include "model/reader.hpp"
#include "plan/plan.hpp"

#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string_view>

int main(int argc, char** argv) {
  using namespace keywright;
  if (argc != 3 && argc != 4) return 2;
  const std::filesystem::path path = argv[1];
  std::ifstream file(path);
  const auto read =
      model::read_model({std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()},
                        path.filename().string());
  if (!read.model) {
    std::cerr << model::render_text(read.diagnostics, read.source);
    return 1;
  }
  const std::string_view variant = argc == 4 ? argv[3] : "";
  const auto generate = variant == "python" ? generate::generate_python : generate::generate_cpp;
  const auto output = generate(*read.model, plan::make_plan(*read.model));
  std::cerr << model::render_text(output.diagnostics, read.source);
  const auto layout = variant == "business" ? generate::Layout::business : generate::Layout::flat;
  const auto outcome =
      generate::write_files(argv[2], generate::placed(layout, *read.model->name, output.files));
  if (outcome.error) std::cerr << *outcome.error << '\n';
  return outcome.error || output.files.empty() ? 1 : 0;
}
