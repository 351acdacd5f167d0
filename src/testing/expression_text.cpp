#include "testing/expression_text.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>
#include <vector>

namespace keywright {

std::string value_text(ValueView value) {
  switch (value.type()) {
    case AttributeType::string:
      return '"' + std::string(value.as_string()) + '"';
    case AttributeType::number:
      return value.as_number().to_string();
    case AttributeType::boolean:
      return value.as_bool() ? "true" : "false";
    case AttributeType::null:
      return "null";
    default:
      return to_json(value);
  }
}

namespace doubles {
namespace {

// Names that are none: operators and clauses. In expressions, attributes of such a name have a
// placeholder.
constexpr std::array<std::string_view, 9> kWords{"AND", "OR",     "NOT", "BETWEEN", "IN",
                                                 "SET", "REMOVE", "ADD", "DELETE"};

struct Token {
  std::string text;
  std::string attribute{};  // that it names, if it can be the first name of a path
};

bool is_word_character(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '#' || c == ':';
}

std::string upper(std::string_view text) {
  std::string result(text);
  for (char& c : result) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return result;
}

/// The length of the token that `rest`, which begins with no space, begins with.
std::size_t token_size(std::string_view rest) {
  if (is_word_character(rest.front())) {
    return static_cast<std::size_t>(std::find_if_not(rest.begin(), rest.end(), is_word_character) -
                                    rest.begin());
  }
  const auto two = rest.substr(0, 2);
  return two == "<>" || two == "<=" || two == ">=" ? 2 : 1;
}

class Filler {
 public:
  Filler(const ExpressionAttributeNames& names, const ExpressionAttributeValues& values)
      : names_(names), values_(values) {}

  [[nodiscard]] Token token(std::string_view text, std::string_view behind) const {
    if (text.front() == ':') return {value(text)};
    if (text.front() == '#') {
      const auto name = std::find_if(names_.begin(), names_.end(),
                                     [&](const auto& pair) { return pair.first == text; });
      const std::string found = name == names_.end() ? std::string(text) : name->second;
      return {found, found};
    }
    if (!is_word_character(text.front()) || std::isdigit(static_cast<unsigned char>(text[0]))) {
      return {std::string(text)};
    }
    const std::string word = upper(text);
    if (std::find(kWords.begin(), kWords.end(), word) != kWords.end()) return {word};
    const bool is_function = behind.substr(0, 1) == "(";
    return {std::string(text), is_function ? "" : std::string(text)};
  }

 private:
  [[nodiscard]] std::string value(std::string_view text) const {
    const auto found = std::find_if(values_.begin(), values_.end(),
                                    [&](const auto& pair) { return pair.first == text; });
    return found == values_.end() ? std::string(text) : value_text(found->second.view());
  }

  const ExpressionAttributeNames& names_;
  const ExpressionAttributeValues& values_;
};

bool is_spaced(std::string_view before, std::string_view next, bool is_call) {
  if (before.empty()) return false;
  constexpr std::string_view kNoSpaceBefore = ".,)[]";
  constexpr std::string_view kNoSpaceBehind = ".([";
  if (next.size() == 1 && kNoSpaceBefore.find(next) != std::string_view::npos) return false;
  if (before.size() == 1 && kNoSpaceBehind.find(before) != std::string_view::npos) return false;
  return next != "(" || !is_call;
}

/// Finds the assignments of SET in the text of an update as it grows.
class Assignments {
 public:
  explicit Assignments(ExpressionText& update) : update_(update) {}

  /// Before a token is appended.
  void before(std::string_view token) {
    const bool is_clause =
        token == "SET" || token == "REMOVE" || token == "ADD" || token == "DELETE";
    if (is_clause || (token == "," && depth_ == 0)) end();
    if (is_clause) is_set_ = token == "SET";
  }
  /// After it was.
  void behind(std::string_view token) {
    if (token == "(") ++depth_;
    if (token == ")") --depth_;
    if (token == "SET" || (token == "," && depth_ == 0)) path_at_ = update_.text.size();
    if (token == "=" && is_set_) {
      path_ = trimmed(path_at_, update_.text.size() - 1);
      value_at_ = update_.text.size();
    }
  }
  void end() {
    if (is_set_ && !path_.empty()) {
      update_.assignments[path_] = trimmed(value_at_, update_.text.size());
    }
    path_.clear();
  }

 private:
  [[nodiscard]] std::string trimmed(std::size_t from, std::size_t to) const {
    while (from < to && update_.text[from] == ' ') ++from;
    while (from < to && update_.text[to - 1] == ' ') --to;
    return update_.text.substr(from, to - from);
  }

  ExpressionText& update_;
  bool is_set_ = false;
  int depth_ = 0;
  std::size_t path_at_ = 0;
  std::size_t value_at_ = 0;
  std::string path_;
};

std::string_view without_space(std::string_view text) {
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.front())) != 0) {
    text.remove_prefix(1);
  }
  return text;
}

}  // namespace

ExpressionText expression_text(const std::optional<std::string>& expression,
                               const ExpressionAttributeNames& names,
                               const ExpressionAttributeValues& values) {
  ExpressionText result;
  const Filler filler(names, values);
  Assignments assignments(result);
  std::string_view rest = without_space(expression ? std::string_view(*expression) : "");
  std::string_view before;     // as written: what a value holds spaces nothing
  bool can_be_called = false;  // a function's name
  while (!rest.empty()) {
    const auto text = rest.substr(0, token_size(rest));
    rest = without_space(rest.substr(text.size()));
    const Token token = filler.token(text, rest);
    // A placeholder is never a word of the language, whatever stands for it.
    std::string_view word = token.text;
    if (text.front() == ':' || text.front() == '#') word = {};
    assignments.before(word);
    if (is_spaced(before, text, can_be_called)) result.text += ' ';
    result.text += token.text;
    assignments.behind(word);
    if (!token.attribute.empty() && before != ".") result.attributes.insert(token.attribute);
    can_be_called = is_word_character(text.front()) && text.front() != ':' &&
                    std::find(kWords.begin(), kWords.end(), upper(text)) == kWords.end();
    before = text;
  }
  assignments.end();
  return result;
}

}  // namespace doubles
}  // namespace keywright
