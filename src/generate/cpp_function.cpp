#include "generate/cpp_function.hpp"

#include <algorithm>
#include <cctype>
#include <utility>

namespace keywright::generate {
namespace {

bool fits_an_expression(const std::string& attribute) {
  return std::all_of(attribute.begin(), attribute.end(), [](char c) {
    return c == '_' || std::isalnum(static_cast<unsigned char>(c)) != 0;
  });
}

}  // namespace

std::string key_words(const CppContext& context, const std::vector<plan::KeyExpression>& key,
                      const std::vector<plan::Input>* inputs) {
  std::vector<std::string> words;
  for (const auto& expression : key) words.push_back(expression.text(context.model, inputs));
  return join(words, ", ");
}

PatternConstant::PatternConstant(std::string type, const std::string& function)
    : type_(std::move(type)), name_('k' + pascal_case(function)) {}

void PatternConstant::add(std::string name, std::string value) {
  members_.emplace_back(std::move(name), std::move(value));
}

void PatternConstant::add_text(std::string name, const std::string& text) {
  if (!text.empty()) add(std::move(name), string_literal(text));
}

std::string PatternConstant::placeholder(const std::string& attribute) {
  if (fits_an_expression(attribute)) return '#' + attribute;
  for (const auto& [alias, name] : aliases_) {
    if (name == attribute) return alias;
  }
  aliases_.emplace_back("#alias" + std::to_string(aliases_.size() + 1), attribute);
  return aliases_.back().first;
}

std::string PatternConstant::text() const {
  CodeWriter out;
  auto members = members_;
  if (!aliases_.empty()) {
    out.line("constexpr keywright::NameAlias " + name_ + "Aliases[] = {");
    for (const auto& [alias, name] : aliases_) {
      out.line("    {" + string_literal(alias) + ", " + string_literal(name) + "},");
    }
    out.line("};");
    members.emplace_back("aliases", name_ + "Aliases");
  }
  const auto head = "constexpr keywright::" + type_ + " " + name_ + "{";
  if (members.size() == 1) {
    const auto whole = head + "." + members.front().first + " = " + members.front().second + "};";
    if (whole.size() <= CodeWriter::max_columns) {
      out.line(whole);
      return out.text();
    }
  }
  out.line(head);
  out.indent();
  out.indent();
  for (const auto& [name, value] : members) out.member(name, value);
  out.outdent();
  out.outdent();
  out.line("};");
  return out.text();
}

}  // namespace keywright::generate
