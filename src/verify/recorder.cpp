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

template <class Request, class... Reads>
inline constexpr bool kIsOneOf = (std::is_same_v<Request, Reads> || ...);
template <class Request>
inline constexpr bool kIsRead = kIsOneOf<Request, GetItemRequest, QueryRequest, ScanRequest,
                                         BatchGetItemRequest, TransactGetItemsRequest>;

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

template <class Request>
Result<ResponseTo<Request>> Recorder::call(const Request& request) {
  if constexpr (!requires { request.return_consumed_capacity; }) {
    return send(database_, request);
  } else {
    auto asking = request;
    asking.return_consumed_capacity = ReturnConsumedCapacity::total;
    last_.operation = OperationOf<Request>::kName;
    last_.request = wire::encode(asking);
    auto answer = send(database_, asking);
    ++usage_.requests;
    if (!answer) {
      last_.answer = error_text(answer.error());
      return answer;
    }
    last_.answer = shortened(answer_text(*answer));
    for (const auto& capacity : capacities(answer->consumed_capacity)) {
      (kIsRead<Request> ? usage_.read_units : usage_.write_units) += capacity.capacity_units;
      usage_.has_units = true;
    }
    return answer;
  }
}

}  // namespace keywright::verify

template class keywright::UniformDatabase<keywright::verify::Recorder>;
