#pragma once

// What every command that takes a model does first: read it, plan it, check it.

#include "check/check.hpp"
#include "commands.hpp"
#include "cost/cost.hpp"
#include "cost/prices.hpp"
#include "model/diagnostic.hpp"
#include "model/reader.hpp"
#include "plan/plan.hpp"

#include <cstdio>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace keywright::cli {

struct LoadOptions {
  check::Stage stage = check::Stage::all;
  bool advice = false;
  const cost::Prices* prices = nullptr;  // null: those of the program
};

struct Checked {
  model::SourceFile source;
  std::optional<model::Model> model;
  std::optional<plan::Plan> plan;           // if there is a model
  std::optional<cost::Report> costs;        // likewise
  std::vector<model::Diagnostic> findings;  // the reader's and the checker's, in file order
  std::string failure;  // why the file itself could not be read, which was said on standard error
  int status = 0;       // the exit status that all this asks for
};

[[nodiscard]] Checked load_and_check(const std::filesystem::path& file,
                                     const LoadOptions& options = {});

/// The same of a text that was read already; `file` is its name in messages.
[[nodiscard]] Checked check_text(std::string text, const std::filesystem::path& file,
                                 const LoadOptions& options = {});

/// The prices of the program, or of this file; nullopt if it cannot be read, which was said.
[[nodiscard]] std::optional<cost::Prices> load_prices(const std::filesystem::path& file);

/// Whether text on this stream goes with colours: by the option, by NO_COLOR, by what it is.
[[nodiscard]] bool wants_color(ColorWhen when, std::FILE* stream);

/// Prints the findings in the wanted form; text goes with colour if the stream is a terminal. JSON
/// is one document for all models.
void print_findings(std::span<const Checked> models, const OutputOptions& output,
                    std::FILE* stream);

}  // namespace keywright::cli
