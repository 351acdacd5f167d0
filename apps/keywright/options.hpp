#pragma once

// How the options of the commands are declared: what each file *_options.cpp is made of. CLI11 is
// known to these files, to main.cpp and to command_line_texts.cpp, and nowhere else.

#include "commands.hpp"
#include "option_values.hpp"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>

namespace keywright::cli {

// Each adds one command, which sets the exit status when it was the one on the command line.

// model_options.cpp: what reads a model and writes text.
void add_init(CLI::App& app, int& status);
void add_import(CLI::App& app, int& status);
void add_check(CLI::App& app, int& status);
void add_patterns(CLI::App& app, int& status);
void add_cost(CLI::App& app, int& status);
void add_explain(CLI::App& app, int& status);
void add_docs(CLI::App& app, int& status);
void add_diff(CLI::App& app, int& status);
void add_schema(CLI::App& app, int& status);
// generate_options.cpp
void add_generate(CLI::App& app, int& status);
// serve_options.cpp
void add_serve(CLI::App& app, int& status);
// remote_options.cpp: what works on a database.
void add_apply(CLI::App& app, int& status);
void add_copy(CLI::App& app, int& status);
void add_verify(CLI::App& app, int& status);

[[nodiscard]] CLI::Validator check(std::function<std::string(const std::string&)> fault_of_text);
[[nodiscard]] CLI::Validator check(const WholeNumber& rule);
/// Turns a word into its place in the list, which is the value of its enumerator.
[[nodiscard]] CLI::Validator one_of(std::string_view what, std::vector<std::string_view> words);

/// --format text|json.
void add_format_option(CLI::App& command, OutputOptions& output);
void add_color_option(CLI::App& command, OutputOptions& output);
void add_output_options(CLI::App& command, OutputOptions& output);
void add_prices_option(CLI::App& command, std::filesystem::path& prices);

/// Options of one heading in the help.
class Group {
 public:
  Group(CLI::App& command, std::string title) : command_(command), title_(std::move(title)) {}

  template <class Value>
  CLI::Option* option(const char* name, Value& value, const char* type, const char* help) {
    return command_.add_option(name, value, help)->type_name(type)->group(title_);
  }
  // With a default that the help shows.
  template <class Value>
  CLI::Option* number(const char* name, Value& value, const char* type, const WholeNumber& rule,
                      const char* help) {
    return option(name, value, type, help)->capture_default_str()->check(check(rule));
  }
  // An empty name, of a variable that is not set perhaps, is not as if there were no option.
  CLI::Option* file(const char* name, std::filesystem::path& value, const char* help) {
    return option(name, value, "FILE", help)->check(check(fault_of_file));
  }
  CLI::Option* duration(const char* name, std::int64_t& milliseconds, const char* help) {
    return option(name, milliseconds, "DURATION", help)
        ->transform(CLI::Validator(read_duration, ""));
  }
  CLI::Option* flag(const char* name, bool& value, const char* help) {
    return command_.add_flag(name, value, help)->disable_flag_override()->group(title_);
  }

 private:
  CLI::App& command_;
  std::string title_;
};

}  // namespace keywright::cli
