#include "model/type_parser.hpp"

#include "model/values.hpp"

#include <algorithm>
#include <utility>

namespace keywright::model {
namespace {

using Rule = StructuralRule;

// DynamoDB nests values to 32 levels; a type nests no deeper.
constexpr std::size_t deepest_type = 16;

bool is_container(TypeKind kind) {
  return kind == TypeKind::list || kind == TypeKind::map || kind == TypeKind::set;
}

// Words of other languages for our types.
struct Synonym {
  std::string_view word;
  std::string_view ours;
};
constexpr std::array synonyms{Synonym{"text", "string"},        Synonym{"str", "string"},
                              Synonym{"boolean", "bool"},       Synonym{"integer", "int"},
                              Synonym{"long", "int"},           Synonym{"int64", "int"},
                              Synonym{"float", "double"},       Synonym{"decimal", "number"},
                              Synonym{"datetime", "timestamp"}, Synonym{"time", "timestamp"},
                              Synonym{"bytes", "binary"},       Synonym{"blob", "binary"},
                              Synonym{"array", "list<..>"},     Synonym{"dict", "map<..>"},
                              Synonym{"struct", "object"},      Synonym{"record", "object"},
                              Synonym{"document", "json"},      Synonym{"any", "json"},
                              Synonym{"ttl", "epoch_seconds"},  Synonym{"epoch", "epoch_seconds"}};

class TypeParser {
 public:
  TypeParser(Findings& findings, const Node& node)
      : findings_(findings), node_(node), text_(node.text) {}

  std::optional<FieldType> parse() {
    auto type = read(1);
    if (!type) return std::nullopt;
    if (at_ < text_.size()) return fail(at_, text_.size(), "nothing may follow the type", "");
    return type;
  }

 private:
  std::optional<FieldType> read(std::size_t depth) {
    skip_blanks();
    const std::size_t begin = at_;
    while (at_ < text_.size() && text_[at_] != '<' && text_[at_] != '>' && text_[at_] != ' ') ++at_;
    const std::string_view word = text_.substr(begin, at_ - begin);
    const auto kind = find_word(type_words, word);
    if (!kind) return report_unknown(word, begin);
    FieldType type;
    type.kind = *kind;
    skip_blanks();
    const bool bracket = at_ < text_.size() && text_[at_] == '<';
    if (bracket != is_container(*kind)) {
      return fail(
          begin, at_, quoted(word) + (bracket ? " has no element" : " needs an element"),
          bracket ? "remove the `<..>`" : "write for instance " + std::string(word) + "<string>");
    }
    if (bracket && !read_element(type, begin, depth)) return std::nullopt;
    type.span = span_within(findings_.source(), node_, begin, at_);
    skip_blanks();
    return type;
  }

  bool read_element(FieldType& type, std::size_t begin, std::size_t depth) {
    if (depth == deepest_type) {
      fail(begin, at_, "types nest no deeper than 16 levels", "use json");
      return false;
    }
    ++at_;
    auto element = read(depth + 1);
    if (!element) return false;
    if (at_ >= text_.size() || text_[at_] != '>') {
      fail(begin, text_.size(), "this `<` is not closed", "write the closing `>`");
      return false;
    }
    ++at_;
    const bool fits_set = element->kind == TypeKind::string || element->kind == TypeKind::number ||
                          element->kind == TypeKind::binary;
    if (type.kind == TypeKind::set && !fits_set) {
      fail(begin, at_, "a set has no elements of type " + quoted(to_text(element->kind)),
           "use set<string>, set<number> or set<binary>, or a list");
      return false;
    }
    type.elements.push_back(std::move(*element));
    return true;
  }

  std::nullopt_t report_unknown(std::string_view word, std::size_t begin) {
    const auto* const synonym = std::find_if(
        synonyms.begin(), synonyms.end(), [word](const Synonym& row) { return row.word == word; });
    return fail(begin, at_,
                word.empty() ? "a type was expected here" : quoted(word) + " is no type",
                synonym != synonyms.end() ? "use `" + std::string(synonym->ours) + "`"
                                          : suggest(word, texts(type_words)));
  }

  void skip_blanks() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
  }

  std::nullopt_t fail(std::size_t begin, std::size_t end, std::string message, std::string help) {
    findings_.add(Rule::type_syntax,
                  span_within(findings_.source(), node_, begin, std::max(end, begin + 1)),
                  std::move(message), std::move(help));
    return std::nullopt;
  }

  Findings& findings_;
  const Node& node_;
  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace

std::optional<FieldType> parse_type(Findings& findings, const Entry& entry) {
  if (!read_text(findings, entry)) return std::nullopt;
  return TypeParser(findings, entry.value).parse();
}

}  // namespace keywright::model
