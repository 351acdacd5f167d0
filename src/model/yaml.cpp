// The one file that knows the YAML library (libyaml).

#include "core/utf8.hpp"
#include "model/tree.hpp"

#include <algorithm>
#include <array>
#include <unordered_map>
#include <utility>

#include <yaml.h>

namespace keywright::model {
namespace {

using Rule = StructuralRule;

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

// The parser's terse complaints, in our words. `{}` in neither: they are joined to the place of the
// construct.
struct Complaint {
  std::string_view problem;
  std::string_view message;
  std::string_view help;
};

constexpr std::array complaints{
    Complaint{"did not find expected ',' or '}'",
              "this map in braces does not go on with `,` or end with `}`",
              "close it, or put text that contains any of []{}, into quotes"},
    Complaint{"did not find expected ',' or ']'",
              "this list in brackets does not go on with `,` or end with `]`",
              "close it, or put text that contains any of []{}, into quotes"},
    Complaint{"did not find expected key", "a key was expected here",
              "keys of one map stand in the same column, each followed by `: `"},
    Complaint{"did not find expected '-' indicator",
              "the next element of the list was expected here",
              "elements of one list stand in the same column, each after `- `"},
    Complaint{"could not find expected ':'", "a `:` was expected after this key",
              "write `key: value`; the key fits on one line"},
    Complaint{"mapping values are not allowed in this context", "a second `:` cannot stand here",
              "put text that contains `: ` into quotes, or check the indentation"},
    Complaint{"block sequence entries are not allowed in this context",
              "a list element cannot begin here", "begin the list on its own line"},
    Complaint{"block mapping entries are not allowed in this context", "a map cannot begin here",
              "begin the map on its own line"},
    Complaint{"found unexpected end of stream", "the file ends within quotes", "close the quotes"},
    Complaint{"found unexpected document indicator", "`---` or `...` stands within quotes",
              "close the quotes"},
    Complaint{"found unknown escape character", "this escape is unknown",
              "write `\\\\` for a backslash, or use single quotes"},
    Complaint{"found invalid Unicode character escape code", "this escape is no character",
              "write the character itself"},
    Complaint{"did not find expected <document start>", "the file goes on after its end",
              "the whole model is one map: keys of the top level begin in column 1"},
    Complaint{"did not find expected node content", "a value was expected here",
              "write one, or put text that begins with a sign into quotes"},
    Complaint{"found a tab character that violates indentation", "a tab cannot indent",
              "indent with spaces"},
};

// What the parser was in the middle of.
struct Construct {
  std::string_view context;
  std::string_view note;
};

constexpr std::array constructs{
    Construct{"while parsing a flow mapping", "the map begins here"},
    Construct{"while parsing a flow sequence", "the list begins here"},
    Construct{"while parsing a block mapping", "the map begins here"},
    Construct{"while parsing a block collection", "the list begins here"},
    Construct{"while scanning a quoted scalar", "the quotes open here"},
    Construct{"while parsing a quoted scalar", "the quotes open here"},
    Construct{"while scanning a simple key", "the key begins here"},
};

std::string_view note_of(std::string_view context) {
  for (const Construct& row : constructs) {
    if (row.context == context) return row.note;
  }
  return context;
}

struct EventGuard {
  yaml_event_t event{};
  EventGuard() = default;
  EventGuard(const EventGuard&) = delete;
  EventGuard& operator=(const EventGuard&) = delete;
  ~EventGuard() { yaml_event_delete(&event); }
};

std::string_view view(const yaml_char_t* text, std::size_t size) {
  return {reinterpret_cast<const char*>(text), size};
}

std::string_view view(const char* text) {
  return text == nullptr ? std::string_view{} : text;
}

class TreeBuilder {
 public:
  TreeBuilder(const SourceFile& source, Findings& findings, const TreeForm& form)
      : source_(source), findings_(findings), form_(form) {
    const std::string& text = source.text();
    start_ = text.starts_with(byte_order_mark) ? byte_order_mark.size() : 0;
    yaml_parser_initialize(&parser_);
    yaml_parser_set_encoding(&parser_, YAML_UTF8_ENCODING);
    yaml_parser_set_input_string(&parser_,
                                 reinterpret_cast<const unsigned char*>(text.data()) + start_,
                                 text.size() - start_);
    first_.position = {1, 1, start_};
    event_start_ = first_;
    last_ = first_;
  }
  TreeBuilder(const TreeBuilder&) = delete;
  TreeBuilder& operator=(const TreeBuilder&) = delete;
  ~TreeBuilder() { yaml_parser_delete(&parser_); }

  std::optional<Node> build();

 private:
  bool next(EventGuard& guard);
  bool read_node(const yaml_event_t& event, Node& node, std::size_t depth);
  void read_scalar(const yaml_event_t& event, Node& node);
  bool read_list(const yaml_event_t& event, Node& node, std::size_t depth);
  bool read_map(const yaml_event_t& event, Node& node, std::size_t depth);
  bool read_key(const yaml_event_t& event, Entry& entry);
  bool read_value(const yaml_event_t& event, Node& node, std::size_t depth);
  void refuse_properties(const Span& span, const yaml_char_t* anchor, const yaml_char_t* tag);
  void report_syntax();
  Position position_of(const yaml_mark_t& mark);
  Span span_of(const yaml_event_t& event);
  Span character_at(const yaml_mark_t& mark);

  const SourceFile& source_;
  Findings& findings_;
  const TreeForm& form_;
  yaml_parser_t parser_{};
  std::size_t start_ = 0;
  // The parser counts characters, we also bytes. Marks move forward but for steps within one event,
  // so the last place is kept, and the work is linear in the size of the file.
  struct Place {
    std::size_t character = 0;
    Position position;
  };
  Place first_;
  Place event_start_;
  Place last_;
};

std::optional<Node> TreeBuilder::build() {
  Node root;
  bool found = false;
  while (true) {
    EventGuard guard;
    if (!next(guard)) return std::nullopt;
    switch (guard.event.type) {
      case YAML_STREAM_END_EVENT:
        if (!found)
          findings_.add(Rule::not_yaml, source_.span(0, 0), "the file is empty",
                        "`keywright init` writes a model to start from");
        if (!found) return std::nullopt;
        return root;
      case YAML_DOCUMENT_START_EVENT:
        if (found) {
          findings_.add(Rule::yaml_feature, span_of(guard.event), "a second document begins here",
                        std::string(form_.what) + " is one document: remove the `---`");
          return std::nullopt;
        }
        break;
      case YAML_STREAM_START_EVENT:
      case YAML_DOCUMENT_END_EVENT:
      case YAML_NO_EVENT:
        break;
      default:
        found = true;
        if (!read_node(guard.event, root, 1)) return std::nullopt;
    }
  }
}

bool TreeBuilder::next(EventGuard& guard) {
  if (yaml_parser_parse(&parser_, &guard.event) != 0) return true;
  report_syntax();
  return false;
}

// The tag of a value, or nothing.
std::string_view tag_of(const yaml_event_t& event) {
  const yaml_char_t* tag = event.type == YAML_SCALAR_EVENT           ? event.data.scalar.tag
                           : event.type == YAML_SEQUENCE_START_EVENT ? event.data.sequence_start.tag
                           : event.type == YAML_MAPPING_START_EVENT  ? event.data.mapping_start.tag
                                                                     : nullptr;
  return view(reinterpret_cast<const char*>(tag));
}

// `!GetAtt` -> Fn::GetAtt
std::string long_form(std::string_view tag) {
  const auto name = std::string(tag.substr(1));
  return name == "Ref" || name == "Condition" ? name : "Fn::" + name;
}

bool TreeBuilder::read_node(const yaml_event_t& event, Node& node, std::size_t depth) {
  const auto tag = tag_of(event);
  if (!form_.short_forms || tag.size() < 2 || tag.front() != '!' || tag == "!!") {
    return read_value(event, node, depth);
  }
  Entry entry;
  entry.key = long_form(tag);
  if (!read_value(event, entry.value, depth + 1)) return false;
  entry.key_span = entry.value.span;
  node.kind = NodeKind::map;
  node.span = entry.value.span;
  node.entries.push_back(std::move(entry));
  return true;
}

bool TreeBuilder::read_value(const yaml_event_t& event, Node& node, std::size_t depth) {
  node.span = span_of(event);
  if (depth > form_.deepest) {
    findings_.add(Rule::yaml_feature, node.span,
                  "the nesting is deeper than " + std::to_string(form_.deepest) + " levels");
    return false;
  }
  switch (event.type) {
    case YAML_SCALAR_EVENT:
      read_scalar(event, node);
      return true;
    case YAML_SEQUENCE_START_EVENT:
      return read_list(event, node, depth);
    case YAML_MAPPING_START_EVENT:
      return read_map(event, node, depth);
    default:  // an alias; nothing else can stand where a value is expected
      findings_.add(Rule::yaml_feature, node.span, std::string(form_.what) + " has no aliases",
                    "write the value out; put text that begins with `*` into quotes");
      node.plain = true;
      return true;
  }
}

void TreeBuilder::read_scalar(const yaml_event_t& event, Node& node) {
  const auto& scalar = event.data.scalar;
  refuse_properties(node.span, scalar.anchor, scalar.tag);
  node.kind = NodeKind::scalar;
  node.text = view(scalar.value, scalar.length);
  node.plain = scalar.style == YAML_PLAIN_SCALAR_STYLE;
  if (scalar.length > form_.longest) {
    findings_.add(Rule::yaml_feature, node.span,
                  "this text is longer than " + std::to_string(form_.longest / 1024) + " KiB",
                  "shorten it");
  }
  const std::string_view source = source_.text();
  std::size_t begin = node.span.begin.offset;
  std::size_t end = node.span.end.offset;
  if (scalar.style == YAML_LITERAL_SCALAR_STYLE || scalar.style == YAML_FOLDED_SCALAR_STYLE) {
    // The parser's mark is at the next token.
    while (end > begin &&
           (source[end - 1] == '\n' || source[end - 1] == '\r' || source[end - 1] == ' '))
      --end;
    node.span = source_.span(begin, end);
    return;
  }
  if (!node.plain && end - begin >= 2) {
    ++begin;
    --end;
  }
  if (source.substr(begin, end - begin) == node.text) node.text_offset = begin;
}

bool TreeBuilder::read_list(const yaml_event_t& event, Node& node, std::size_t depth) {
  const auto& start = event.data.sequence_start;
  refuse_properties(node.span, start.anchor, start.tag);
  node.kind = NodeKind::list;
  while (true) {
    EventGuard guard;
    if (!next(guard)) return false;
    if (guard.event.type == YAML_SEQUENCE_END_EVENT) {
      if (start.style == YAML_FLOW_SEQUENCE_STYLE) {
        node.span.end = span_of(guard.event).end;
      } else if (!node.items.empty()) {
        node.span.end = node.items.back().span.end;
      }
      return true;
    }
    if (!read_node(guard.event, node.items.emplace_back(), depth + 1)) return false;
  }
}

bool TreeBuilder::read_map(const yaml_event_t& event, Node& node, std::size_t depth) {
  const auto& start = event.data.mapping_start;
  refuse_properties(node.span, start.anchor, start.tag);
  node.kind = NodeKind::map;
  std::unordered_map<std::string, Span> seen;
  while (true) {
    EventGuard guard;
    if (!next(guard)) return false;
    if (guard.event.type == YAML_MAPPING_END_EVENT) {
      if (start.style == YAML_FLOW_MAPPING_STYLE) {
        node.span.end = span_of(guard.event).end;
      } else if (!node.entries.empty()) {
        node.span.end = node.entries.back().value.span.end;
      }
      return true;
    }
    Entry entry;
    if (!read_key(guard.event, entry)) return false;
    EventGuard value;
    if (!next(value) || !read_node(value.event, entry.value, depth + 1)) return false;
    const auto [first, fresh] = seen.emplace(entry.key, entry.key_span);
    if (!fresh) {
      auto& finding = findings_.add(Rule::duplicate_key, entry.key_span,
                                    "the key " + quoted(entry.key) + " stands here a second time",
                                    "rename or remove one of the two");
      finding.notes.push_back({"the first one is here", first->second});
      continue;
    }
    node.entries.push_back(std::move(entry));
  }
}

bool TreeBuilder::read_key(const yaml_event_t& event, Entry& entry) {
  entry.key_span = span_of(event);
  if (event.type != YAML_SCALAR_EVENT) {
    const bool alias = event.type == YAML_ALIAS_EVENT;
    findings_.add(Rule::yaml_feature, entry.key_span,
                  alias ? std::string(form_.what) + " has no aliases" : "a key must be text",
                  alias ? "put text that begins with `*` into quotes"
                        : "write `key: value`; put text that begins with `{` or `[` into quotes");
    return false;
  }
  const auto& scalar = event.data.scalar;
  refuse_properties(entry.key_span, scalar.anchor, scalar.tag);
  entry.key = view(scalar.value, scalar.length);
  if (entry.key == "<<" && scalar.style == YAML_PLAIN_SCALAR_STYLE) {
    findings_.add(Rule::yaml_feature, entry.key_span,
                  std::string(form_.what) + " has no merge keys", "write the values out");
  }
  return true;
}

void TreeBuilder::refuse_properties(const Span& span, const yaml_char_t* anchor,
                                    const yaml_char_t* tag) {
  if (anchor != nullptr) {
    findings_.add(Rule::yaml_feature, span, std::string(form_.what) + " has no anchors",
                  "remove the `&name`; put text that begins with `&` into quotes");
  }
  if (tag != nullptr && !form_.short_forms) {
    findings_.add(Rule::yaml_feature, span, std::string(form_.what) + " has no YAML tags",
                  "remove the `!tag`; put text that begins with `!` into quotes");
  }
}

void TreeBuilder::report_syntax() {
  const std::string_view problem = view(parser_.problem);
  if (parser_.error ==
      YAML_READER_ERROR) {  // the encoding was checked, so it is a control character
    const Span span =
        source_.span(start_ + parser_.problem_offset, start_ + parser_.problem_offset + 1);
    findings_.add(Rule::not_yaml, span, "a control character cannot stand in YAML", "remove it");
    return;
  }
  const Span span = character_at(parser_.problem_mark);
  const std::string_view at = std::string_view(source_.text()).substr(span.begin.offset, 1);
  if (problem == "found character that cannot start any token") {
    if (at == "\t") {
      findings_.add(Rule::not_yaml, span, "a tab cannot indent", "indent with spaces");
    } else {
      findings_.add(Rule::not_yaml, span, "a value cannot begin with " + quoted(at),
                    "put it into quotes");
    }
    return;
  }
  const auto* const known =
      std::find_if(complaints.begin(), complaints.end(),
                   [&](const Complaint& row) { return row.problem == problem; });
  const bool in_our_words = known != complaints.end();
  auto& finding =
      findings_.add(Rule::not_yaml, span, std::string(in_our_words ? known->message : problem),
                    std::string(in_our_words ? known->help
                                             : "look for a quote, a bracket or an "
                                               "indentation that is not closed"));
  const bool elsewhere =
      parser_.context != nullptr && parser_.context_mark.index != parser_.problem_mark.index;
  if (elsewhere) {
    finding.notes.push_back(
        {std::string(note_of(view(parser_.context))), character_at(parser_.context_mark)});
  }
}

Position TreeBuilder::position_of(const yaml_mark_t& mark) {
  if (mark.index < last_.character)
    last_ = mark.index < event_start_.character ? first_ : event_start_;
  const std::string_view text = source_.text();
  Position& at = last_.position;
  while (last_.character < mark.index && at.offset < text.size()) {
    const DecodedCharacter next = decode_utf8(text, at.offset);
    const bool crlf = next.character == '\r' && text.substr(at.offset + 1, 1) == "\n";
    const bool line_ends = (next.character == '\n' || next.character == '\r') && !crlf;
    at = {at.line + (line_ends ? 1 : 0), line_ends ? 1 : at.column + 1, at.offset + next.size};
    ++last_.character;
  }
  return at;
}

Span TreeBuilder::span_of(const yaml_event_t& event) {
  const Position begin = position_of(event.start_mark);
  event_start_ = last_;
  return {begin, position_of(event.end_mark)};
}

Span TreeBuilder::character_at(const yaml_mark_t& mark) {
  const std::size_t offset = position_of(mark).offset;
  const std::string_view text = source_.text();
  if (offset >= text.size()) return source_.span(offset, offset);
  return source_.span(offset, offset + decode_utf8(text, offset).size);
}

bool looks_like_utf16(std::string_view text) {
  return text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF");
}

}  // namespace

std::optional<Node> parse_tree(const SourceFile& source, Findings& findings, const TreeForm& form) {
  if (source.text().size() > largest_file) {
    findings.add(Rule::yaml_feature, source.span(0, 0), "the file is larger than 1 MiB",
                 form.short_forms ? "CloudFormation takes no larger one"
                                  : "a model is written by hand: is this the right file?");
    return std::nullopt;
  }
  if (const auto invalid = find_invalid_utf8(source.text())) {
    const bool utf16 = looks_like_utf16(source.text());
    findings.add(Rule::not_yaml, source.span(*invalid, *invalid + 1),
                 utf16 ? "the file is UTF-16" : "this byte is not UTF-8", "save the file as UTF-8");
    return std::nullopt;
  }
  return TreeBuilder(source, findings, form).build();
}

}  // namespace keywright::model
