#include "imports/cli_command.hpp"

#include "imports/json.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace keywright::imports {
namespace {

using model::Node;

constexpr std::size_t longest_command = std::size_t{64} << 10U;

bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

// The words of a line of a shell.
std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words;
  std::string word;
  bool begun = false;
  char quote = '\0';
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const bool escapes = c == '\\' && quote != '\'' && i + 1 < text.size();
    if (escapes) {
      ++i;
      const bool kept = quote == '"' && text[i] != '"' && text[i] != '\\' && text[i] != '$';
      if (kept) word.push_back('\\');
      if (text[i] != '\n') word.push_back(text[i]);
      begun = begun || text[i] != '\n';
    } else if (quote != '\0') {
      if (c == quote) {
        quote = '\0';
      } else {
        word.push_back(c);
      }
    } else if (c == '\'' || c == '"') {
      quote = c;
      begun = true;
    } else if (!is_blank(c)) {
      word.push_back(c);
      begun = true;
    } else if (begun) {
      words.push_back(std::exchange(word, {}));
      begun = false;
    }
  }
  if (begun) words.push_back(std::move(word));
  return words;
}

bool is_name_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '#' || c == ':' || c == '.' || c == '-' || static_cast<unsigned char>(c) >= 0x80;
}

std::vector<std::string> tokens_of(std::string_view text) {
  std::vector<std::string> tokens;
  for (std::size_t i = 0; i < text.size();) {
    if (is_blank(text[i])) {
      ++i;
      continue;
    }
    std::size_t end = i + 1;
    const bool name = is_name_character(text[i]);
    if (name) {
      while (end < text.size() && is_name_character(text[end])) ++end;
    } else if ((text[i] == '<' || text[i] == '>') && end < text.size() &&
               (text[end] == '=' || text[end] == '>')) {
      ++end;
    }
    tokens.emplace_back(text.substr(i, end - i));
    i = end;
  }
  return tokens;
}

bool is_word(std::string_view token, std::string_view word) {
  return token.size() == word.size() &&
         std::equal(token.begin(), token.end(), word.begin(),
                    [](char a, char b) { return (a & ~0x20) == (b & ~0x20); });
}

// Resolves `#name` and `:value`.
class Placeholders {
 public:
  explicit Placeholders(const CliCommand& command)
      : names_(command.json("expression-attribute-names")),
        values_(command.json("expression-attribute-values")) {}

  [[nodiscard]] std::string name(const std::string& token) const {
    const model::Entry* entry = names_ && token.starts_with('#') ? names_->find(token) : nullptr;
    return entry == nullptr ? token : entry->value.text;
  }
  [[nodiscard]] std::string value(const std::string& token) const {
    const model::Entry* entry = values_ ? values_->find(token) : nullptr;
    if (entry == nullptr || entry->value.entries.size() != 1) return {};
    return entry->value.entries.front().value.text;
  }

 private:
  std::optional<Node> names_;
  std::optional<Node> values_;
};

// a = :x AND begins_with(b, :y)
class ConditionReader {
 public:
  ConditionReader(std::vector<std::string> tokens, const Placeholders& placeholders)
      : tokens_(std::move(tokens)), placeholders_(placeholders) {
    std::erase_if(tokens_, [](const std::string& token) {
      return token == "(" || token == ")" || token == ",";
    });
  }

  std::optional<std::vector<KeyCondition>> run() {
    std::vector<KeyCondition> all;
    while (true) {
      if (!read_one(all.emplace_back())) return std::nullopt;
      if (at_ == tokens_.size()) return all;
      if (!is_word(tokens_[at_++], "AND")) return std::nullopt;
    }
  }

 private:
  [[nodiscard]] bool left(std::size_t count) const { return tokens_.size() - at_ >= count; }
  const std::string& next() { return tokens_[at_++]; }

  bool read_one(KeyCondition& condition) {
    constexpr std::array operators{std::string_view{"="}, std::string_view{"<"},
                                   std::string_view{"<="}, std::string_view{">"},
                                   std::string_view{">="}};
    if (!left(3)) return false;
    if (is_word(tokens_[at_], "begins_with")) {
      ++at_;
      condition.op = "prefix";
      condition.attribute = placeholders_.name(next());
      condition.value = placeholders_.value(next());
      return true;
    }
    if (!is_name_character(tokens_[at_].front())) return false;
    condition.attribute = placeholders_.name(next());
    const std::string op = next();
    condition.value = placeholders_.value(next());
    if (is_word(op, "BETWEEN")) {
      condition.op = "between";
      if (!left(2) || !is_word(next(), "AND")) return false;
      ++at_;
      return true;
    }
    condition.op = op;
    return std::find(operators.begin(), operators.end(), op) != operators.end();
  }

  std::vector<std::string> tokens_;
  const Placeholders& placeholders_;
  std::size_t at_ = 0;
};

}  // namespace

std::string_view CliCommand::value(const std::string& option) const {
  const auto found = options.find(option);
  return found == options.end() ? std::string_view{} : found->second;
}

std::optional<Node> CliCommand::json(const std::string& option) const {
  if (!has(option)) return std::nullopt;
  return read_json(model::SourceFile(option, std::string(value(option)))).tree;
}

std::optional<CliCommand> parse_command(std::string_view text) {
  if (text.size() > longest_command) return std::nullopt;
  const std::vector<std::string> words = words_of(text);
  if (words.size() < 3 || words[0] != "aws" || words[1] != "dynamodb") return std::nullopt;
  CliCommand command;
  command.operation = words[2];
  for (std::size_t i = 3; i < words.size(); ++i) {
    if (!words[i].starts_with("--")) continue;
    const std::size_t equals = words[i].find('=');
    const std::string name = words[i].substr(2, equals == std::string::npos ? equals : equals - 2);
    if (equals != std::string::npos) {
      command.options[name] = words[i].substr(equals + 1);
    } else if (i + 1 < words.size() && !words[i + 1].starts_with("--")) {
      command.options[name] = words[++i];
    } else {
      command.options[name];
    }
  }
  return command;
}

std::vector<KeyCondition> conditions_of_key(const Node& key) {
  std::vector<KeyCondition> all;
  for (const model::Entry& entry : key.entries) {
    const bool one = entry.value.entries.size() == 1;
    all.push_back({entry.key, "=", one ? entry.value.entries.front().value.text : ""});
  }
  return all;
}

std::optional<std::vector<KeyCondition>> key_conditions(const CliCommand& command) {
  if (const auto key = command.json("key")) return conditions_of_key(*key);
  const std::string_view expression = command.value("key-condition-expression");
  if (expression.empty()) return std::nullopt;
  const Placeholders placeholders(command);
  return ConditionReader(tokens_of(expression), placeholders).run();
}

UpdateNames update_names(const CliCommand& command) {
  UpdateNames names;
  const Placeholders placeholders(command);
  std::vector<std::string>* clause = nullptr;
  bool expects_name = false;
  std::size_t depth = 0;
  for (const std::string& token : tokens_of(command.value("update-expression"))) {
    if (token == "(") ++depth;
    if (token == ")" && depth > 0) --depth;
    const bool is_set = is_word(token, "SET");
    const bool is_add = is_word(token, "ADD");
    const bool is_remove = is_word(token, "REMOVE");
    if (is_set || is_add || is_remove || is_word(token, "DELETE")) {
      clause = is_add ? &names.add : is_remove ? &names.remove : &names.set;
      expects_name = true;
    } else if (token == "," && depth == 0) {
      expects_name = true;
    } else if (clause != nullptr && expects_name) {
      clause->push_back(placeholders.name(token.substr(0, token.find('.'))));
      expects_name = false;
    }
  }
  return names;
}

}  // namespace keywright::imports
