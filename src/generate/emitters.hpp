#pragma once

// One emitter per generated file.

#include "generate/cpp_context.hpp"
#include "generate/generate.hpp"

#include <vector>

namespace keywright::generate {

[[nodiscard]] GeneratedFile emit_access_patterns(const CppContext& context);
[[nodiscard]] GeneratedFile emit_types(const CppContext& context);         // types.hpp
[[nodiscard]] GeneratedFile emit_items_header(const CppContext& context);  // items.hpp
[[nodiscard]] GeneratedFile emit_items_source(const CppContext& context);  // items.cpp
[[nodiscard]] GeneratedFile emit_table_header(const CppContext& context);  // table.hpp
[[nodiscard]] GeneratedFile emit_table_source(const CppContext& context);  // table.cpp
// The repository and the admin class of an aggregate, each a header and a source, as far as it has
// patterns of the kind.
[[nodiscard]] std::vector<GeneratedFile> emit_repositories(const CppContext& context,
                                                           const plan::Aggregate& aggregate);

// How a repository names a table's schema.
[[nodiscard]] std::string table_constant(const CppContext& context, std::size_t table);

}  // namespace keywright::generate
