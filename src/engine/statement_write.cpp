#include "engine/statement_write.hpp"

#include "engine/validation.hpp"
#include "expression/builders.hpp"

#include <utility>

namespace keywright::engine {
namespace {

using expression::Condition;
using expression::Operator;
using expression::StatementKind;

WriteKind kind_of(const expression::Statement& statement) {
  switch (statement.kind) {
    case StatementKind::select:
      return WriteKind::check;
    case StatementKind::insert:
      return WriteKind::put;
    case StatementKind::update:
      return WriteKind::update;
    case StatementKind::remove:
      return WriteKind::remove;
  }
  return WriteKind::check;
}

/// The condition, or that there is no item at all: a DELETE of nothing always succeeds. (An UPDATE
/// of nothing fails by the condition as it is, since WHERE names the key.)
Condition or_nothing(const Table& table, Condition condition) {
  const std::uint32_t root = condition.root_index();
  expression::ConditionBuilder builder(std::move(condition));
  const std::uint32_t key =
      builder.add_path_operand(builder.add_attribute(table.keys.partition.front().name));
  const std::uint32_t nothing = builder.add_leaf(Operator::attribute_not_exists, {key});
  return std::move(builder).build(builder.add_node(Operator::logical_or, nothing, root));
}

}  // namespace

Result<WritePlan> plan_statement_write(const Table& table, expression::Statement& statement,
                                       const Item& key_or_item,
                                       ReturnValuesOnConditionCheckFailure on_failure) {
  WritePlan plan;
  plan.kind = kind_of(statement);
  plan.table_name = table.name;
  plan.item = &key_or_item;
  plan.return_item_on_failure = on_failure == ReturnValuesOnConditionCheckFailure::all_old;
  plan.update = std::move(statement.update);
  plan.condition = std::move(statement.where);
  if (auto checked = check_values(key_or_item); !checked) return std::move(checked).error();
  if (plan.kind == WriteKind::put) {
    plan.only_new = true;
    if (auto checked = check_item_size(key_or_item); !checked) return std::move(checked).error();
  } else if (plan.kind == WriteKind::remove) {
    plan.condition = or_nothing(table, *std::move(plan.condition));
  }
  return plan;
}

ReturnValues return_values_of(const expression::Statement& statement) {
  using expression::Returning;
  switch (statement.returning) {
    case Returning::none:
      return ReturnValues::none;
    case Returning::all_old:
      return ReturnValues::all_old;
    case Returning::modified_old:
      return ReturnValues::updated_old;
    case Returning::all_new:
      return ReturnValues::all_new;
    case Returning::modified_new:
      return ReturnValues::updated_new;
  }
  return ReturnValues::none;
}

}  // namespace keywright::engine
