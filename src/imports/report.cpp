#include "imports/report.hpp"

#include "model/spelling.hpp"

#include <utility>

namespace keywright::imports {
namespace {

std::string_view mark_of(Rule rule) {
  return rule == Rule::taken_as ? "check: " : "decide: ";
}

bool continues_character(char c) {
  return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U;
}

}  // namespace

void Report::add(Rule rule, const model::Span& span, std::string message, std::string help) {
  const RuleRow& row = rules[static_cast<std::size_t>(rule)];
  if (all_.size() >= most && row.severity != model::Severity::error) return;
  if (!subject_.empty()) message = quoted(subject_) + ": " + message;
  all_.push_back(
      {std::string(row.id), row.severity, span, std::move(message), std::move(help), {}, subject_});
}

void Report::add(Rule rule, const model::Span& span, std::vector<std::string>& comments,
                 std::string message, std::string help) {
  std::string comment = std::string(mark_of(rule)) + message;
  if (!help.empty()) comment += "; " + help;
  comments.push_back(std::move(comment));
  add(rule, span, std::move(message), std::move(help));
}

std::vector<model::Diagnostic> Report::take() && {
  model::sort_in_file_order(all_);
  return std::move(all_);
}

std::string quoted(std::string_view name) {
  constexpr std::size_t longest = 80;
  std::string shown(name);
  if (shown.size() > longest) {
    std::size_t end = longest;
    while (end > 0 && continues_character(shown[end])) --end;
    shown = shown.substr(0, end) + "..";
  }
  return '`' + model::on_one_line(shown) + '`';
}

}  // namespace keywright::imports
