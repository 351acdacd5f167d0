#pragma once

// `check --watch`: the models again, each time that one of them changes.

#include "commands.hpp"
#include "load.hpp"

namespace keywright::cli {

/// Until Ctrl-C, which is its way to end: 0 then.
int watch(const CheckOptions& options);

/// What `check` does with one model.
[[nodiscard]] Checked check_one(const std::filesystem::path& file, const CheckOptions& options);
/// Its findings as text, or that it has none.
void print_checked(const Checked& checked, const OutputOptions& output);

}  // namespace keywright::cli
