#pragma once

// One emitter per generated module.

#include "generate/generate.hpp"
#include "generate/python_context.hpp"

#include <vector>

namespace keywright::generate {

[[nodiscard]] GeneratedFile emit_python_access_patterns(const PythonContext& context);
[[nodiscard]] GeneratedFile emit_python_types(const PythonContext& context);  // types.py
[[nodiscard]] GeneratedFile emit_python_items(const PythonContext& context);  // items.py
[[nodiscard]] GeneratedFile emit_python_table(const PythonContext& context);  // table.py
// The repository and the admin class of an aggregate, as far as it has patterns of the kind.
[[nodiscard]] std::vector<GeneratedFile> emit_python_repositories(const PythonContext& context,
                                                                  const plan::Aggregate& aggregate);
// __init__.py: what users import.
[[nodiscard]] GeneratedFile emit_python_package(const PythonContext& context);
// test_<model>.py
[[nodiscard]] GeneratedFile emit_python_tests(const PythonContext& context);
// _keywright/*.py: the runtime, the same for every model.
[[nodiscard]] std::vector<GeneratedFile> python_runtime(const PythonContext& context);

}  // namespace keywright::generate
