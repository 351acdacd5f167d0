#pragma once

// What the command line prints in place of CLI11's own texts.

#include <memory>
#include <string>

namespace CLI {
class App;
class FormatterBase;
class ParseError;
}  // namespace CLI

namespace keywright::cli {

/// Of --help: two columns within 80, with the defaults, and option groups in the order in which
/// they were added.
[[nodiscard]] std::shared_ptr<CLI::FormatterBase> help_formatter();

/// What is wrong with a command line, what was meant perhaps, and where to read on.
[[nodiscard]] std::string fault_text(const CLI::App& app, const CLI::ParseError& error);

}  // namespace keywright::cli
