// AttributeValue and Item against trees of standard containers.

#include "core/encoding.hpp"
#include "value_generators.hpp"
#include <keywright/attribute_value.hpp>
#include <keywright/item.hpp>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace keywright {
namespace {

using generators::accounted_size;
using generators::decode;
using generators::encode;
using generators::Tree;

RC_GTEST_PROP(ValueProperty, EncodesAndDecodes, ()) {
  const auto tree = *generators::tree();
  const AttributeValue value = encode(tree);
  RC_ASSERT(decode(value) == tree);
  RC_ASSERT(value.view().encoded() == value.view().encoded());
  RC_ASSERT(encoding::valid_value_encoding(value.view().encoded()));
  RC_ASSERT(value.view().size_in_bytes() == accounted_size(tree));
}

/// The tree itself, another one, or the tree with a part taken out of it or put into it.
rc::Gen<Tree> like(const Tree& tree) {
  return rc::gen::exec([=] {
    Tree other = tree;
    const Tree part = *generators::scalar();
    switch (*rc::gen::inRange(0, 5)) {
      case 0:
      case 1:
        break;
      case 2:
        other = *generators::tree(2);
        break;
      default:
        if (auto* list = std::get_if<Tree::List>(&other.value)) {
          if (!list->empty()) std::rotate(list->begin(), list->begin() + 1, list->end());
        } else if (auto* map = std::get_if<Tree::Map>(&other.value)) {
          (*map)[*generators::short_text()] = part;
        } else if (auto* set = std::get_if<std::set<std::string>>(&other.value)) {
          set->insert(*generators::short_text());
        } else {
          other = part;
        }
    }
    return other;
  });
}

RC_GTEST_PROP(ValueProperty, EqualsAsTheTreesDo, ()) {
  const auto a = *generators::tree();
  const auto b = *like(a);
  RC_ASSERT((encode(a) == encode(b)) == (a == b));
  RC_ASSERT((encode(a).view() == encode(b).view()) == (a == b));
  RC_CLASSIFY(a == b, "equal");
}

RC_GTEST_PROP(ValueProperty, OrdersScalarsAsTheTreesDo, ()) {
  const auto a = *generators::scalar();
  const auto b = *generators::scalar();
  std::optional<std::strong_ordering> expected;
  if (a.value.index() == b.value.index()) {
    if (const auto* text = std::get_if<std::string>(&a.value)) {
      expected = *text <=> std::get<std::string>(b.value);
    } else if (const auto* number = std::get_if<Number>(&a.value)) {
      expected = *number <=> std::get<Number>(b.value);
    } else if (const auto* binary = std::get_if<generators::Binary>(&a.value)) {
      expected = *binary <=> std::get<generators::Binary>(b.value);
    }
  }
  RC_ASSERT(compare_scalars(encode(a), encode(b)) == expected);
}

RC_GTEST_PROP(ValueProperty, FindsMembersAsAMapDoes, ()) {
  const auto inner = generators::scalar();
  const auto map = *rc::gen::container<Tree::Map>(generators::short_text(), inner);
  const auto name = *generators::short_text();
  const AttributeValue value = encode(Tree{map});
  const auto found = value.view().member(name);
  const auto expected = map.find(name);
  RC_ASSERT(found.has_value() == (expected != map.end()));
  if (found) RC_ASSERT(decode(*found) == expected->second);
  RC_ASSERT(value.view().count() == map.size());
}

RC_GTEST_PROP(ValueProperty, BytesFromOutsideAreReadOnlyIfValid, ()) {
  std::string bytes(encode(*generators::tree()).view().encoded());
  const int changes = *rc::gen::inRange(0, 3);
  for (int i = 0; i < changes; ++i) {
    bytes[*rc::gen::inRange<std::size_t>(0, bytes.size())] = *rc::gen::arbitrary<char>();
  }
  if (*rc::gen::inRange(0, 4) == 0) bytes.resize(*rc::gen::inRange<std::size_t>(0, bytes.size()));
  if (!encoding::valid_value_encoding(bytes)) return;
  // Valid is canonical: to read and to write again gives the same bytes.
  RC_ASSERT(encode(decode(ValueView(bytes.data()))).view().encoded() == bytes);
}

// Items --------------------------------------------------------------------------------------

using Attributes = Tree::Map;

Item build(const Attributes& attributes) {
  ItemBuilder builder;
  for (const auto& [name, tree] : attributes) builder.set(name, encode(tree));
  return builder.build();
}

/// Few names, so that changes meet each other and the base; now and then a long one.
rc::Gen<std::string> name() {
  return rc::gen::weightedOneOf<std::string>(
      {{8, rc::gen::element<std::string>("a", "ab", "b", "pk", "sk", "status", "z")},
       {1, rc::gen::map(rc::gen::inRange<std::size_t>(253, 258),
                        [](std::size_t size) { return std::string(size, 'n'); })},
       {1, generators::short_text()}});
}

rc::Gen<Attributes> attributes() {
  return rc::gen::container<Attributes>(name(), generators::tree(2));
}

void check_same(const Item& item, const Attributes& attributes) {
  Attributes seen;
  std::string previous;
  for (const auto& [attribute, value] : item) {
    RC_ASSERT(seen.empty() || previous < attribute);
    previous = attribute;
    seen[previous] = decode(value);
  }
  RC_ASSERT(seen == attributes);
  RC_ASSERT(item.count() == attributes.size());
  std::size_t size = 0;
  for (const auto& [attribute, tree] : attributes) {
    size += attribute.size() + accounted_size(tree);
    RC_ASSERT(decode(item.find(attribute).value()) == tree);
  }
  RC_ASSERT(item.size_in_bytes() == size);
  RC_ASSERT(encoding::valid_item_encoding(item.encoded()));
  RC_ASSERT(Item::from_encoded(item.encoded()) == item);
}

RC_GTEST_PROP(ItemProperty, BuildsWhatAMapHolds, ()) {
  const auto expected = *attributes();
  check_same(build(expected), expected);
}

RC_GTEST_PROP(ItemProperty, ChangesAsAMapDoes, ()) {
  const auto before = *attributes();
  const Item base = build(before);
  Attributes expected = before;
  ItemBuilder builder(base);
  const int changes = *rc::gen::inRange(0, 8);
  for (int i = 0; i < changes; ++i) {
    const auto attribute = *name();
    switch (*rc::gen::inRange(0, 6)) {
      case 0:
        builder.remove(attribute);
        expected.erase(attribute);
        break;
      case 1: {
        const auto text = *generators::short_text();
        builder.set_string(attribute, text);
        expected[attribute] = {text};
        break;
      }
      case 2: {
        const auto number = *generators::small_or_any_number();
        builder.set_number(attribute, number);
        expected[attribute] = {number};
        break;
      }
      case 3: {
        const auto flag = *rc::gen::arbitrary<bool>();
        builder.set_bool(attribute, flag);
        expected[attribute] = {flag};
        break;
      }
      case 4: {
        const auto binary = *generators::binary();
        builder.set_binary(attribute, binary.bytes);
        expected[attribute] = {binary};
        break;
      }
      default: {
        const auto tree = *generators::tree(2);
        builder.set(attribute, encode(tree));
        expected[attribute] = tree;
      }
    }
  }
  const Item result = builder.build();
  check_same(result, expected);
  check_same(base, before);
  RC_ASSERT((result == base) == (expected == before));
}

}  // namespace
}  // namespace keywright
