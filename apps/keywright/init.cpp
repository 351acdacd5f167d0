#include "commands.hpp"
#include "files.hpp"
#include "reference_model.hpp"

#include <cstdio>

namespace keywright::cli {

int init(const InitOptions& options) {
  const std::string name = options.file.string();
  if (!options.force && std::filesystem::exists(options.file)) {
    std::fprintf(stderr, "keywright: %s is already there; name another file, or add --force\n",
                 name.c_str());
    return 1;
  }
  if (const auto failure = write_file(options.file, kReferenceModel)) {
    std::fprintf(stderr, "keywright: %s\n", failure->c_str());
    return 1;
  }
  std::printf(
      "Wrote %s: the reference model, a table of research jobs.\n"
      "Next: keywright check %s\n",
      name.c_str(), name.c_str());
  return 0;
}

}  // namespace keywright::cli
