#include "testing/expression_text.hpp"
#include "wire/client_codec.hpp"
#include <keywright/request_parts.hpp>

#include <type_traits>
#include <utility>
#include <variant>

namespace keywright {
namespace {

using doubles::expression_text;

template <class Request>
ExpressionAttributeNames names_of(const Request& request) {
  if constexpr (requires { request.expression_attribute_names; }) {
    return request.expression_attribute_names;
  } else {
    return {};
  }
}

template <class Request>
ExpressionAttributeValues values_of(const Request& request) {
  if constexpr (requires { request.expression_attribute_values; }) {
    return request.expression_attribute_values;
  } else {
    return {};
  }
}

template <class Request>
std::string table_of(const Request& request) {
  if constexpr (requires { std::string(request.table_name); }) {
    return request.table_name;
  } else {
    return {};
  }
}

template <class Request>
RequestPart part_of(std::string_view operation, const Request& request) {
  RequestPart part;
  part.operation = operation;
  part.table_name = table_of(request);
  const auto names = names_of(request);
  const auto values = values_of(request);
  if constexpr (requires { request.index_name; }) part.index_name = request.index_name;
  if constexpr (requires { request.key; }) part.key = request.key;
  if constexpr (requires { request.item; }) part.item = request.item;
  if constexpr (requires { request.consistent_read; }) {
    part.consistent_read = request.consistent_read;
  }
  if constexpr (requires { request.key_condition_expression; }) {
    part.key_condition = expression_text(request.key_condition_expression, names, values);
  }
  if constexpr (requires { request.condition_expression; }) {
    part.condition = expression_text(request.condition_expression, names, values);
  }
  if constexpr (requires { request.filter_expression; }) {
    part.filter = expression_text(request.filter_expression, names, values);
  }
  if constexpr (requires { request.update_expression; }) {
    part.update = expression_text(request.update_expression, names, values);
  }
  if constexpr (requires { request.projection_expression; }) {
    part.projection = expression_text(request.projection_expression, names);
  }
  return part;
}

std::vector<RequestPart> parts(const BatchGetItemRequest& request) {
  std::vector<RequestPart> parts;
  for (const auto& [table, wanted] : request.request_items) {
    for (const auto& key : wanted.keys) {
      parts.push_back(part_of("GetItem", wanted));
      parts.back().table_name = table;
      parts.back().key = key;
    }
  }
  return parts;
}

std::vector<RequestPart> parts(const BatchWriteItemRequest& request) {
  std::vector<RequestPart> parts;
  for (const auto& [table, writes] : request.request_items) {
    for (const auto& write : writes) {
      const auto* put = std::get_if<PutRequest>(&write);
      parts.push_back(put != nullptr ? part_of("PutItem", *put)
                                     : part_of("DeleteItem", std::get<DeleteRequest>(write)));
      parts.back().table_name = table;
    }
  }
  return parts;
}

std::vector<RequestPart> parts(const TransactGetItemsRequest& request) {
  std::vector<RequestPart> parts;
  for (const auto& get : request.transact_items) parts.push_back(part_of("GetItem", get));
  return parts;
}

template <class Operation>
constexpr std::string_view kOperation = "ConditionCheck";
template <>
constexpr std::string_view kOperation<TransactPut> = "PutItem";
template <>
constexpr std::string_view kOperation<TransactUpdate> = "UpdateItem";
template <>
constexpr std::string_view kOperation<TransactDelete> = "DeleteItem";

std::vector<RequestPart> parts(const TransactWriteItemsRequest& request) {
  std::vector<RequestPart> parts;
  for (const auto& write : request.transact_items) {
    parts.push_back(std::visit(
        [](const auto& one) { return part_of(kOperation<std::decay_t<decltype(one)>>, one); },
        write));
  }
  return parts;
}

template <class Request>
std::vector<RequestPart> parts(const Request& request) {
  return {part_of(OperationOf<Request>::kName, request)};
}

}  // namespace

std::vector<RequestPart> parts_of(const AnyRequest& request) {
  return std::visit([](const auto& one) { return parts(one); }, request);
}

std::string_view operation_of(const AnyRequest& request) {
  return std::visit([](const auto& one) { return OperationOf<std::decay_t<decltype(one)>>::kName; },
                    request);
}

std::string request_json(const AnyRequest& request) {
  return std::visit([](const auto& one) { return wire::encode(one); }, request);
}

}  // namespace keywright
