#pragma once

// The frame of a generated file: what it is, where it comes from, what it includes, its namespace.
// Includes follow from what the body mentions, by one table.

#include "generate/cpp_context.hpp"
#include "generate/generate.hpp"

#include <string>
#include <vector>

namespace keywright::generate {

struct CppFile {
  std::string name;                // "job_repository.hpp"
  std::vector<std::string> title;  // paragraphs behind the first line; empty for sources
  std::vector<std::string> local;  // "types.hpp": files of the same model
  std::string body;                // between the braces of the namespace
  std::string header_body;         // of a source: what its header includes, it need not
};

[[nodiscard]] GeneratedFile assemble(const CppContext& context, const CppFile& file);

}  // namespace keywright::generate
