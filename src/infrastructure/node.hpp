#pragma once

// A document of objects, lists and scalars, written as JSON or as YAML: both give the same document
// to whoever reads it. Members keep their order.

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace keywright::infrastructure {

class Node {
 public:
  struct Member;
  using Object = std::vector<Member>;
  using List = std::vector<Node>;

  Node(std::string text);       // NOLINT: a text is a node
  Node(std::string_view text);  // NOLINT
  Node(const char* text);       // NOLINT
  [[nodiscard]] static Node boolean(bool value);
  [[nodiscard]] static Node number(std::int64_t value);
  [[nodiscard]] static Node number(double value);  // 70, 62.5
  [[nodiscard]] static Node object(std::initializer_list<Member> members = {});
  [[nodiscard]] static Node list(std::initializer_list<Node> elements = {});

  Node& add(std::string name, Node value);  // to an object; gives itself
  Node& append(Node element);               // to a list; gives itself

  [[nodiscard]] bool is_empty() const;  // an object or a list without anything
  [[nodiscard]] const Object* as_object() const;
  [[nodiscard]] const List* as_list() const;
  [[nodiscard]] const std::string* as_text() const;
  // A number or `true`, as both formats write it.
  [[nodiscard]] const std::string* as_literal() const;

 private:
  struct Literal {
    std::string text;
  };
  explicit Node(Literal literal);

  std::variant<std::string, Literal, Object, List> value_;
};

struct Node::Member {
  std::string name;
  Node value;
};

// Down here a member is complete, which clang asks for.
inline Node::Node(std::string text) : value_(std::move(text)) {}
inline Node::Node(std::string_view text) : value_(std::string(text)) {}
inline Node::Node(const char* text) : value_(std::string(text)) {}
inline Node::Node(Literal literal) : value_(std::move(literal)) {}
inline const Node::Object* Node::as_object() const {
  return std::get_if<Object>(&value_);
}
inline const Node::List* Node::as_list() const {
  return std::get_if<List>(&value_);
}
inline const std::string* Node::as_text() const {
  return std::get_if<std::string>(&value_);
}
inline const std::string* Node::as_literal() const {
  const auto* literal = std::get_if<Literal>(&value_);
  return literal != nullptr ? &literal->text : nullptr;
}

[[nodiscard]] std::string to_json(const Node& node);
// Of an object. `comment` becomes a line that begins with #.
[[nodiscard]] std::string to_yaml(const Node& node, std::string_view comment = {});

}  // namespace keywright::infrastructure
