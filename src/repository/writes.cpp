// The writes of a Repository: one item, and several in a transaction.

#include "repository/runtime.hpp"
#include "repository/write_expressions.hpp"
#include <keywright/item_writer.hpp>
#include <keywright/repository.hpp>

#include <algorithm>
#include <map>
#include <utility>

#include <fmt/format.h>

namespace keywright {

using repository::Call;
using repository::Repeat;
using repository::Runtime;
using repository::WriteExpressions;

namespace {

constexpr auto kReturnStored = ReturnValuesOnConditionCheckFailure::all_old;
constexpr std::size_t kMaxOperations = 100;                   // AWS: TransactWriteItems
constexpr std::size_t kMaxTransactionSize = 4 * 1024 * 1024;  // AWS: the same

/// Puts the parts of an expression into a request of any kind.
template <class Request>
void use(WriteExpressions&& expressions, Request& request) {
  request.condition_expression = std::move(expressions.condition);
  request.expression_attribute_names = std::move(expressions.names);
  request.expression_attribute_values = std::move(expressions.values);
  if (request.condition_expression) {
    request.return_values_on_condition_check_failure = kReturnStored;
  }
}

/// A write without a condition leaves the same behind when it is made twice.
Repeat repeat_of(const std::optional<std::string>& condition) {
  return condition ? Repeat::if_not_done : Repeat::always;
}

Result<void> put_with(const Runtime& runtime, const WritePattern& pattern,
                      Precondition precondition, Result<Item> item, const Condition* condition) {
  Call call(runtime, pattern.name, "PutItem");
  if (!item) return call.fail(std::move(item).error());
  if (condition != nullptr && condition->error()) return call.fail(*condition->error());
  auto size = check_item_size(pattern.name, *item);
  if (!size) return call.fail(std::move(size).error());
  PutItemRequest request;
  request.table_name = runtime.table_name();
  request.item = *std::move(item);
  request.return_consumed_capacity = runtime.capacity();
  use(repository::condition_of(runtime, pattern, precondition, condition), request);
  auto response = repository::send(runtime, call.tally(), repeat_of(request.condition_expression),
                                   [&] { return runtime.database().put_item(request); });
  if (!response) {
    return call.fail(repository::explain(runtime, pattern.name, precondition, pattern.ttl_attribute,
                                         request.item, std::move(response).error()));
  }
  call.tally().add_writes(response->consumed_capacity);
  call.add_items(1);
  return {};
}

}  // namespace

Result<void> Repository::create(const WritePattern& pattern, Result<Item> item,
                                const Condition* condition) const {
  return put_with(*runtime_, pattern, Precondition::absent, std::move(item), condition);
}

Result<void> Repository::put(const WritePattern& pattern, Result<Item> item,
                             const Condition* condition) const {
  return put_with(*runtime_, pattern, pattern.precondition, std::move(item), condition);
}

Result<void> Repository::remove(const WritePattern& pattern, Result<Key> key,
                                const Condition* condition) const {
  const Runtime& runtime = *runtime_;
  Call call(runtime, pattern.name, "DeleteItem");
  if (!key) return call.fail(std::move(key).error());
  if (condition != nullptr && condition->error()) return call.fail(*condition->error());
  DeleteItemRequest request;
  request.table_name = runtime.table_name();
  request.key = *std::move(key);
  request.return_consumed_capacity = runtime.capacity();
  use(repository::condition_of(runtime, pattern, pattern.precondition, condition), request);
  auto response = repository::send(runtime, call.tally(), repeat_of(request.condition_expression),
                                   [&] { return runtime.database().delete_item(request); });
  if (!response) {
    return call.fail(repository::explain(runtime, pattern.name, pattern.precondition,
                                         pattern.ttl_attribute, request.key,
                                         std::move(response).error()));
  }
  call.tally().add_writes(response->consumed_capacity);
  call.add_items(1);
  return {};
}

// Updates ----------------------------------------------------------------------------------------

namespace {

UpdateItemRequest update_request(const Runtime& runtime, const Update& update,
                                 WriteExpressions expressions) {
  UpdateItemRequest request;
  request.table_name = runtime.table_name();
  request.key = update.key();
  request.update_expression = std::move(expressions.update);
  request.return_consumed_capacity = runtime.capacity();
  use(std::move(expressions), request);
  return request;
}

Result<UpdateItemResponse> send_update(const Runtime& runtime, Call& call,
                                       const UpdateItemRequest& request) {
  auto response = repository::send(runtime, call.tally(), Repeat::if_not_done,
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

/// Whether an update that may create its item met one that has expired, which counts as absent.
bool meets_expired(const Runtime& runtime, const Update& update, const Error& error) {
  const bool may_create =
      update.pattern().precondition == Precondition::none && update.states().empty();
  return may_create && error.code == ErrorCode::condition_failed && error.item &&
         runtime.is_expired(*error.item, update.pattern().ttl_attribute);
}

/// Deletes the item if it is still expired; that it is not, or no longer there, is no failure.
Result<void> delete_expired(const Runtime& runtime, Call& call, const Update& update) {
  DeleteItemRequest request;
  request.table_name = runtime.table_name();
  request.key = update.key();
  request.return_consumed_capacity = runtime.capacity();
  use(repository::expired(runtime, update.pattern()), request);
  auto response = repository::send(runtime, call.tally(), Repeat::if_not_done,
                                   [&] { return runtime.database().delete_item(request); });
  if (response) {
    call.tally().add_writes(response->consumed_capacity);
  } else if (response.error().code != ErrorCode::condition_failed) {
    return std::move(response).error();
  }
  return {};
}

}  // namespace

Result<Item> Repository::update_item(const Update& update) const {
  const Runtime& runtime = *runtime_;
  Call call(runtime, update.pattern().name, "UpdateItem");
  if (update.error()) return call.fail(*update.error());
  UpdateItemRequest request =
      update_request(runtime, update, repository::expressions_of(runtime, update));
  request.return_values = ReturnValues::all_new;
  auto response = send_update(runtime, call, request);
  if (!response && lacks_parent(response.error())) {
    // An empty map does no harm if the update then fails after all.
    for (const std::string& parent : repository::parents_of(update)) {
      auto made = send_update(
          runtime, call,
          update_request(runtime, update, repository::make_parent(runtime, update, parent)));
      if (!made) return call.fail(repository::explain(runtime, update, std::move(made).error()));
    }
    response = send_update(runtime, call, request);
  }
  if (!response && meets_expired(runtime, update, response.error())) {
    auto deleted = delete_expired(runtime, call, update);
    if (!deleted) return call.fail(std::move(deleted).error());
    response = send_update(runtime, call, request);
  }
  if (!response) {
    return call.fail(repository::explain(runtime, update, std::move(response).error()));
  }
  call.add_items(1);
  return std::move(response->attributes).value_or(Item());
}

// Transactions -----------------------------------------------------------------------------------

namespace {

const Item& key_holder(const WriteTransaction::Operation& operation) {
  if (const auto* update = std::get_if<Update>(&operation)) return update->key();
  return std::get<WriteTransaction::Put>(operation).item;
}

/// What DynamoDB would refuse as a whole: too many, too much, or an item twice.
Result<void> check_operations(const Runtime& runtime, const WriteTransaction& transaction) {
  const auto& operations = transaction.operations();
  if (operations.empty() || operations.size() > kMaxOperations) {
    return repository::validation(fmt::format("{}: a transaction has 1 to {} operations, not {}",
                                              transaction.pattern().name, kMaxOperations,
                                              operations.size()));
  }
  std::map<std::string, std::size_t> seen;
  std::size_t size = 0;
  for (std::size_t i = 0; i < operations.size(); ++i) {
    const Item& item = key_holder(operations[i]);
    size += item.size_in_bytes();
    const auto [earlier, is_new] = seen.emplace(runtime.key_bytes(item), i);
    if (is_new) continue;
    return repository::validation(
        fmt::format("{}: operations {} and {} of the transaction are both on the item {}",
                    transaction.pattern().name, earlier->second, i, runtime.key_text(item)));
  }
  if (size <= kMaxTransactionSize) return {};
  return repository::validation(
      fmt::format("{}: the items of the transaction have {} bytes; together they can have {}",
                  transaction.pattern().name, size, kMaxTransactionSize));
}

TransactWriteItem operation_of(const Runtime& runtime, const Update& update) {
  TransactUpdate operation;
  operation.table_name = runtime.table_name();
  operation.key = update.key();
  WriteExpressions expressions = repository::expressions_of(runtime, update);
  operation.update_expression = std::move(expressions.update).value_or("");
  use(std::move(expressions), operation);
  return operation;
}

TransactWriteItem operation_of(const Runtime& runtime, const WriteTransaction::Put& put) {
  TransactPut operation;
  operation.table_name = runtime.table_name();
  operation.item = put.item;
  use(repository::condition_of(runtime, put.pattern, put.pattern.precondition, nullptr), operation);
  return operation;
}

/// 32 hexadecimal characters: repeating the request with it repeats nothing else.
std::string request_token(const Runtime& runtime) {
  return fmt::format("{:016x}{:016x}", runtime.options().random(), runtime.options().random());
}

/// The cancellation of a transition by its own condition, as the condition_failed it is.
Error transition_error(const Runtime& runtime, const WriteTransaction& transaction, Error error) {
  if (error.code != ErrorCode::transaction_cancelled || !transaction.transition()) return error;
  const std::size_t index = *transaction.transition();
  if (index >= error.reasons.size() || error.reasons[index].code != "ConditionalCheckFailed") {
    return error;
  }
  error.code = ErrorCode::condition_failed;
  error.item = error.reasons[index].item;
  return repository::explain(runtime, std::get<Update>(transaction.operations()[index]),
                             std::move(error));
}

}  // namespace

Result<void> Repository::transact(const WriteTransaction& transaction) const {
  const Runtime& runtime = *runtime_;
  Call call(runtime, transaction.pattern().name, "TransactWriteItems");
  if (transaction.error()) return call.fail(*transaction.error());
  auto checked = check_operations(runtime, transaction);
  if (!checked) return call.fail(std::move(checked).error());
  TransactWriteItemsRequest request;
  request.transact_items.reserve(transaction.operations().size());
  for (const auto& operation : transaction.operations()) {
    request.transact_items.push_back(
        std::visit([&](const auto& each) { return operation_of(runtime, each); }, operation));
  }
  request.client_request_token = request_token(runtime);
  request.return_consumed_capacity = runtime.capacity();
  auto response = repository::send(runtime, call.tally(), Repeat::always, [&] {
    return runtime.database().transact_write_items(request);
  });
  if (!response) {
    return call.fail(transition_error(runtime, transaction, std::move(response).error()));
  }
  call.tally().add_writes(response->consumed_capacity);
  call.add_items(transaction.operations().size());
  return {};
}

Error not_initial(const WritePattern& pattern, std::string_view field, std::string_view state,
                  std::string_view initial) {
  return repository::validation(fmt::format("{}: {} is {}; what is created begins as {}",
                                            pattern.name, field, state, initial));
}

}  // namespace keywright
