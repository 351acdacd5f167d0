// TransactGetItems and TransactWriteItems.

#include "wire/operations.hpp"

#include <array>

namespace keywright::wire {
namespace {

constexpr std::size_t kMostActions = 100;

/// What all actions of TransactWriteItems have in common.
template <class Action>
void read_action(const Members& in, Action& out, std::initializer_list<Expression> expressions) {
  require(in, "TableName", out.table_name);
  read_placeholders(in, out.expression_attribute_names, &out.expression_attribute_values,
                    expressions, {});
  read(in, "ReturnValuesOnConditionCheckFailure", out.return_values_on_condition_check_failure);
}

template <class Action>
void write_action(ObjectWriter& out, const Action& action) {
  write_placeholders(out, action);
  write_option(out, "ReturnValuesOnConditionCheckFailure",
               action.return_values_on_condition_check_failure);
}

}  // namespace

void read_members(const Members& in, TransactPut& out) {
  read_action(in, out, {{"ConditionExpression"}});
  require(in, "Item", out.item);
  read(in, "ConditionExpression", out.condition_expression);
}

void read_members(const Members& in, TransactUpdate& out) {
  read_action(in, out, {{"UpdateExpression"}, {"ConditionExpression"}});
  require(in, "Key", out.key);
  require(in, "UpdateExpression", out.update_expression);
  read(in, "ConditionExpression", out.condition_expression);
}

void read_members(const Members& in, TransactDelete& out) {
  read_action(in, out, {{"ConditionExpression"}});
  require(in, "Key", out.key);
  read(in, "ConditionExpression", out.condition_expression);
}

void read_members(const Members& in, TransactConditionCheck& out) {
  read_action(in, out, {{"ConditionExpression"}});
  require(in, "Key", out.key);
  require(in, "ConditionExpression", out.condition_expression);
}

void read_members(const Members& in, TransactWriteItem& out) {
  int given = 0;
  for (const std::string_view action : {"Put", "Update", "Delete", "ConditionCheck"}) {
    given += in.has(action);
  }
  if (given != 1) {
    in.faults.value("TransactItems can only contain one of Check, Put, Update or Delete");
    return;
  }
  (void)(read(in, "Put", out.emplace<TransactPut>()) ||
         read(in, "Update", out.emplace<TransactUpdate>()) ||
         read(in, "Delete", out.emplace<TransactDelete>()) ||
         read(in, "ConditionCheck", out.emplace<TransactConditionCheck>()));
}

void read_members(const Members& in, TransactWriteItemsRequest& out) {
  require_at_most(in, "TransactItems", kMostActions, out.transact_items);
  read(in, "ClientRequestToken", out.client_request_token);
  read(in, "ReturnConsumedCapacity", out.return_consumed_capacity);
  read(in, "ReturnItemCollectionMetrics", out.return_item_collection_metrics);
}

namespace {

void read_get(const Members& in, TransactGet& out) {
  require(in, "TableName", out.table_name);
  require(in, "Key", out.key);
  read(in, "ProjectionExpression", out.projection_expression);
  read_placeholders(in, out.expression_attribute_names, nullptr, {{"ProjectionExpression", false}},
                    {});
}

}  // namespace

/// An element is `{"Get":{...}}`.
void read_members(const Members& in, TransactGet& out) {
  const auto get = in.find("Get");
  const Place place{Place::Kind::member, &in.place, "Get"};
  if (!get) return in.faults.missing(place.text());
  const auto object = Cursor{*get, place, in.faults}.object();
  if (object) read_get(Members{*object, place, in.faults}, out);
}

void read_members(const Members& in, TransactGetItemsRequest& out) {
  require_at_most(in, "TransactItems", kMostActions, out.transact_items);
  read(in, "ReturnConsumedCapacity", out.return_consumed_capacity);
}

void write_members(ObjectWriter& out, const TransactPut& put) {
  write(out, "TableName", put.table_name);
  write(out, "Item", put.item);
  write(out, "ConditionExpression", put.condition_expression);
  write_action(out, put);
}

void write_members(ObjectWriter& out, const TransactUpdate& update) {
  write(out, "TableName", update.table_name);
  write(out, "Key", update.key);
  write(out, "UpdateExpression", update.update_expression);
  write(out, "ConditionExpression", update.condition_expression);
  write_action(out, update);
}

void write_members(ObjectWriter& out, const TransactDelete& remove) {
  write(out, "TableName", remove.table_name);
  write(out, "Key", remove.key);
  write(out, "ConditionExpression", remove.condition_expression);
  write_action(out, remove);
}

void write_members(ObjectWriter& out, const TransactConditionCheck& check) {
  write(out, "TableName", check.table_name);
  write(out, "Key", check.key);
  write(out, "ConditionExpression", check.condition_expression);
  write_action(out, check);
}

void write_members(ObjectWriter& out, const TransactWriteItem& item) {
  constexpr std::array<std::string_view, 4> kActions{"Put", "Update", "Delete", "ConditionCheck"};
  static_assert(std::variant_size_v<TransactWriteItem> == kActions.size());
  std::visit([&](const auto& action) { write(out, kActions[item.index()], action); }, item);
}

void write_members(ObjectWriter& out, const TransactWriteItemsRequest& request) {
  write(out, "TransactItems", request.transact_items);
  write(out, "ClientRequestToken", request.client_request_token);
  write_option(out, "ReturnConsumedCapacity", request.return_consumed_capacity);
  write_option(out, "ReturnItemCollectionMetrics", request.return_item_collection_metrics);
}

void write_members(ObjectWriter& out, const TransactGet& action) {
  ObjectWriter get(out.begin("Get"));
  write(get, "TableName", action.table_name);
  write(get, "Key", action.key);
  write(get, "ProjectionExpression", action.projection_expression);
  write_unless_empty(get, "ExpressionAttributeNames", action.expression_attribute_names);
}

void write_members(ObjectWriter& out, const TransactGetItemsRequest& request) {
  write(out, "TransactItems", request.transact_items);
  write_option(out, "ReturnConsumedCapacity", request.return_consumed_capacity);
}

// Responses ----------------------------------------------------------------------------------

namespace {

struct PositionedItem {
  std::optional<Item> item{};
};

void read_members(const Members& in, PositionedItem& out) {
  read(in, "Item", out.item);
}

}  // namespace

void write_responses(ObjectWriter& out, const std::vector<std::optional<Item>>& responses) {
  std::string& text = out.begin("Responses");
  text.push_back('[');
  for (const auto& item : responses) {
    if (text.back() != '[') text.push_back(',');
    ObjectWriter object(text);
    write(object, "Item", item);
  }
  text.push_back(']');
}

void read_responses(const Members& in, std::vector<std::optional<Item>>& out) {
  std::vector<PositionedItem> responses;
  read(in, "Responses", responses);
  out.reserve(responses.size());
  for (PositionedItem& response : responses) out.push_back(std::move(response.item));
}

void write_members(ObjectWriter& out, const TransactGetItemsResponse& response) {
  write_responses(out, response.responses);
  write_unless_empty(out, "ConsumedCapacity", response.consumed_capacity);
}

void write_members(ObjectWriter& out, const TransactWriteItemsResponse& response) {
  write_unless_empty(out, "ConsumedCapacity", response.consumed_capacity);
  write_unless_empty(out, "ItemCollectionMetrics", response.item_collection_metrics);
}

void read_members(const Members& in, TransactGetItemsResponse& out) {
  read_responses(in, out.responses);
  read(in, "ConsumedCapacity", out.consumed_capacity);
}

void read_members(const Members& in, TransactWriteItemsResponse& out) {
  read(in, "ConsumedCapacity", out.consumed_capacity);
  read(in, "ItemCollectionMetrics", out.item_collection_metrics);
}

}  // namespace keywright::wire
