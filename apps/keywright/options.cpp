#include "options.hpp"

#include <algorithm>

namespace keywright::cli {

CLI::Validator check(std::function<std::string(const std::string&)> fault_of_text) {
  return {
      [fault_of_text = std::move(fault_of_text)](std::string& text) { return fault_of_text(text); },
      ""};
}

CLI::Validator check(const WholeNumber& rule) {
  return check([rule](const std::string& text) { return fault_of(rule, text); });
}

CLI::Validator one_of(std::string_view what, std::vector<std::string_view> words) {
  return {[what, words = std::move(words)](std::string& text) {
            auto fault = fault_of_word(what, words, text);
            if (!fault.empty()) return fault;
            const auto found = std::find(words.begin(), words.end(), text);
            text = std::to_string(found - words.begin());
            return fault;
          },
          ""};
}

void add_format_option(CLI::App& command, OutputOptions& output) {
  command.add_option("--format", output.format, "text for people or json for programs")
      ->transform(one_of("format", {"text", "json"}))
      ->default_str("text")
      ->type_name("FORMAT");
}

void add_color_option(CLI::App& command, OutputOptions& output) {
  command
      .add_option("--color", output.color, "colours in text: auto (on a terminal), always, never")
      ->transform(one_of("choice of colour", {"auto", "always", "never"}))
      ->default_str("auto")
      ->type_name("WHEN");
}

void add_output_options(CLI::App& command, OutputOptions& output) {
  add_format_option(command, output);
  add_color_option(command, output);
}

void add_prices_option(CLI::App& command, std::filesystem::path& prices) {
  command.add_option("--prices", prices, "prices other than those of us-east-1")
      ->check(check(fault_of_file))
      ->type_name("FILE");
}

}  // namespace keywright::cli
