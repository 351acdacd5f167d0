// The writes of a Repository: one item.

#include "repository/write_requests.hpp"
#include <keywright/item_writer.hpp>
#include <keywright/repository.hpp>

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include <fmt/format.h>

namespace keywright {

using repository::Call;
using repository::Repeat;
using repository::Runtime;
using repository::WriteExpressions;

namespace {

/// A write without a condition leaves the same behind when it is made twice.
Repeat repeat_of(const std::optional<std::string>& condition) {
  return condition ? Repeat::if_not_done : Repeat::always;
}

/// An update that only sets and removes does too, if it asks for nothing that it changes itself.
Repeat repeat_of(const Update& update) {
  const bool asks = !update.states().empty() || !update.guards().empty() || update.condition();
  const auto& steps = update.steps();
  const bool adds = std::any_of(steps.begin(), steps.end(), [](const Update::Step& step) {
    return step.action == Update::Action::add && step.value->type() == AttributeType::number;
  });
  // What it makes expire is not there the second time.
  const std::string_view ttl = update.pattern().ttl_attribute;
  const bool expires =
      !ttl.empty() &&
      std::any_of(steps.begin(), steps.end(), [&](const auto& step) { return step.path == ttl; });
  return asks || adds || expires ? Repeat::if_not_done : Repeat::always;
}

/// Repeats a put whose answer was lost, whatever it asks for: if the item stored then is the very
/// one that was put, it was made. Else nobody knows, and the error says so.
Result<PutItemResponse> send_put(const Runtime& runtime, Call& call,
                                 const PutItemRequest& request) {
  std::optional<Error> unanswered;
  auto response = repository::send(runtime, call.tally(), call.deadline(), Repeat::always, [&] {
    auto answer = runtime.database().put_item(request);
    if (!answer && !repository::may_repeat(answer.error(), Repeat::if_not_done) &&
        repository::may_repeat(answer.error(), Repeat::always)) {
      unanswered = answer.error();
    }
    return answer;
  });
  if (response || !unanswered || response.error().code != ErrorCode::condition_failed) {
    return response;
  }
  if (response.error().item == request.item) return PutItemResponse();
  return *std::move(unanswered);
}

Result<void> put_with(const Runtime& runtime, const Put& put, Precondition precondition) {
  const WritePattern& pattern = put.pattern();
  Call call(runtime, pattern.name, "PutItem");
  if (put.error()) return call.fail(*put.error());
  auto size = check_item_size(pattern.name, put.item());
  if (!size) return call.fail(std::move(size).error());
  PutItemRequest request;
  request.table_name = runtime.table_name();
  request.item = put.item();
  request.return_consumed_capacity = runtime.capacity();
  request.control = call.deadline().control;
  repository::use(repository::condition_of(runtime, pattern, precondition, put), request);
  auto response = send_put(runtime, call, request);
  if (!response) {
    return call.fail(repository::explain(runtime, pattern, precondition, put, request.item,
                                         std::move(response).error()));
  }
  call.tally().add_writes(response->consumed_capacity);
  call.add_items(1);
  return {};
}

}  // namespace

Result<void> Repository::create(const WritePattern& pattern, Result<Item> item,
                                const Condition* condition) const {
  Put put(pattern, std::move(item));
  if (condition != nullptr) put.require(*condition);
  return put_with(*runtime_, put, Precondition::absent);
}

Result<void> Repository::put(const WritePattern& pattern, Result<Item> item,
                             const Condition* condition) const {
  Put put(pattern, std::move(item));
  if (condition != nullptr) put.require(*condition);
  return this->put(put);
}

Result<void> Repository::put(const Put& put) const {
  return put_with(*runtime_, put, put.pattern().precondition);
}

Result<void> Repository::remove(const WritePattern& pattern, Result<Key> key,
                                const Condition* condition) const {
  Delete remove(pattern, std::move(key));
  if (condition != nullptr) remove.require(*condition);
  return this->remove(remove);
}

Result<void> Repository::remove(const Delete& remove) const {
  const Runtime& runtime = *runtime_;
  const WritePattern& pattern = remove.pattern();
  Call call(runtime, pattern.name, "DeleteItem");
  if (remove.error()) return call.fail(*remove.error());
  DeleteItemRequest request;
  request.table_name = runtime.table_name();
  request.key = remove.key();
  request.return_consumed_capacity = runtime.capacity();
  request.control = call.deadline().control;
  repository::use(repository::condition_of(runtime, pattern, pattern.precondition, remove),
                  request);
  auto response = repository::send(runtime, call.tally(), call.deadline(),
                                   repeat_of(request.condition_expression),
                                   [&] { return runtime.database().delete_item(request); });
  if (!response) {
    return call.fail(repository::explain(runtime, pattern, pattern.precondition, remove,
                                         request.key, std::move(response).error()));
  }
  call.tally().add_writes(response->consumed_capacity);
  call.add_items(1);
  return {};
}

// Updates ----------------------------------------------------------------------------------------

namespace {

UpdateItemRequest update_request(const Runtime& runtime, const Call& call, const Update& update,
                                 WriteExpressions expressions) {
  UpdateItemRequest request;
  request.table_name = runtime.table_name();
  request.key = update.key();
  request.update_expression = std::move(expressions.update);
  request.return_consumed_capacity = runtime.capacity();
  request.control = call.deadline().control;
  repository::use(std::move(expressions), request);
  return request;
}

Result<UpdateItemResponse> send_update(const Runtime& runtime, Call& call, Repeat repeat,
                                       const UpdateItemRequest& request) {
  auto response = repository::send(runtime, call.tally(), call.deadline(), repeat,
                                   [&] { return runtime.database().update_item(request); });
  if (response) call.tally().add_writes(response->consumed_capacity);
  return response;
}

/// DynamoDB makes no parents of a nested path, and says so only by this text.
bool lacks_parent(const Error& error) {
  return error.code == ErrorCode::validation &&
         error.message.find("document path provided in the update expression is invalid") !=
             std::string::npos;
}

}  // namespace

Result<Item> Repository::update_item(const Update& update) const {
  const Runtime& runtime = *runtime_;
  Call call(runtime, update.pattern().name, "UpdateItem");
  if (update.error()) return call.fail(*update.error());
  UpdateItemRequest request =
      update_request(runtime, call, update, repository::expressions_of(runtime, update));
  request.return_values = ReturnValues::all_new;
  const Repeat repeat = repeat_of(update);
  auto response = send_update(runtime, call, repeat, request);
  if (!response && lacks_parent(response.error())) {
    // An empty map does no harm if the update then fails after all.
    for (const std::string& parent : repository::parents_of(update)) {
      auto made = send_update(
          runtime, call, repeat,
          update_request(runtime, call, update, repository::make_parent(runtime, update, parent)));
      if (!made) return call.fail(repository::explain(runtime, update, std::move(made).error()));
    }
    response = send_update(runtime, call, repeat, request);
  }
  if (!response && response.error().code == ErrorCode::condition_failed &&
      repository::meets_expired(runtime, update, response.error().item)) {
    auto deleted = repository::delete_expired(runtime, call, update);
    if (!deleted) return call.fail(std::move(deleted).error());
    response = send_update(runtime, call, repeat, request);
  }
  if (!response) {
    return call.fail(repository::explain(runtime, update, std::move(response).error()));
  }
  call.add_items(1);
  return std::move(response->attributes).value_or(Item());
}

Error not_initial(const WritePattern& pattern, std::string_view field, std::string_view state,
                  std::string_view initial) {
  return repository::validation(fmt::format("{}: {} is {}; what is created begins as {}",
                                            pattern.name, field, state, initial));
}

}  // namespace keywright
