#pragma once
// Random items, conditions and updates as plain trees, with the plainest meaning one can give them:
// the second implementation that the expression layer is compared with.

#include "value_generators.hpp"
#include <keywright/expression_attributes.hpp>

#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include <rapidcheck.h>

namespace keywright::generators {

using Step = std::variant<std::string, std::size_t>;
using Path = std::vector<Step>;

inline Item encode_item(const Tree::Map& attributes) {
  ItemBuilder builder;
  for (const auto& [name, value] : attributes) builder.set(name, encode(value));
  return builder.build();
}

/// What the path names, or nullptr.
inline const Tree* lookup(const Tree::Map& item, const Path& path) {
  const Tree* at = nullptr;
  const Tree::Map* map = &item;
  const Tree::List* list = nullptr;
  for (const Step& step : path) {
    if (const auto* name = std::get_if<std::string>(&step)) {
      if (map == nullptr || !map->contains(*name)) return nullptr;
      at = &map->at(*name);
    } else {
      const std::size_t index = std::get<std::size_t>(step);
      if (list == nullptr || index >= list->size()) return nullptr;
      at = &(*list)[index];
    }
    map = std::get_if<Tree::Map>(&at->value);
    list = std::get_if<Tree::List>(&at->value);
  }
  return at;
}

/// Collects the substitutions of the expressions that are written with it.
class Writer {
 public:
  std::string path(const Path& path) {
    std::string out;
    for (const Step& step : path) {
      if (const auto* name = std::get_if<std::string>(&step)) {
        if (!out.empty()) out += '.';
        out += this->name(*name);
      } else {
        out += "[" + std::to_string(std::get<std::size_t>(step)) + "]";
      }
    }
    return out;
  }

  std::string value(const Tree& tree) {
    std::string key = ":v" + std::to_string(values.size());
    values.emplace_back(key, encode(tree));
    return key;
  }

  ExpressionAttributeNames names;
  ExpressionAttributeValues values;

 private:
  /// Bare now and then, by a rule that needs no randomness.
  std::string name(const std::string& name) {
    if (name == "p" || name == "q") return name;
    for (const auto& [key, known] : names) {
      if (known == name) return key;
    }
    names.emplace_back("#n" + std::to_string(names.size()), name);
    return names.back().first;
  }
};

// Few names, so that paths meet what there is.
inline rc::Gen<std::string> attribute_name() {
  return rc::gen::element<std::string>("p", "q", "r", "with.dot", "\xC3\xA4");
}

/// Values whose maps have those names.
inline rc::Gen<Tree> attribute_value(int levels = 4) {
  const auto wrap = [](auto value) { return Tree{std::move(value)}; };
  if (levels <= 1) return tree(1);
  const auto inner = rc::gen::lazy([=] { return attribute_value(levels - 1); });
  return rc::gen::weightedOneOf<Tree>(
      {{4, tree(1)},
       {2, rc::gen::map(rc::gen::scale(0.04, rc::gen::container<Tree::List>(inner)), wrap)},
       {2,
        rc::gen::map(rc::gen::scale(0.04, rc::gen::container<Tree::Map>(attribute_name(), inner)),
                     wrap)}});
}

inline rc::Gen<Tree::Map> attributes() {
  return rc::gen::scale(0.06, rc::gen::container<Tree::Map>(attribute_name(), attribute_value()));
}

inline rc::Gen<Path> path() {
  return rc::gen::exec([] {
    Path path{*attribute_name()};
    const int more = *rc::gen::weightedElement<int>({{6, 0}, {3, 1}, {1, 2}});
    for (int i = 0; i < more; ++i) {
      if (*rc::gen::arbitrary<bool>()) {
        path.emplace_back(*attribute_name());
      } else {
        path.emplace_back(*rc::gen::inRange<std::size_t>(0, 4));
      }
    }
    return path;
  });
}

}  // namespace keywright::generators
