#include "model/schema.hpp"

#include "commands.hpp"

#include <cstdio>

namespace keywright::cli {

int schema() {
  const std::string text = model::json_schema();
  std::fputs(text.c_str(), stdout);
  return 0;
}

}  // namespace keywright::cli
