#include "command_line_texts.hpp"

#include "model/spelling.hpp"

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <vector>

#include <CLI/CLI.hpp>

namespace keywright::cli {
namespace {

class HelpFormatter final : public CLI::Formatter {
 public:
  std::string make_help(const CLI::App* app, std::string name, CLI::AppFormatMode) const override {
    std::string out = app->get_description() + "\n\n" + usage_of(*app, name);
    rows(out, "Arguments", app->get_options([](const CLI::Option* option) {
      return option->get_positional() && !option->get_group().empty();
    }));
    auto groups = app->get_groups();
    // Help has been in a group of its own before there was any other.
    const auto general = std::find(groups.begin(), groups.end(), "Options");
    if (general != groups.end()) std::rotate(general, general + 1, groups.end());
    for (const auto& group : groups) {
      rows(out, group, app->get_options([&](const CLI::Option* option) {
        return option->nonpositional() && !group.empty() && option->get_group() == group;
      }));
    }
    const auto commands = app->get_subcommands({});
    if (!commands.empty()) out += "\nCommands:\n";
    for (const auto* command : commands) {
      row(out, command->get_name(), command->get_description());
    }
    if (!app->get_footer().empty()) out += "\n" + app->get_footer() + "\n";
    return out;
  }

 private:
  static constexpr std::size_t kWidth = 80;
  static constexpr std::size_t kLeft = 28;

  static std::string usage_of(const CLI::App& app, const std::string& name) {
    std::string out = "Usage: " + name;
    out += app.get_subcommands({}).empty() ? " [OPTION]..." : " COMMAND";
    for (const auto* option : app.get_options()) {
      if (!option->get_positional()) {
        if (option->get_required()) out += " " + name_of(*option);
        continue;
      }
      std::string text = option->get_type_name() + (takes_many(*option) ? "..." : "");
      out += option->get_required() ? " " + text : " [" + text + "]";
    }
    return out + "\n";
  }

  static bool takes_many(const CLI::Option& option) {
    return option.get_expected_max() == CLI::detail::expected_max_vector_size;
  }

  static void rows(std::string& out, const std::string& title,
                   const std::vector<const CLI::Option*>& options) {
    if (options.empty()) return;
    out += "\n" + title + ":\n";
    for (const auto* option : options) row(out, name_of(*option), description_of(*option));
  }

  static std::string name_of(const CLI::Option& option) {
    if (option.get_positional()) return option.get_type_name() + (takes_many(option) ? "..." : "");
    std::string name = CLI::detail::find_and_replace(option.get_name(false, true), ",", ", ");
    return option.get_type_size() == 0 ? name : name + " " + option.get_type_name();
  }

  static std::string description_of(const CLI::Option& option) {
    std::string text = option.get_description();
    std::vector<std::string> notes;
    if (!option.get_default_str().empty()) notes.push_back("default: " + option.get_default_str());
    for (const auto* needed : option.get_needs()) notes.push_back("needs " + needed->get_name());
    if (takes_many(option) && !option.get_positional()) notes.emplace_back("may be repeated");
    if (notes.empty()) return text;
    return text + " (" + CLI::detail::join(notes, "; ") + ")";
  }

  static void row(std::string& out, const std::string& left, std::string_view right) {
    std::string line = "  " + left;
    if (line.size() + 2 > kLeft) {
      out += line + "\n";
      line.clear();
    }
    line.resize(kLeft, ' ');
    while (!right.empty()) {
      std::size_t end = right.size();
      if (end > kWidth - kLeft) {
        end = right.rfind(' ', kWidth - kLeft);
        if (end == std::string_view::npos) end = std::min(right.find(' '), right.size());
      }
      out.append(line).append(right.substr(0, end)).append("\n");
      right.remove_prefix(std::min(end + 1, right.size()));
      line.assign(kLeft, ' ');
    }
  }
};

// The command that was given, as deep as it goes.
const CLI::App& innermost(const CLI::App& app) {
  const CLI::App* command = &app;
  while (!command->get_subcommands().empty()) command = command->get_subcommands().front();
  return *command;
}

std::string full_name(const CLI::App& command) {
  const auto* parent = command.get_parent();
  return parent == nullptr ? command.get_name() : full_name(*parent) + " " + command.get_name();
}

// What `word` is not, and which option or command was meant.
std::string unknown_text(const CLI::App& command, const std::string& word) {
  std::vector<std::string> names;
  if (word.starts_with('-')) {
    for (const auto* option : command.get_options()) {
      for (const auto& name : option->get_lnames()) names.push_back("--" + name);
    }
    const auto nearest = model::nearest_name(word, {names.begin(), names.end()});
    return "there is no option " + word + (nearest ? "; did you mean " + *nearest + "?" : "");
  }
  for (const auto* each : command.get_subcommands({})) names.push_back(each->get_name());
  if (names.empty()) return "there is one argument too many: " + word;
  return "there is no command " + word + "; " + model::suggest(word, {names.begin(), names.end()});
}

// In place of CLI11's texts, where those say little.
std::string fault_of(const CLI::App& command, const CLI::ParseError& error) {
  const std::string text = error.what();
  if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) != nullptr) {
    const auto name = text.substr(0, text.find_first_of(": "));
    return name.starts_with('-') ? name + " takes one value, once"
                                 : "--" + name + " takes no value";
  }
  const bool is_missing = dynamic_cast<const CLI::RequiredError*>(&error) != nullptr;
  const bool is_unknown = dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr;
  if (const auto extra = command.remaining(); (is_missing || is_unknown) && !extra.empty()) {
    return unknown_text(command, extra.front().substr(0, extra.front().find('=')));
  }
  if (!is_missing) return text;
  if (!command.get_subcommands({}).empty()) return "a command is missing";
  for (const auto* option : command.get_options()) {
    if (option->get_required() && option->count() == 0) {
      return option->get_type_name() + " is missing";
    }
  }
  return text;
}

}  // namespace

std::shared_ptr<CLI::FormatterBase> help_formatter() {
  return std::make_shared<HelpFormatter>();
}

std::string fault_text(const CLI::App& app, const CLI::ParseError& error) {
  const auto& command = innermost(app);
  return fault_of(command, error) + "\n`" + full_name(command) + " --help` has the options.";
}

}  // namespace keywright::cli
