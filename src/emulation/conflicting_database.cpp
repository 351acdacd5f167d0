#include "emulation/conflict_errors.hpp"
#include "expression/partiql.hpp"
#include <keywright/conflicting_database.hpp>

#include <algorithm>
#include <span>
#include <utility>
#include <variant>
#include <vector>

namespace keywright {
namespace {

/// Of no item.
constexpr const char* kNever = "attribute_exists(a) AND attribute_not_exists(a)";

// A request that is refused anyhow meets nobody. Whether it would be shows when it is made with a
// condition that no item meets: if that is what it fails for, all else was right. If not, the
// database is asked for what was asked for, and says so.

/// Within one pair of parentheses; a second would be refused as redundant.
bool is_wrapped(std::string_view text) {
  const auto first = text.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos || text[first] != '(') return false;
  int depth = 0;
  for (std::size_t i = first; i < text.size(); ++i) {
    if (text[i] == '(') ++depth;
    if (text[i] == ')' && --depth == 0) {
      return text.find_first_not_of(" \t\r\n", i + 1) == std::string_view::npos;
    }
  }
  return false;
}

void never_meet(std::string& condition) {
  if (condition.empty()) return;  // is refused
  condition = (is_wrapped(condition) ? condition : "(" + condition + ")") + " AND " + kNever;
}
void never_meet(std::optional<std::string>& condition) {
  if (condition) {
    never_meet(*condition);
  } else {
    condition = kNever;
  }
}

template <class Request>
bool is_legacy(const Request& request) {
  if constexpr (requires { request.attribute_updates; }) {
    if (request.attribute_updates) return true;
  }
  return request.expected || request.conditional_operator;
}

/// That the conditions alone were at fault.
bool is_never(const Error& error) {
  if (error.exception == "ConditionalCheckFailedException") return true;
  return error.exception == "TransactionCanceledException" &&
         std::all_of(error.reasons.begin(), error.reasons.end(), [](const auto& reason) {
           return reason.code == "ConditionalCheckFailed" || reason.code == "None";
         });
}

enum class StatementUse { refused, read, write };

/// Of a statement that writes only its text and its table are looked at.
StatementUse use_of(Database& database, const std::string& text,
                    const std::optional<std::vector<AttributeValue>>& parameters) {
  const auto values =
      parameters ? std::span<const AttributeValue>(*parameters) : std::span<const AttributeValue>();
  const auto statement = expression::parse_statement(text, values);
  if (!statement) return StatementUse::refused;
  if (statement->is_read()) return StatementUse::read;
  return database.describe_table({.table_name = statement->table}) ? StatementUse::write
                                                                   : StatementUse::refused;
}

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
  if (!conflict(1)) return (inner().*operation)(request);
  if (is_legacy(request)) return emulation::conflict();
  Request probe = request;
  never_meet(probe.condition_expression);
  const auto probed = (inner().*operation)(probe);
  if (!probed && is_never(probed.error())) return emulation::conflict();
  return (inner().*operation)(request);
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
  const std::size_t items = request.transact_items.size();
  const auto item = conflict(items);
  auto response = inner().transact_get_items(request);
  if (!item || !response) return response;
  return emulation::conflict(items, *item);
}

Result<TransactWriteItemsResponse> ConflictingDatabase::transact_write_items(
    const TransactWriteItemsRequest& request) {
  const std::size_t items = request.transact_items.size();
  if (const auto item = conflict(items)) {
    auto probe = request;
    probe.client_request_token.reset();  // it is for the request itself
    for (auto& each : probe.transact_items) {
      std::visit([](auto& action) { never_meet(action.condition_expression); }, each);
    }
    const auto probed = inner().transact_write_items(probe);
    if (!probed && is_never(probed.error())) return emulation::conflict(items, *item);
  }
  return inner().transact_write_items(request);
}

Result<ExecuteStatementResponse> ConflictingDatabase::execute_statement(
    const ExecuteStatementRequest& request) {
  if (use_of(inner(), request.statement, request.parameters) == StatementUse::write &&
      conflict(1)) {
    return emulation::conflict();
  }
  return inner().execute_statement(request);
}

Result<ExecuteTransactionResponse> ConflictingDatabase::execute_transaction(
    const ExecuteTransactionRequest& request) {
  const std::size_t items = request.transact_statements.size();
  const auto item = conflict(items);
  if (!item) return inner().execute_transaction(request);
  bool writes = false;
  for (const auto& each : request.transact_statements) {
    const auto use = use_of(inner(), each.statement, each.parameters);
    if (use == StatementUse::refused) return inner().execute_transaction(request);
    writes |= use == StatementUse::write;
  }
  if (!writes) {
    auto response = inner().execute_transaction(request);
    if (!response) return response;
  }
  return emulation::conflict(items, *item);
}

}  // namespace keywright
