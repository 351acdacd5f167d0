#include "core/errors.hpp"
#include <keywright/conflicting_database.hpp>

#include <utility>
#include <vector>

namespace keywright {
namespace {

constexpr const char* kOngoing = "Transaction is ongoing for the item";

}  // namespace

ConflictingDatabase::ConflictingDatabase(Database& database, ConflictOptions options)
    : ForwardingDatabase(database),
      rate_(options.rate),
      random_(options.seed != 0 ? options.seed : std::random_device()()) {}

std::optional<std::size_t> ConflictingDatabase::conflict(std::size_t items) {
  if (items == 0) return std::nullopt;  // the request is refused anyhow
  const std::lock_guard lock(mutex_);
  // The distributions of the standard library differ between its implementations.
  const double chance = static_cast<double>(random_() >> 11) * 0x1p-53;
  if (chance >= rate_) return std::nullopt;
  return static_cast<std::size_t>(random_() % items);
}

template <class Response, class Request>
Result<Response> ConflictingDatabase::write(
    const Request& request, Result<Response> (Database::*operation)(const Request&)) {
  if (conflict(1)) return errors::from_exception("TransactionConflictException", kOngoing);
  return (inner().*operation)(request);
}

template <class Response, class Request>
Result<Response> ConflictingDatabase::transact(
    const Request& request, std::size_t items,
    Result<Response> (Database::*operation)(const Request&)) {
  const auto item = conflict(items);
  if (!item) return (inner().*operation)(request);
  std::vector<CancellationReason> reasons(items, {"None", {}, {}});
  reasons[*item] = {"TransactionConflict", kOngoing, {}};
  return errors::transaction_cancelled(std::move(reasons));
}

Result<PutItemResponse> ConflictingDatabase::put_item(const PutItemRequest& request) {
  return write(request, &Database::put_item);
}
Result<UpdateItemResponse> ConflictingDatabase::update_item(const UpdateItemRequest& request) {
  return write(request, &Database::update_item);
}
Result<DeleteItemResponse> ConflictingDatabase::delete_item(const DeleteItemRequest& request) {
  return write(request, &Database::delete_item);
}
Result<TransactGetItemsResponse> ConflictingDatabase::transact_get_items(
    const TransactGetItemsRequest& request) {
  return transact(request, request.transact_items.size(), &Database::transact_get_items);
}
Result<TransactWriteItemsResponse> ConflictingDatabase::transact_write_items(
    const TransactWriteItemsRequest& request) {
  return transact(request, request.transact_items.size(), &Database::transact_write_items);
}
Result<ExecuteTransactionResponse> ConflictingDatabase::execute_transaction(
    const ExecuteTransactionRequest& request) {
  return transact(request, request.transact_statements.size(), &Database::execute_transaction);
}

}  // namespace keywright
