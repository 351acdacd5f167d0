// The parser of PartiQL statements, and what can be done with what it accepts. Whatever is accepted
// must print to a text that is accepted, prints the same and does the same, and must give items
// that are encoded as items have to be. Each `?` has a parameter.

#include "core/encoding.hpp"
#include "expression/partiql.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>
#include <vector>

namespace {

using namespace keywright;
using namespace keywright::expression;

void require(bool condition) {
  if (!condition) std::abort();
}

/// More than one statement can take; a statement is given as many as it has question marks.
std::vector<AttributeValue> parameters(std::size_t count) {
  const AttributeValue kinds[] = {AttributeValue("x"),
                                  AttributeValue(1),
                                  AttributeValue::binary("x"),
                                  AttributeValue::list({AttributeValue(1)}),
                                  AttributeValue::map({{"b", AttributeValue(1)}}),
                                  AttributeValue::string_set({"x", "y"}),
                                  AttributeValue::null()};
  std::vector<AttributeValue> values;
  for (std::size_t i = 0; i < count; ++i) values.push_back(kinds[i % std::size(kinds)]);
  return values;
}

const Item& item() {
  static const Item full{{"a", AttributeValue::map({{"b", AttributeValue::list({1, 2})}})},
                         {"b", AttributeValue::list({AttributeValue(1), AttributeValue("x")})},
                         {"c", AttributeValue("xyz")},
                         {"d", AttributeValue(1)},
                         {"e", AttributeValue::string_set({"x", "z"})},
                         {"f", AttributeValue::null()}};
  return full;
}

void require_valid(const Item& made) {
  require(encoding::valid_item_encoding(made.encoded()));
}

void require_same(const Statement& a, const Statement& b) {
  require(a.kind == b.kind && a.is_exists == b.is_exists && a.returning == b.returning);
  require(a.table == b.table && a.index == b.index && a.item == b.item);
  require(a.where.has_value() == b.where.has_value());
  for (const Item* candidate : {&item(), static_cast<const Item*>(nullptr)}) {
    if (a.where) require(a.where->evaluate(candidate) == b.where->evaluate(candidate));
    if (!a.update) continue;
    const Key key{{"c", AttributeValue("key")}};
    const auto made = a.update->apply(candidate, key);
    const auto again = b.update->apply(candidate, key);
    require(made.has_value() == again.has_value());
    if (!made || !*made) continue;
    require_valid(**made);
    require(**made == **again);
  }
  require(a.projection.has_value() == b.projection.has_value());
  if (!a.projection) return;
  const Item part = a.projection->apply(item());
  require_valid(part);
  require(part == b.projection->apply(item()));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto questions = static_cast<std::size_t>(std::count(text.begin(), text.end(), '?'));
  // Those within quotes are no parameters.
  for (std::size_t count = questions + 1; count-- > 0;) {
    const auto values = parameters(count);
    const auto statement = parse_statement(text, values);
    if (!statement) continue;
    const std::string printed = to_text(*statement);
    const auto again = parse_statement(printed, values);
    require(again.has_value());
    require(to_text(*again) == printed);
    require_same(*statement, *again);
    break;
  }
  return 0;
}
