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

void append_responses(std::string& out, const std::vector<std::optional<Item>>& responses) {
  out.push_back('[');
  for (const auto& item : responses) {
    if (out.back() != '[') out.push_back(',');
    ObjectWriter object(out);
    write(object, "Item", item);
  }
  out.push_back(']');
}

void write_members(ObjectWriter& out, const TransactGetItemsResponse& response) {
  append_responses(out.begin("Responses"), response.responses);
  write_unless_empty(out, "ConsumedCapacity", response.consumed_capacity);
}

void write_members(ObjectWriter& out, const TransactWriteItemsResponse& response) {
  write_unless_empty(out, "ConsumedCapacity", response.consumed_capacity);
  write_unless_empty(out, "ItemCollectionMetrics", response.item_collection_metrics);
}

}  // namespace keywright::wire
