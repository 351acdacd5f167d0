#pragma once
// Random values as plain trees: the naive second implementation of AttributeValue and Item.

#include "number_generators.hpp"
#include <keywright/attribute_value.hpp>
#include <keywright/item.hpp>

#include <algorithm>
#include <map>
#include <ostream>
#include <set>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <rapidcheck.h>

namespace keywright::generators {

struct Binary {
  std::string bytes;
  auto operator<=>(const Binary&) const = default;
};

/// A value in the standard library's own containers.
struct Tree {
  using List = std::vector<Tree>;
  using Map = std::map<std::string, Tree>;
  std::variant<std::monostate, bool, std::string, Number, Binary, List, Map, std::set<std::string>,
               std::set<Number>, std::set<Binary>>
      value;
  bool operator==(const Tree& other) const { return value == other.value; }
};

AttributeValue encode(const Tree& tree);

namespace detail {

template <class... Functions>
struct Overloaded : Functions... {
  using Functions::operator()...;
};

template <class Container>
std::vector<std::string> texts(const Container& members) {
  std::vector<std::string> out;
  for (const auto& member : members) {
    if constexpr (requires { member.bytes; }) {
      out.push_back(member.bytes);
    } else {
      out.push_back(member);
    }
  }
  std::reverse(out.begin(), out.end());  // not in the order that the encoding wants
  return out;
}

}  // namespace detail

inline AttributeValue encode(const Tree& tree) {
  using Value = AttributeValue;
  return std::visit(
      detail::Overloaded{
          [](std::monostate) { return Value::null(); },
          [](bool flag) { return Value::boolean(flag); },
          [](const std::string& text) { return Value(text); },
          [](const Number& number) { return Value(number); },
          [](const Binary& binary) { return Value::binary(binary.bytes); },
          [](const Tree::List& list) {
            std::vector<Value> elements;
            for (const Tree& element : list) elements.push_back(encode(element));
            return Value::list(elements);
          },
          [](const Tree::Map& map) {
            std::vector<Value::Member> members;
            for (const auto& [name, member] : map) members.emplace_back(name, encode(member));
            std::reverse(members.begin(), members.end());
            return Value::map(std::move(members));
          },
          [](const std::set<std::string>& set) { return Value::string_set(detail::texts(set)); },
          [](const std::set<Number>& set) { return Value::number_set({set.rbegin(), set.rend()}); },
          [](const std::set<Binary>& set) { return Value::binary_set(detail::texts(set)); },
      },
      tree.value);
}

inline Tree decode(ValueView value) {
  switch (value.type()) {
    case AttributeType::null:
      return {};
    case AttributeType::boolean:
      return {value.as_bool()};
    case AttributeType::string:
      return {std::string(value.as_string())};
    case AttributeType::number:
      return {value.as_number()};
    case AttributeType::binary:
      return {Binary{std::string(value.as_binary())}};
    case AttributeType::list: {
      Tree::List list;
      for (const ValueView element : value.elements()) list.push_back(decode(element));
      return {std::move(list)};
    }
    case AttributeType::map: {
      Tree::Map map;
      for (const auto& [name, member] : value.members()) map[std::string(name)] = decode(member);
      return {std::move(map)};
    }
    case AttributeType::string_set: {
      std::set<std::string> set;
      for (const ValueView element : value.elements()) set.emplace(element.as_string());
      return {std::move(set)};
    }
    case AttributeType::number_set: {
      std::set<Number> set;
      for (const ValueView element : value.elements()) set.insert(element.as_number());
      return {std::move(set)};
    }
    case AttributeType::binary_set: {
      std::set<Binary> set;
      for (const ValueView element : value.elements()) {
        set.insert({std::string(element.as_binary())});
      }
      return {std::move(set)};
    }
  }
  return {};
}

/// The generators' texts have any bytes, DynamoDB's only UTF-8: each odd byte becomes a character
/// of its own, in the same order.
inline std::string utf8(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '\xc3') {
      out += "\xc3\xa9";
    } else if (c == '\xff') {
      out += "\xf0\x9f\x98\x80";
    } else {
      out += c;
    }
  }
  return out;
}

inline Tree with_utf8(const Tree& tree) {
  return std::visit(detail::Overloaded{
                        [](const std::string& text) { return Tree{utf8(text)}; },
                        [](const Tree::List& list) {
                          Tree::List out;
                          for (const Tree& element : list) out.push_back(with_utf8(element));
                          return Tree{std::move(out)};
                        },
                        [](const Tree::Map& map) {
                          Tree::Map out;
                          for (const auto& [name, member] : map)
                            out[utf8(name)] = with_utf8(member);
                          return Tree{std::move(out)};
                        },
                        [](const std::set<std::string>& set) {
                          std::set<std::string> out;
                          for (const auto& text : set) out.insert(utf8(text));
                          return Tree{std::move(out)};
                        },
                        [](const auto& other) { return Tree{other}; },
                    },
                    tree.value);
}

/// DynamoDB's size of a value, by the rules one after the other.
inline std::size_t accounted_size(const Tree& tree) {
  return std::visit(detail::Overloaded{
                        [](std::monostate) -> std::size_t { return 1; },
                        [](bool) -> std::size_t { return 1; },
                        [](const std::string& text) { return text.size(); },
                        [](const Number& number) { return number.size_in_bytes(); },
                        [](const Binary& binary) { return binary.bytes.size(); },
                        [](const Tree::List& list) {
                          std::size_t size = 3;
                          for (const Tree& element : list) size += 1 + accounted_size(element);
                          return size;
                        },
                        [](const Tree::Map& map) {
                          std::size_t size = 3;
                          for (const auto& [name, member] : map)
                            size += 1 + name.size() + accounted_size(member);
                          return size;
                        },
                        [](const auto& set) {
                          std::size_t size = 0;
                          for (const auto& member : set) size += accounted_size(Tree{member});
                          return size;
                        },
                    },
                    tree.value);
}

inline std::ostream& operator<<(std::ostream& out, const Tree& tree) {
  return out << to_json(encode(tree));
}

/// Short and from few letters, so that equal ones and prefixes come up.
inline rc::Gen<std::string> short_text() {
  return rc::gen::scale(0.1, rc::gen::container<std::string>(rc::gen::weightedOneOf<char>(
                                 {{6, rc::gen::element('a', 'b', 'c')},
                                  {1, rc::gen::element('\0', '\xc3', '\xff', '"', '.')}})));
}

inline rc::Gen<Number> small_or_any_number() {
  return rc::gen::weightedOneOf<Number>(
      {{1, rc::gen::map(rc::gen::inRange(-3, 4), [](int value) { return Number(value); })},
       {1, number()}});
}

template <class T>
rc::Gen<std::set<T>> small_set(rc::Gen<T> member) {
  return rc::gen::map(
      rc::gen::scale(0.05, rc::gen::container<std::vector<T>>(std::move(member))),
      [](const std::vector<T>& members) { return std::set<T>(members.begin(), members.end()); });
}

inline rc::Gen<Binary> binary() {
  return rc::gen::map(short_text(), [](std::string bytes) { return Binary{std::move(bytes)}; });
}

inline rc::Gen<Tree> scalar() {
  const auto wrap = [](auto value) { return Tree{std::move(value)}; };
  return rc::gen::oneOf(rc::gen::just(Tree{}), rc::gen::map(rc::gen::arbitrary<bool>(), wrap),
                        rc::gen::map(short_text(), wrap), rc::gen::map(small_or_any_number(), wrap),
                        rc::gen::map(binary(), wrap));
}

/// Any value, at most `levels` deep.
inline rc::Gen<Tree> tree(int levels = 4) {
  const auto wrap = [](auto value) { return Tree{std::move(value)}; };
  const auto sets = rc::gen::oneOf(rc::gen::map(small_set(short_text()), wrap),
                                   rc::gen::map(small_set(small_or_any_number()), wrap),
                                   rc::gen::map(small_set(binary()), wrap));
  if (levels <= 1) return rc::gen::weightedOneOf<Tree>({{3, scalar()}, {1, sets}});
  const auto inner = rc::gen::scale(0.3, rc::gen::lazy([=] { return tree(levels - 1); }));
  return rc::gen::weightedOneOf<Tree>(
      {{3, scalar()},
       {1, sets},
       {2, rc::gen::map(rc::gen::scale(0.06, rc::gen::container<Tree::List>(inner)), wrap)},
       {2, rc::gen::map(rc::gen::scale(0.06, rc::gen::container<Tree::Map>(short_text(), inner)),
                        wrap)}});
}

}  // namespace keywright::generators
