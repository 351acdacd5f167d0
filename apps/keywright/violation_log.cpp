#include "violation_log.hpp"

#include <cstdio>

namespace keywright::cli {

void ViolationLog::add(const Violation& violation) {
  std::string kind(to_string(violation.kind));
  for (const auto& part : {violation.operation, violation.source, violation.nearest}) {
    kind += '\n' + part;
  }
  const std::lock_guard lock(mutex_);
  if (known_.insert(std::move(kind)).second) {
    std::fprintf(stderr, "keywright: %s\n", violation.message.c_str());
  }
}

}  // namespace keywright::cli
