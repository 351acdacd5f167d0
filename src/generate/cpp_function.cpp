#include "generate/cpp_function.hpp"

#include <utility>

namespace keywright::generate {
PatternConstant::PatternConstant(std::string type, const std::string& function)
    : type_(std::move(type)), name_('k' + pascal_case(function)) {}

void PatternConstant::add(std::string name, std::string value) {
  members_.emplace_back(std::move(name), std::move(value));
}

void PatternConstant::add_text(std::string name, const std::string& text) {
  if (!text.empty()) add(std::move(name), string_literal(text));
}

std::string PatternConstant::text() const {
  CodeWriter out;
  auto members = members_;
  if (!placeholders_.aliases().empty()) {
    out.line("constexpr keywright::NameAlias " + name_ + "Aliases[] = {");
    for (const auto& [alias, name] : placeholders_.aliases()) {
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
