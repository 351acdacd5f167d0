#include "infrastructure/node.hpp"

#include "core/utf8.hpp"
#include "model/json_string.hpp"
#include "model/spelling.hpp"

#include <algorithm>
#include <array>
#include <cctype>

#include <fmt/format.h>

namespace keywright::infrastructure {
namespace {

bool is_scalar(const Node& node) {
  return node.as_text() != nullptr || node.as_literal() != nullptr;
}

std::size_t width_of(const Node& scalar) {
  return scalar.as_text() != nullptr ? scalar.as_text()->size() : scalar.as_literal()->size();
}

// What reads best in one line: a key and its type, a reference.
bool is_short(const Node& node) {
  constexpr std::size_t most = 2;
  constexpr std::size_t widest = 80;  // of a list
  if (const auto* members = node.as_object()) {
    return members->size() <= most &&
           std::all_of(members->begin(), members->end(),
                       [](const Node::Member& member) { return is_scalar(member.value); });
  }
  const auto* elements = node.as_list();
  if (elements == nullptr || elements->size() > most) return false;
  std::size_t width = 0;
  for (const auto& element : *elements) {
    if (!is_scalar(element)) return false;
    width += width_of(element);
  }
  return width <= widest;
}

// Readers of YAML 1.1 take some of these for the end of a line, and refuse the others.
bool needs_escape(char32_t each) {
  return (each >= 0x80 && each < 0xA0) || each == 0x2028 || each == 0x2029 || each == 0xFEFF;
}

// In quotes, for readers of JSON and of YAML: many read the one as the other.
std::string quoted_text(std::string_view text) {
  std::string json;
  model::append_json_string(json, text);
  std::string out;
  for (std::size_t i = 0; i < json.size();) {
    const auto next = decode_utf8(json, i);
    if (needs_escape(next.character)) {
      out += fmt::format("\\u{:04x}", static_cast<std::uint32_t>(next.character));
    } else {
      out.append(json, i, next.size);
    }
    i += next.size;
  }
  return out;
}

class JsonWriter {
 public:
  void write(const Node& node, int indent) {
    if (const auto* text = node.as_text()) {
      out_ += quoted_text(*text);
    } else if (const auto* literal = node.as_literal()) {
      out_ += *literal;
    } else if (const auto* members = node.as_object()) {
      write_object(*members, is_short(node), indent);
    } else {
      write_list(*node.as_list(), is_short(node), indent);
    }
  }
  [[nodiscard]] std::string text() && { return std::move(out_) + "\n"; }

 private:
  void new_line(int indent) {
    out_ += '\n';
    out_.append(static_cast<std::size_t>(indent), ' ');
  }

  void write_object(const Node::Object& members, bool in_one_line, int indent) {
    out_ += '{';
    for (const auto& member : members) {
      if (&member != &members.front()) out_ += in_one_line ? ", " : ",";
      if (!in_one_line) new_line(indent + 2);
      out_ += quoted_text(member.name) + ": ";
      write(member.value, indent + 2);
    }
    if (!in_one_line) new_line(indent);
    out_ += '}';
  }

  void write_list(const Node::List& elements, bool in_one_line, int indent) {
    out_ += '[';
    for (const auto& element : elements) {
      if (&element != &elements.front()) out_ += in_one_line ? ", " : ",";
      if (!in_one_line) new_line(indent + 2);
      write(element, indent + 2);
    }
    if (!in_one_line) new_line(indent);
    out_ += ']';
  }

  std::string out_;
};

// Words that readers of YAML 1.1 take for something else than text.
bool is_reserved(std::string_view text) {
  constexpr std::array<std::string_view, 10> words{"true", "false", "null", "yes", "no",
                                                   "on",   "off",   "y",    "n",   "nan"};
  std::string lower(text);
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](unsigned char each) { return static_cast<char>(std::tolower(each)); });
  return std::find(words.begin(), words.end(), lower) != words.end();
}

bool is_letter(char each) {
  return (each >= 'a' && each <= 'z') || (each >= 'A' && each <= 'Z');
}

// Text that needs no quotes wherever it stands, colons within it included.
std::string yaml_text(std::string_view text) {
  const bool is_plain = !text.empty() && is_letter(text.front()) && text.back() != ':' &&
                        !is_reserved(text) && std::all_of(text.begin(), text.end(), [](char each) {
                          return is_letter(each) || (each >= '0' && each <= '9') ||
                                 std::string_view("_-./:").find(each) != std::string_view::npos;
                        });
  return is_plain ? std::string(text) : quoted_text(text);
}

class YamlWriter {
 public:
  void write_members(const Node::Object& members, int indent, bool goes_on = false) {
    for (const auto& member : members) {
      if (!goes_on) out_.append(static_cast<std::size_t>(indent), ' ');
      goes_on = false;
      out_ += yaml_text(member.name) + ":";
      write_value(member.value, indent);
    }
  }
  void write_comment(std::string_view comment) {
    if (!comment.empty()) out_ += "# " + model::on_one_line(comment) + "\n";
  }
  [[nodiscard]] std::string text() && { return std::move(out_); }

 private:
  static std::string in_line(const Node& node) {
    if (const auto* text = node.as_text()) return yaml_text(*text);
    if (const auto* literal = node.as_literal()) return *literal;
    std::vector<std::string> parts;
    if (const auto* members = node.as_object()) {
      for (const auto& member : *members) {
        parts.push_back(yaml_text(member.name) + ": " + in_line(member.value));
      }
      return "{" + model::join(parts, ", ") + "}";
    }
    for (const auto& element : *node.as_list()) parts.push_back(in_line(element));
    return "[" + model::join(parts, ", ") + "]";
  }

  void write_value(const Node& node, int indent) {
    if (is_scalar(node) || is_short(node)) {
      out_ += " " + in_line(node) + "\n";
    } else if (const auto* members = node.as_object()) {
      out_ += "\n";
      write_members(*members, indent + 2);
    } else {
      out_ += "\n";
      for (const auto& element : *node.as_list()) write_element(element, indent + 2);
    }
  }

  void write_element(const Node& node, int indent) {
    out_.append(static_cast<std::size_t>(indent), ' ');
    out_ += "-";
    const auto* members = node.as_object();
    if (members != nullptr && !is_short(node)) {
      out_ += " ";
      write_members(*members, indent + 2, true);
    } else {
      write_value(node, indent);
    }
  }

  std::string out_;
};

}  // namespace

Node Node::boolean(bool value) {
  return Node(Literal{value ? "true" : "false"});
}
Node Node::number(std::int64_t value) {
  return Node(Literal{std::to_string(value)});
}
Node Node::number(double value) {
  return Node(Literal{fmt::format("{}", value)});
}
Node Node::object(std::initializer_list<Member> members) {
  Node node("");
  node.value_ = Object(members);
  return node;
}
Node Node::list(std::initializer_list<Node> elements) {
  Node node("");
  node.value_ = List(elements);
  return node;
}

Node& Node::add(std::string name, Node value) {
  std::get<Object>(value_).push_back({std::move(name), std::move(value)});
  return *this;
}
Node& Node::append(Node element) {
  std::get<List>(value_).push_back(std::move(element));
  return *this;
}

bool Node::is_empty() const {
  const auto* members = as_object();
  const auto* elements = as_list();
  return (members != nullptr && members->empty()) || (elements != nullptr && elements->empty());
}

std::string to_json(const Node& node) {
  JsonWriter writer;
  writer.write(node, 0);
  return std::move(writer).text();
}

std::string to_yaml(const Node& node, std::string_view comment) {
  YamlWriter writer;
  writer.write_comment(comment);
  writer.write_members(*node.as_object(), 0);
  return std::move(writer).text();
}

}  // namespace keywright::infrastructure
