#include "model/charset.hpp"

#include "core/utf8.hpp"
#include "model/values.hpp"

#include <algorithm>
#include <utility>

namespace keywright::model {
namespace {

using Rule = StructuralRule;

constexpr char32_t last_character = 0x10FFFF;
constexpr CharRange surrogates{0xD800, 0xDFFF};

void normalize(std::vector<CharRange>& ranges) {
  std::sort(ranges.begin(), ranges.end(),
            [](const CharRange& a, const CharRange& b) { return a.first < b.first; });
  std::vector<CharRange> merged;
  for (const CharRange& range : ranges) {
    if (!merged.empty() && range.first <= merged.back().last + 1) {
      merged.back().last = std::max(merged.back().last, range.last);
    } else {
      merged.push_back(range);
    }
  }
  ranges = std::move(merged);
}

// All characters outside of normalized ranges.
std::vector<CharRange> complement(const std::vector<CharRange>& ranges) {
  std::vector<CharRange> rest;
  char32_t next = 0;
  for (const CharRange& range : ranges) {
    if (range.first > next) rest.push_back({next, range.first - 1});
    next = range.last + 1;
  }
  if (next <= last_character) rest.push_back({next, last_character});
  return rest;
}

std::vector<CharRange> without_surrogates(const std::vector<CharRange>& ranges) {
  std::vector<CharRange> outside = complement(ranges);
  outside.push_back(surrogates);
  normalize(outside);
  return complement(outside);
}

class ClassParser {
 public:
  ClassParser(Findings& findings, const Node& node)
      : findings_(findings), node_(node), text_(node.text) {}

  std::optional<Charset> parse() {
    if (text_.size() < 2 || text_.front() != '[' || text_.back() != ']') {
      return fail(0, text_.size(), "a charset is one class in brackets",
                  "write it like \"[A-Za-z0-9_-]\"");
    }
    end_ = text_.size() - 1;
    const bool negated = text_.substr(at_, 1) == "^";
    if (negated) ++at_;
    while (at_ < end_) {
      if (!read_range()) return std::nullopt;
    }
    normalize(ranges_);
    if (negated) ranges_ = complement(ranges_);
    ranges_ = without_surrogates(ranges_);
    if (ranges_.empty()) {
      return fail(0, text_.size(), "this charset contains no character", "name at least one");
    }
    return Charset{node_.text, std::move(ranges_), node_.span};
  }

 private:
  std::optional<Charset> fail(std::size_t begin, std::size_t end, std::string message,
                              std::string help) {
    findings_.add(Rule::charset_syntax, span_within(findings_.source(), node_, begin, end),
                  std::move(message), std::move(help));
    return std::nullopt;
  }

  bool read_range() {
    const std::size_t start = at_;
    const auto first = read_character();
    if (!first) return false;
    CharRange range{*first, *first};
    // A `-` that ends the class is itself.
    if (at_ + 1 < end_ && text_[at_] == '-') {
      ++at_;
      const auto last = read_character();
      if (!last) return false;
      range.last = *last;
    }
    if (range.last < range.first) {
      fail(start, at_, "this range ends before it begins", "write the smaller character first");
      return false;
    }
    ranges_.push_back(range);
    return true;
  }

  std::optional<char32_t> read_character() {
    if (text_[at_] == ']' || text_[at_] == '[') {
      fail(at_, at_ + 1, "a bracket within a class needs a `\\` before it",
           "a charset is one class; write \\[ or \\] for the characters themselves");
      return std::nullopt;
    }
    const bool escaped = text_[at_] == '\\';
    if (escaped && ++at_ >= end_) {
      fail(at_ - 1, at_, "this `\\` has no character behind it", "write \\\\ for a backslash");
      return std::nullopt;
    }
    const DecodedCharacter next = decode_utf8(text_, at_);
    const bool is_class_escape = next.character < 0x80 && is_identifier(text_.substr(at_, 1));
    if (escaped && (is_class_escape || (next.character >= '0' && next.character <= '9'))) {
      fail(at_ - 1, at_ + 1, "escapes of letters and digits have no meaning here",
           "write the characters out: [0-9] for \\d, [A-Za-z0-9_] for \\w");
      return std::nullopt;
    }
    at_ += next.size;
    return next.character;
  }

  Findings& findings_;
  const Node& node_;
  std::string_view text_;
  std::size_t at_ = 1;
  std::size_t end_ = 0;
  std::vector<CharRange> ranges_;
};

}  // namespace

std::optional<Charset> parse_charset(Findings& findings, const Entry& entry) {
  if (!read_text(findings, entry)) return std::nullopt;
  return ClassParser(findings, entry.value).parse();
}

}  // namespace keywright::model
