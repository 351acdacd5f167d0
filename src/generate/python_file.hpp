#pragma once

// The frame of a generated module: what it is, where it comes from, what it imports. Imports follow
// from what the body mentions.

#include "generate/generate.hpp"
#include "generate/python_context.hpp"

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace keywright::generate {

// A module of the same package, and what it defines.
struct PythonModule {
  std::string name;
  std::vector<std::string> names;
};

struct PythonFile {
  std::string name;                   // "job_repository.py"
  std::vector<std::string> title;     // paragraphs of the module's docstring
  std::vector<PythonModule> modules;  // what the body may mention
  std::string body;
};

[[nodiscard]] GeneratedFile assemble(const PythonContext& context, const PythonFile& file);

// The words of a module outside of texts and comments; not those behind a dot.
[[nodiscard]] std::set<std::string, std::less<>> python_words(std::string_view body);

// The names that modules define.
[[nodiscard]] PythonModule types_module(const PythonContext& context);
[[nodiscard]] PythonModule items_module(const PythonContext& context);
[[nodiscard]] PythonModule table_module(const PythonContext& context);

}  // namespace keywright::generate
