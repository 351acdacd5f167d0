#include "commands.hpp"
#include "failure.hpp"
#include "files.hpp"
#include "reference_model.hpp"

#include <cstdio>

namespace keywright::cli {

int init(const InitOptions& options) {
  const std::string name = options.file.string();
  if (!options.force && std::filesystem::exists(options.file)) {
    return fail(name + " is already there; name another file, or add --force", kFailed);
  }
  if (const auto failure = write_file(options.file, kReferenceModel)) {
    return fail(*failure, kFailed);
  }
  std::printf(
      "Wrote %s: the reference model, a table of research jobs.\n"
      "Next: keywright check %s\n",
      name.c_str(), name.c_str());
  return 0;
}

}  // namespace keywright::cli
