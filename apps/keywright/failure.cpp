#include "failure.hpp"

namespace keywright::cli {

void say(std::FILE* stream, const std::string& text) {
  std::fputs(text.c_str(), stream);
  std::fflush(stream);
}

int fail(const std::string& message, int status) {
  say(stderr, "keywright: " + message + "\n");
  return status;
}

}  // namespace keywright::cli
