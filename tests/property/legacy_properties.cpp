// Legacy parameters: a random condition or update says of a random item what the expression says
// that AWS's documentation has for it.

#include "expression/condition.hpp"
#include "expression/legacy.hpp"
#include "expression/update.hpp"
#include "expression_generators.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace keywright::generators {
namespace {

using Op = ComparisonOperator;

struct Row {
  Op op;
  const char* expression;  ///< @ is the attribute, 1 and 2 the values
  int values;
};

constexpr Row kRows[] = {
    {Op::eq, "@ = 1", 1},
    {Op::ne, "@ <> 1", 1},
    {Op::le, "@ <= 1", 1},
    {Op::lt, "@ < 1", 1},
    {Op::ge, "@ >= 1", 1},
    {Op::gt, "@ > 1", 1},
    {Op::in, "@ IN (1, 2)", 2},
    {Op::between, "@ BETWEEN 1 AND 2", 2},
    {Op::not_null, "attribute_exists(@)", 0},
    {Op::null, "attribute_not_exists(@)", 0},
    {Op::contains, "contains(@, 1)", 1},
    {Op::not_contains, "attribute_exists(@) AND NOT contains(@, 1)", 1},
    {Op::begins_with, "begins_with(@, 1)", 1},
};

/// The values of the item, and what lies in them: those make conditions come true.
void collect(const Tree& tree, std::vector<Tree>& out) {
  out.push_back(tree);
  if (const auto* list = std::get_if<Tree::List>(&tree.value)) {
    for (const Tree& element : *list) collect(element, out);
  }
  if (const auto* set = std::get_if<std::set<std::string>>(&tree.value)) {
    for (const std::string& member : *set) out.push_back({member});
  }
  if (const auto* text = std::get_if<std::string>(&tree.value)) out.push_back({text->substr(0, 1)});
}

Tree random_value(const Tree::Map& item) {
  std::vector<Tree> known{Tree{std::string("a")}};
  for (const auto& [name, value] : item) collect(value, known);
  return *rc::gen::arbitrary<bool>() ? *rc::gen::elementOf(known) : *tree(1);
}

std::string fill(const std::string& pattern, const std::string& name,
                 const std::vector<std::string>& values) {
  std::string out;
  for (const char c : pattern) {
    if (c == '@') {
      out += name;
    } else if (c == '1' || c == '2') {
      out += values[static_cast<std::size_t>(c - '1')];
    } else {
      out += c;
    }
  }
  return out;
}

RC_GTEST_PROP(LegacyProperties, ConditionsMeanWhatTheirExpressionsMean, ()) {
  const auto attributes_of_item = *attributes();
  const Item item = encode_item(attributes_of_item);
  const bool any_of = *rc::gen::arbitrary<bool>();
  const int count = *rc::gen::inRange(1, 4);
  LegacyConditions conditions;
  Writer writer;
  std::string text;
  for (int i = 0; i < count; ++i) {
    const std::string name = *attribute_name();
    if (conditions.contains(name)) continue;
    const Row row = *rc::gen::elementOf(std::vector<Row>(std::begin(kRows), std::end(kRows)));
    LegacyCondition condition{row.op, std::vector<AttributeValue>()};
    std::vector<std::string> written;
    for (int v = 0; v < row.values; ++v) {
      const Tree value = random_value(attributes_of_item);
      condition.attribute_value_list->push_back(encode(value));
      written.push_back(writer.value(value));
    }
    if (!text.empty()) text += any_of ? " OR " : " AND ";
    text += "(" + fill(row.expression, writer.path({name}), written) + ")";
    conditions.emplace(name, std::move(condition));
  }
  const auto legacy = expression::legacy_filter(
      &conditions, any_of ? ConditionalOperator::or_ : ConditionalOperator::and_, "scanFilter");
  RC_PRE(legacy.has_value());  // the values are of types that the operators take
  expression::Parameters parameters(writer.names, writer.values);
  const auto condition =
      expression::parse_condition(text, expression::ExpressionKind::condition, parameters);
  RC_ASSERT(condition.has_value());
  RC_LOG() << text << "\n" << to_json(item) << "\n";
  RC_CLASSIFY(condition->evaluate(&item), "true");
  RC_ASSERT((*legacy)->evaluate(&item) == condition->evaluate(&item));
  RC_ASSERT((*legacy)->evaluate(nullptr) == condition->evaluate(nullptr));
}

RC_GTEST_PROP(LegacyProperties, UpdatesDoWhatTheirExpressionsDo, ()) {
  const Item item = encode_item(*attributes());
  const Key key{{"pk", AttributeValue("k")}};
  AttributeUpdates updates;
  Writer writer;
  std::string sections[4];  // SET, REMOVE, ADD, DELETE
  const auto write = [&](int section, const std::string& text) {
    sections[section] += (sections[section].empty() ? "" : ", ") + text;
  };
  const int count = *rc::gen::inRange(1, 4);
  for (int i = 0; i < count; ++i) {
    const std::string name = *attribute_name();
    if (updates.contains(name)) continue;
    const auto action = *rc::gen::element(AttributeAction::put, AttributeAction::add,
                                          AttributeAction::delete_, AttributeAction::delete_);
    AttributeValueUpdate update{std::nullopt, action};
    const std::string path = writer.path({name});
    if (action == AttributeAction::delete_ && *rc::gen::arbitrary<bool>()) {
      write(1, path);
    } else {
      const Tree value = *attribute_value(2);
      update.value = encode(value);
      const bool appends =
          action == AttributeAction::add && update.value->view().is(AttributeType::list);
      const std::string written = writer.value(value);
      if (appends) {
        write(0, path + " = list_append(if_not_exists(" + path + ", " +
                     writer.value({Tree::List{}}) + "), " + written + ")");
      } else if (action == AttributeAction::put) {
        write(0, path + " = " + written);
      } else {
        write(action == AttributeAction::add ? 2 : 3, path + " " + written);
      }
    }
    updates.emplace(name, std::move(update));
  }
  const auto legacy = expression::legacy_update(updates);
  RC_PRE(legacy.has_value());
  std::string text;
  const char* names[] = {"SET ", " REMOVE ", " ADD ", " DELETE "};
  for (int i = 0; i < 4; ++i) {
    if (!sections[i].empty()) text += names[i] + sections[i];
  }
  expression::Parameters parameters(writer.names, writer.values);
  const auto update = expression::parse_update(text, parameters);
  RC_ASSERT(update.has_value());
  RC_ASSERT(legacy->writing_actions() == update->writing_actions());
  for (const Item* old : {&item, static_cast<const Item*>(nullptr)}) {
    const auto by_legacy = legacy->apply(old, key);
    const auto by_expression = update->apply(old, key);
    RC_ASSERT(by_legacy.has_value() == by_expression.has_value());
    if (by_legacy) {
      RC_ASSERT(*by_legacy == *by_expression);
    } else if (by_legacy.error().message != by_expression.error().message) {
      RC_ASSERT(by_legacy.error().message == "Type mismatch for attribute to update");
    }
  }
}

}  // namespace
}  // namespace keywright::generators
