// keywright generate: one command for each thing to generate.

#include "options.hpp"

#include <memory>

namespace keywright::cli {

void add_generate(CLI::App& app, int& status) {
  auto* generate = app.add_subcommand("generate", "generate code from a model");
  generate->require_subcommand(1);
  generate->footer("Example:\n  keywright generate cpp research.model.yaml --out build/generated");

  auto options = std::make_shared<GenerateOptions>();
  auto* command = generate->add_subcommand("cpp", "C++ repositories, one per aggregate");
  command->add_option("model", options->model, "model file")->required()->type_name("MODEL");
  command
      ->add_option("--out", options->out,
                   "folder to write to, by default the current one; what is written are "
                   "DIR/<model name>/*.hpp and *.cpp")
      ->type_name("DIR");
  command->add_flag("--list", options->list, "print the files it would write, and write nothing");
  add_output_options(*command, options->output);
  command->footer(
      "The model is checked first; with an error in it no file is written. Files that\n"
      "would not change are left alone, so that builds do not run again for them.\n"
      "\n"
      "Examples:\n"
      "  keywright generate cpp research.model.yaml --out build/generated\n"
      "  keywright generate cpp research.model.yaml --list");
  command->callback([options, &status] { status = generate_cpp(*options); });
}

}  // namespace keywright::cli
