// plan and locate: what a write's request says, first by itself, then against its table.

#include "core/errors.hpp"
#include "engine/validation.hpp"
#include "engine/write.hpp"
#include "expression/legacy.hpp"

#include <utility>

namespace keywright::engine {
namespace {

/// What the requests of all writes have, by one name each.
struct Request {
  WriteKind kind;
  const std::string& table_name;
  const Item& item;
  const std::string* condition = nullptr;
  const std::string* update = nullptr;
  const ExpressionAttributeNames& names;
  const ExpressionAttributeValues& values;
  ReturnValues return_values = ReturnValues::none;
  ReturnValuesOnConditionCheckFailure on_failure;
  // Legacy.
  const ExpectedAttributes* expected = nullptr;
  const AttributeUpdates* attribute_updates = nullptr;
  std::optional<ConditionalOperator> conditional_operator{};
};

template <class T>
const T* pointer(const std::optional<T>& member) {
  return member ? &*member : nullptr;
}
const std::string* pointer(const std::string& text) {
  return &text;
}

/// The requests of all writes name alike what they have in common.
template <class AnyWrite>
Request request_of(WriteKind kind, const AnyWrite& write) {
  const auto item = [&write]() -> const Item& {
    if constexpr (requires { write.item; }) {
      return write.item;
    } else {
      return write.key;
    }
  };
  Request request{.kind = kind,
                  .table_name = write.table_name,
                  .item = item(),
                  .condition = pointer(write.condition_expression),
                  .names = write.expression_attribute_names,
                  .values = write.expression_attribute_values,
                  .on_failure = write.return_values_on_condition_check_failure};
  if constexpr (requires { write.update_expression; }) {
    request.update = pointer(write.update_expression);
  }
  if constexpr (requires { write.return_values; }) request.return_values = write.return_values;
  if constexpr (requires { write.expected; }) {
    request.expected = pointer(write.expected);
    request.conditional_operator = write.conditional_operator;
  }
  if constexpr (requires { write.attribute_updates; }) {
    request.attribute_updates = pointer(write.attribute_updates);
  }
  return request;
}

Result<void> check_parameters(const Request& request, expression::Parameters& parameters) {
  const bool condition = request.condition != nullptr;
  auto not_mixed = expression::check_not_mixed(
      {{"AttributeUpdates", request.attribute_updates != nullptr},
       {"ConditionalOperator", request.conditional_operator.has_value()},
       {"Expected", request.expected != nullptr}},
      {{"UpdateExpression", request.update != nullptr}, {"ConditionExpression", condition}});
  if (!not_mixed) return not_mixed;
  if (request.kind == WriteKind::update) {
    return parameters.check(
        {{"UpdateExpression", request.update != nullptr}, {"ConditionExpression", condition}});
  }
  return parameters.check({{"ConditionExpression", condition}});
}

Result<void> check_return_values(const Request& request) {
  if (request.kind == WriteKind::update || request.return_values == ReturnValues::none ||
      request.return_values == ReturnValues::all_old) {
    return {};
  }
  return errors::validation("ReturnValues can only be ALL_OLD or NONE");
}

Result<void> plan_update(const Request& request, expression::Parameters& parameters,
                         WritePlan& plan) {
  if (request.kind != WriteKind::update) return {};
  auto update = Result<expression::Update>(expression::Update());
  if (request.update != nullptr) {
    update = expression::parse_update(*request.update, parameters);
  } else if (request.attribute_updates != nullptr) {
    update = expression::legacy_update(*request.attribute_updates);
  }
  if (!update) return std::move(update).error();
  plan.update = *std::move(update);
  return {};
}

Result<void> plan_condition(const Request& request, expression::Parameters& parameters,
                            WritePlan& plan) {
  if (request.condition != nullptr) {
    auto condition = expression::parse_condition(*request.condition,
                                                 expression::ExpressionKind::condition, parameters);
    if (!condition) return std::move(condition).error();
    plan.condition = *std::move(condition);
  } else if (request.expected != nullptr || request.conditional_operator) {
    auto condition = expression::legacy_condition(request.expected, request.conditional_operator);
    if (!condition) return std::move(condition).error();
    plan.condition = *std::move(condition);
  }
  return {};
}

/// Values and expressions: steps 4 and 5 of DynamoDB's validation.
Result<void> plan_expressions(const Request& request, WritePlan& plan) {
  expression::Parameters parameters(request.names, request.values);
  if (auto checked = check_parameters(request, parameters); !checked) return checked;
  if (auto checked = check_values(request.item); !checked) return checked;
  if (auto checked = check_return_values(request); !checked) return checked;
  if (auto planned = plan_update(request, parameters, plan); !planned) return planned;
  if (auto planned = plan_condition(request, parameters, plan); !planned) return planned;
  return parameters.check_all_used();
}

Result<WritePlan> plan(const Request& request, bool envelope) {
  const auto name = table_name_of(request.table_name);
  if (!name) return name.error();
  WritePlan plan;
  plan.kind = request.kind;
  plan.table_name = *name;
  plan.item = &request.item;
  plan.return_item_on_failure = request.on_failure == ReturnValuesOnConditionCheckFailure::all_old;
  if (auto planned = plan_expressions(request, plan); !planned) {
    return in_envelope(std::move(planned).error(), envelope);
  }
  if (request.kind == WriteKind::put) {
    if (auto checked = check_item_size(request.item); !checked) return std::move(checked).error();
  }
  return plan;
}

/// UpdateItem may change no key attribute, not even to the value it has.
Result<void> check_update_leaves_key(const Table& table, const expression::Update& update) {
  for (const auto* attributes : table.keys.parts()) {
    for (const KeyAttribute& attribute : *attributes) {
      if (update.writes(attribute.name)) {
        return errors::validation(
            "One or more parameter values were invalid: Cannot update attribute " + attribute.name +
            ". This attribute is part of the key");
      }
    }
  }
  return {};
}

/// The key of a put; BatchWriteItem has one text for whatever is wrong with it.
Result<EntryKey> key_of_put(const Table& table, const WritePlan& plan) {
  if (plan.in_batch && !table_entry_key(table.keys, *plan.item)) {
    return errors::validation("The provided key element does not match the schema");
  }
  return key_of_item(table, *plan.item);
}

}  // namespace

Result<WritePlan> plan_write(const PutItemRequest& request, bool envelope) {
  return plan(request_of(WriteKind::put, request), envelope);
}

Result<WritePlan> plan_write(const UpdateItemRequest& request, bool envelope) {
  return plan(request_of(WriteKind::update, request), envelope);
}

Result<WritePlan> plan_write(const DeleteItemRequest& request, bool envelope) {
  return plan(request_of(WriteKind::remove, request), envelope);
}

Result<WritePlan> plan_write(const TransactPut& request) {
  return plan(request_of(WriteKind::put, request), false);
}

Result<WritePlan> plan_write(const TransactUpdate& request) {
  return plan(request_of(WriteKind::update, request), false);
}

Result<WritePlan> plan_write(const TransactDelete& request) {
  return plan(request_of(WriteKind::remove, request), false);
}

Result<WritePlan> plan_write(const TransactConditionCheck& request) {
  return plan(request_of(WriteKind::check, request), false);
}

Result<WritePlan> plan_batch_write(std::string_view table_name, WriteKind kind, const Item& item) {
  const auto name = table_name_of(table_name);
  if (!name) return name.error();
  if (auto checked = check_values(item); !checked) return std::move(checked).error();
  if (kind == WriteKind::put) {
    if (auto checked = check_item_size(item); !checked) return std::move(checked).error();
  }
  WritePlan plan;
  plan.kind = kind;
  plan.table_name = *name;
  plan.item = &item;
  plan.in_batch = true;
  return plan;
}

Result<EntryKey> locate(const Table& table, const WritePlan& plan) {
  if (plan.kind != WriteKind::put) {
    auto key = key_of_request(table, *plan.item);
    if (!key || plan.kind != WriteKind::update) return key;
    if (auto checked = check_update_leaves_key(table, *plan.update); !checked) {
      return std::move(checked).error();
    }
    return key;
  }
  auto key = key_of_put(table, plan);
  if (!key) return key;
  if (auto checked = check_index_keys(table, *plan.item); !checked) {
    return std::move(checked).error();
  }
  if (auto checked = check_nesting(*plan.item); !checked) return std::move(checked).error();
  return key;
}

}  // namespace keywright::engine
