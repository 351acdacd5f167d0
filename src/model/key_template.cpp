#include "model/key_template.hpp"

#include "model/values.hpp"

#include <utility>

namespace keywright::model {
namespace {

using Rule = StructuralRule;

class TemplateParser {
 public:
  TemplateParser(Findings& findings, const Node& node)
      : findings_(findings), node_(node), text_(node.text) {}

  std::optional<KeyTemplate> parse() {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if ((c == '{' || c == '}') && text_.substr(at_ + 1, 1) == std::string_view(&c, 1)) {
        add_literal(c, 2);
      } else if (c == '}') {
        report(at_, at_ + 1, "this `}` closes nothing", "write `}}` for a brace in the text");
        return std::nullopt;
      } else if (c == '{') {
        if (!read_component()) return std::nullopt;
      } else {
        add_literal(c, 1);
      }
    }
    finish_literal();
    return KeyTemplate{node_.text, std::move(parts_), node_.span};
  }

 private:
  void add_literal(char c, std::size_t size) {
    if (literal_.empty()) literal_start_ = at_;
    literal_.push_back(c);
    at_ += size;
  }

  void finish_literal() {
    if (literal_.empty()) return;
    TemplatePart& part = parts_.emplace_back();
    part.kind = TemplatePartKind::literal;
    part.text = std::exchange(literal_, {});
    part.span = span_within(findings_.source(), node_, literal_start_, at_);
  }

  bool read_component() {
    finish_literal();
    const std::size_t close = text_.find('}', at_);
    if (close == std::string_view::npos) {
      report(at_, text_.size(), "this `{` is not closed",
             "write {field}, or `{{` for a brace in the text");
      return false;
    }
    const std::string name(text_.substr(at_ + 1, close - at_ - 1));
    if (!is_identifier(name)) {
      report(at_, close + 1,
             name.empty() ? "the braces name no field" : quoted(name) + " is no name of a field",
             "write {field}, or `{{` for a brace in the text");
      return false;
    }
    TemplatePart part;
    part.kind = TemplatePartKind::component;
    part.field.name = name;
    part.field.span = span_within(findings_.source(), node_, at_ + 1, close);
    part.span = span_within(findings_.source(), node_, at_, close + 1);
    parts_.push_back(std::move(part));
    at_ = close + 1;
    return true;
  }

  void report(std::size_t begin, std::size_t end, std::string message, std::string help) {
    findings_.add(Rule::template_syntax, span_within(findings_.source(), node_, begin, end),
                  std::move(message), std::move(help));
  }

  Findings& findings_;
  const Node& node_;
  std::string_view text_;
  std::size_t at_ = 0;
  std::string literal_;
  std::size_t literal_start_ = 0;
  std::vector<TemplatePart> parts_;
};

}  // namespace

std::optional<KeyTemplate> parse_key_template(Findings& findings, const Entry& entry) {
  if (!read_text(findings, entry)) return std::nullopt;
  return TemplateParser(findings, entry.value).parse();
}

}  // namespace keywright::model
