#include "model/schema.hpp"

#include "commands.hpp"

#include <cstdio>

namespace keywright::cli {

int schema() {
  const std::string text = model::json_schema();
  const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
  return written && std::fflush(stdout) == 0 ? 0 : 1;
}

}  // namespace keywright::cli
