// BatchGetItem and BatchWriteItem.

#include "wire/operations.hpp"

namespace keywright::wire {

namespace {

/// One more than AWS takes.
constexpr std::size_t kMostKeysRead = 101;

}  // namespace

void read_members(const Members& in, KeysAndAttributes& out) {
  const Place keys{Place::Kind::member, &in.place, "Keys"};
  if (const auto found = in.find("Keys")) {
    read_first(Cursor{*found, keys, in.faults}, kMostKeysRead, out.keys);
  } else {
    in.faults.missing(keys.text());
  }
  read(in, "ConsistentRead", out.consistent_read);
  read(in, "ProjectionExpression", out.projection_expression);
  read_placeholders(in, out.expression_attribute_names, nullptr, {{"ProjectionExpression", false}},
                    {"AttributesToGet"});
  read(in, "AttributesToGet", out.attributes_to_get);
}

void read_members(const Members& in, PutRequest& out) {
  require(in, "Item", out.item);
}

void read_members(const Members& in, DeleteRequest& out) {
  require(in, "Key", out.key);
}

void read_members(const Members& in, WriteRequest& out) {
  const bool put = read(in, "PutRequest", out.emplace<PutRequest>());
  const bool remove = in.has("DeleteRequest");
  if (put == remove) {
    // AWS speaks of attribute values here as well.
    in.faults.value(put ? "Supplied AttributeValue has more than one datatypes set, must contain "
                          "exactly one of the supported datatypes"
                        : "Supplied AttributeValue is empty, must contain exactly one of the "
                          "supported datatypes");
  } else if (remove) {
    read(in, "DeleteRequest", out.emplace<DeleteRequest>());
  }
}

void read_members(const Members& in, BatchGetItemRequest& out) {
  require(in, "RequestItems", out.request_items);
  read(in, "ReturnConsumedCapacity", out.return_consumed_capacity);
}

void read_members(const Members& in, BatchWriteItemRequest& out) {
  require(in, "RequestItems", out.request_items);
  read(in, "ReturnConsumedCapacity", out.return_consumed_capacity);
  read(in, "ReturnItemCollectionMetrics", out.return_item_collection_metrics);
}

void write_members(ObjectWriter& out, const KeysAndAttributes& wanted) {
  write(out, "Keys", wanted.keys);
  write_option(out, "ConsistentRead", wanted.consistent_read);
  write(out, "ProjectionExpression", wanted.projection_expression);
  write_unless_empty(out, "ExpressionAttributeNames", wanted.expression_attribute_names);
  write(out, "AttributesToGet", wanted.attributes_to_get);
}

void write_members(ObjectWriter& out, const WriteRequest& request) {
  if (const auto* put = std::get_if<PutRequest>(&request)) {
    ObjectWriter object(out.begin("PutRequest"));
    write(object, "Item", put->item);
  } else {
    ObjectWriter object(out.begin("DeleteRequest"));
    write(object, "Key", std::get<DeleteRequest>(request).key);
  }
}

void write_members(ObjectWriter& out, const BatchGetItemRequest& request) {
  write(out, "RequestItems", request.request_items);
  write_option(out, "ReturnConsumedCapacity", request.return_consumed_capacity);
}

void write_members(ObjectWriter& out, const BatchWriteItemRequest& request) {
  write(out, "RequestItems", request.request_items);
  write_option(out, "ReturnConsumedCapacity", request.return_consumed_capacity);
  write_option(out, "ReturnItemCollectionMetrics", request.return_item_collection_metrics);
}

void write_members(ObjectWriter& out, const BatchGetItemResponse& response) {
  write(out, "Responses", response.responses);
  write(out, "UnprocessedKeys", response.unprocessed_keys);
  write_unless_empty(out, "ConsumedCapacity", response.consumed_capacity);
}

void write_members(ObjectWriter& out, const BatchWriteItemResponse& response) {
  write(out, "UnprocessedItems", response.unprocessed_items);
  write_unless_empty(out, "ConsumedCapacity", response.consumed_capacity);
  write_unless_empty(out, "ItemCollectionMetrics", response.item_collection_metrics);
}

void read_members(const Members& in, BatchGetItemResponse& out) {
  read(in, "Responses", out.responses);
  read(in, "UnprocessedKeys", out.unprocessed_keys);
  read(in, "ConsumedCapacity", out.consumed_capacity);
}

void read_members(const Members& in, BatchWriteItemResponse& out) {
  read(in, "UnprocessedItems", out.unprocessed_items);
  read(in, "ConsumedCapacity", out.consumed_capacity);
  read(in, "ItemCollectionMetrics", out.item_collection_metrics);
}

}  // namespace keywright::wire
