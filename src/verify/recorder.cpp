#include "verify/recorder.hpp"

#include "wire/client_codec.hpp"

#include <type_traits>

namespace keywright::verify {
namespace {

constexpr std::size_t kMostText = 4000;

void append_items(std::string& text, const std::vector<Item>& items) {
  text += std::to_string(items.size()) + (items.size() == 1 ? " item" : " items");
  for (const auto& item : items) text += "\n" + to_json(item);
}

std::string answer_text(const GetItemResponse& answer) {
  return answer.item ? to_json(*answer.item) : "no item";
}
std::string answer_text(const PageResponse& answer) {
  std::string text;
  append_items(text, answer.items);
  if (answer.last_evaluated_key) {
    text += "\nLastEvaluatedKey " + to_json(*answer.last_evaluated_key);
  }
  return text;
}
std::string answer_text(const BatchGetItemResponse& answer) {
  std::string text;
  for (const auto& [table, items] : answer.responses) append_items(text, items);
  for (const auto& [table, keys] : answer.unprocessed_keys) {
    text += "\n" + std::to_string(keys.keys.size()) + " unprocessed";
  }
  return text;
}
std::string answer_text(const BatchWriteItemResponse& answer) {
  std::string text = "accepted";
  for (const auto& [table, items] : answer.unprocessed_items) {
    text += ", " + std::to_string(items.size()) + " unprocessed";
  }
  return text;
}
std::string answer_text(const TransactGetItemsResponse& answer) {
  std::string text = std::to_string(answer.responses.size()) + " answers";
  for (const auto& item : answer.responses) text += "\n" + (item ? to_json(*item) : "no item");
  return text;
}
template <class Answer>
std::string answer_text(const Answer&) {
  return "accepted";
}

std::vector<ConsumedCapacity> capacities(const std::optional<ConsumedCapacity>& one) {
  if (!one) return {};
  return {*one};
}
std::vector<ConsumedCapacity> capacities(const std::vector<ConsumedCapacity>& all) {
  return all;
}

std::string shortened(std::string text) {
  if (text.size() > kMostText) text = text.substr(0, kMostText) + " ..";
  return text;
}

}  // namespace

std::string error_text(const Error& error) {
  std::string text = error.exception.empty() ? std::string(to_string(error.code)) : error.exception;
  if (!error.message.empty()) text += ": " + error.message;
  for (std::size_t i = 0; i < error.reasons.size(); ++i) {
    text += (i == 0 ? " [" : ", ") + error.reasons[i].code;
  }
  return error.reasons.empty() ? text : text + "]";
}

template <class Request, class Call>
auto Recorder::record(Request request, bool is_read, Call call) {
  request.return_consumed_capacity = ReturnConsumedCapacity::total;
  last_.operation = wire::Operation<Request>::kName;
  last_.request = wire::encode(request);
  auto answer = call(request);
  ++usage_.requests;
  if (!answer) {
    last_.answer = error_text(answer.error());
    return answer;
  }
  last_.answer = shortened(answer_text(*answer));
  for (const auto& capacity : capacities(answer->consumed_capacity)) {
    (is_read ? usage_.read_units : usage_.write_units) += capacity.capacity_units;
    usage_.has_units = true;
  }
  return answer;
}

Result<GetItemResponse> Recorder::get_item(const GetItemRequest& request) {
  return record(request, true, [&](const auto& r) { return inner().get_item(r); });
}
Result<PutItemResponse> Recorder::put_item(const PutItemRequest& request) {
  return record(request, false, [&](const auto& r) { return inner().put_item(r); });
}
Result<UpdateItemResponse> Recorder::update_item(const UpdateItemRequest& request) {
  return record(request, false, [&](const auto& r) { return inner().update_item(r); });
}
Result<DeleteItemResponse> Recorder::delete_item(const DeleteItemRequest& request) {
  return record(request, false, [&](const auto& r) { return inner().delete_item(r); });
}
Result<QueryResponse> Recorder::query(const QueryRequest& request) {
  return record(request, true, [&](const auto& r) { return inner().query(r); });
}
Result<ScanResponse> Recorder::scan(const ScanRequest& request) {
  return record(request, true, [&](const auto& r) { return inner().scan(r); });
}
Result<BatchGetItemResponse> Recorder::batch_get_item(const BatchGetItemRequest& request) {
  return record(request, true, [&](const auto& r) { return inner().batch_get_item(r); });
}
Result<BatchWriteItemResponse> Recorder::batch_write_item(const BatchWriteItemRequest& request) {
  return record(request, false, [&](const auto& r) { return inner().batch_write_item(r); });
}
Result<TransactGetItemsResponse> Recorder::transact_get_items(
    const TransactGetItemsRequest& request) {
  return record(request, true, [&](const auto& r) { return inner().transact_get_items(r); });
}
Result<TransactWriteItemsResponse> Recorder::transact_write_items(
    const TransactWriteItemsRequest& request) {
  return record(request, false, [&](const auto& r) { return inner().transact_write_items(r); });
}

}  // namespace keywright::verify
