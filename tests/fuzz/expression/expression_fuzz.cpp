// The parsers of all expression languages, and what can be done with what they accept. The first
// byte chooses the language, the rest is the text. Whatever is accepted must print to a text that
// is accepted and prints the same, and must give items that are encoded as items have to be.

#include "core/encoding.hpp"
#include "expression/condition.hpp"
#include "expression/key_condition.hpp"
#include "expression/projection.hpp"
#include "expression/update.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

namespace {

using namespace keywright;
using namespace keywright::expression;

void require(bool condition) {
  if (!condition) std::abort();
}

AttributeValue map_of(const AttributeValue& value) {
  return AttributeValue::map({{"a", value}, {"b", AttributeValue(1)}});
}

const AttributeValue& list_value() {
  static const AttributeValue value = AttributeValue::list(
      {AttributeValue(1), map_of(AttributeValue("x")), AttributeValue::list({AttributeValue(2)})});
  return value;
}

const ExpressionAttributeNames& names() {
  static const ExpressionAttributeNames all{{"#a", "a"}, {"#b", "b"}, {"#d", "a.b"}};
  return all;
}

const ExpressionAttributeValues& values() {
  static const ExpressionAttributeValues all{{":s", AttributeValue("x")},
                                             {":t", AttributeValue("SS")},
                                             {":n", AttributeValue(1)},
                                             {":b", AttributeValue::binary("x")},
                                             {":o", AttributeValue(true)},
                                             {":z", AttributeValue::null()},
                                             {":l", list_value()},
                                             {":m", map_of(AttributeValue("x"))},
                                             {":ss", AttributeValue::string_set({"x", "y"})},
                                             {":ns", AttributeValue::number_set({1, 2})},
                                             {":bs", AttributeValue::binary_set({"x"})}};
  return all;
}

const Item& item() {
  static const Item full{{"a", map_of(map_of(list_value()))},
                         {"b", list_value()},
                         {"c", AttributeValue("xyz")},
                         {"d", AttributeValue(1)},
                         {"e", AttributeValue::string_set({"x", "z"})},
                         {"f", AttributeValue::number_set({1, 3})},
                         {"g", AttributeValue::binary("x")},
                         {"a.b", AttributeValue(true)}};
  return full;
}

void require_valid(const Item& made) {
  require(encoding::valid_item_encoding(made.encoded()));
}

void try_condition(std::string_view text, ExpressionKind kind) {
  Parameters parameters(names(), values());
  const auto condition = parse_condition(text, kind, parameters);
  if (!condition) return;
  const std::string printed = to_text(*condition);
  const auto again = parse_condition(printed, kind, parameters);
  // Printing may lengthen the text, and so take it over the limit.
  if (!again) return require(printed.size() > 4096);
  require(to_text(*again) == printed);
  for (const Item* candidate : {&item(), static_cast<const Item*>(nullptr)}) {
    require(again->evaluate(candidate) == condition->evaluate(candidate));
  }
  for (const auto name : condition->attributes()) require(condition->mentions(name));
}

void try_key_condition(std::string_view text) {
  static constexpr KeyAttribute hash[] = {{"a", AttributeType::string}};
  static constexpr KeyAttribute range[] = {{"b", AttributeType::number}};
  static constexpr KeyAttribute many[] = {
      {"b", AttributeType::string}, {"c", AttributeType::binary}, {"d", AttributeType::number}};
  Parameters parameters(names(), values());
  const auto condition = parse_key_condition_text(text, parameters);
  const auto tree = parse_condition(text, ExpressionKind::key_condition, parameters);
  require(condition.has_value() == (tree && read_key_condition(*tree)));
  if (!condition) return;
  for (const KeySchemaView& schema :
       {KeySchemaView{hash, {}}, KeySchemaView{hash, range}, KeySchemaView{hash, many}}) {
    const auto keys = bind_key_condition(*condition, schema);
    if (!keys) continue;
    require(keys->hash().size() == schema.hash.size());
    require(keys->range().size() <= schema.range.size());
  }
}

void try_projection(std::string_view text) {
  Parameters parameters(names(), values());
  const auto projection = parse_projection(text, parameters);
  if (!projection) return;
  const Item part = projection->apply(item());
  require_valid(part);
  require(part.size_in_bytes() <= item().size_in_bytes());
  const std::string printed = to_text(*projection);
  const auto again = parse_projection(printed, parameters);
  if (!again) return require(printed.size() > 4096);
  require(again->apply(item()) == part);
  require(to_text(*again) == printed);
}

void try_update(std::string_view text) {
  static const Key key{{"c", AttributeValue("key")}};
  Parameters parameters(names(), values());
  const auto update = parse_update(text, parameters);
  if (!update) return;
  const std::string printed = to_text(*update);
  const auto again = parse_update(printed, parameters);
  if (!again) require(printed.size() > 4096);
  if (again) require(to_text(*again) == printed);
  for (const Item* old : {&item(), static_cast<const Item*>(nullptr)}) {
    const auto result = update->apply(old, key);
    if (!result || !*result) continue;
    require_valid(**result);
    if (const auto part = update->touched(**result)) require_valid(*part);
    if (again) require(again->apply(old, key).value() == *result);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  switch (data[0]) {
    case 'k':
      try_key_condition(text);
      break;
    case 'p':
      try_projection(text);
      break;
    case 'u':
      try_update(text);
      break;
    default:
      try_condition(text, ExpressionKind::condition);
      break;
  }
  return 0;
}
