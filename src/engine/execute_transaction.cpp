#include "core/errors.hpp"
#include "engine/content_hash.hpp"
#include "engine/engine_impl.hpp"
#include "engine/statement_keys.hpp"
#include "engine/statement_request.hpp"
#include "engine/statement_write.hpp"
#include "engine/transact.hpp"
#include "engine/transaction.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace keywright {
namespace {

using namespace engine;

constexpr std::size_t kMaxTokenLength = 36;

/// A statement of the transaction and the item it is about.
struct Member {
  expression::Statement statement;
  Table* table = nullptr;
  Key key{};  ///< or the item of an INSERT
};
using Members = std::vector<Member>;

Result<void> check_request(const ExecuteTransactionRequest& request) {
  api::Constraints constraints;
  const auto& statements = request.transact_statements;
  constrain_statement_count(constraints, statements.size(), kMaxTransactionActions,
                            "transactStatements");
  for (std::size_t i = 0; i < statements.size(); ++i) {
    constrain_statement(constraints, statements[i].statement, statements[i].parameters,
                        "transactStatements." + std::to_string(i + 1) + ".member.");
  }
  if (request.client_request_token) {
    constraints.length(*request.client_request_token, "clientRequestToken", 1, kMaxTokenLength);
  }
  return constraints.result();
}

/// A check by EXISTS goes with the writes.
bool is_read(const Member& member) {
  return member.statement.is_read() && !member.statement.is_exists;
}

Result<Members> read_members(const ExecuteTransactionRequest& request) {
  if (auto checked = check_request(request); !checked) return std::move(checked).error();
  Members members;
  members.reserve(request.transact_statements.size());
  for (const ParameterizedStatement& each : request.transact_statements) {
    auto statement = read_statement(each.statement, each.parameters);
    if (!statement) return std::move(statement).error();
    members.push_back({*std::move(statement)});
  }
  const auto reads =
      static_cast<std::size_t>(std::count_if(members.begin(), members.end(), is_read));
  if (reads > 0 && reads < members.size()) {
    return errors::validation(
        "A transaction consists of either reads or writes: it cannot have both");
  }
  return members;
}

Result<void> check_select(const Member& member) {
  const expression::Statement& statement = member.statement;
  if (statement.index) {
    return errors::validation("Select statements within ExecuteTransaction may not name an index");
  }
  if (statement.is_exists) return {};
  if (statement.where && is_just_the_key(*statement.where, *member.table)) return {};
  return errors::validation(
      "Select statements within ExecuteTransaction must specify the primary key in the where "
      "clause.");
}

Result<void> locate_members(const Catalogue::Reader& reader, Members& members) {
  for (Member& member : members) {
    const auto table = reader.require(member.statement.table);
    if (!table) return table.error();
    member.table = *table;
  }
  for (Member& member : members) {
    if (member.statement.is_read()) {
      if (auto checked = check_select(member); !checked) return checked;
    }
    auto key = key_of_statement(*member.table, member.statement);
    if (!key) return std::move(key).error();
    member.key = *std::move(key);
  }
  return {};
}

Result<TransactActions> plan_writes(const ExecuteTransactionRequest& request, Members& members) {
  TransactActions actions;
  std::size_t bytes = 0;
  for (std::size_t i = 0; i < members.size(); ++i) {
    const ParameterizedStatement& given = request.transact_statements[i];
    Member& member = members[i];
    auto plan = plan_statement_write(*member.table, member.statement, member.key,
                                     given.return_values_on_condition_check_failure);
    if (!plan) return std::move(plan).error();
    TransactAction action;
    action.plan = *std::move(plan);
    action.bytes = member.key.size_in_bytes();
    for (const AttributeValue& value : member.statement.values) {
      action.bytes += value.view().size_in_bytes();
    }
    bytes += action.bytes;
    actions.push_back(std::move(action));
  }
  if (auto checked = check_transaction_size(bytes); !checked) return std::move(checked).error();
  return actions;
}

std::vector<TransactRead> plan_reads(Members& members) {
  std::vector<TransactRead> reads;
  for (Member& member : members) {
    reads.push_back(
        {member.table->name, &member.key, std::move(member.statement.projection), nullptr, {}});
  }
  return reads;
}

}  // namespace

Result<ExecuteTransactionResponse> Engine::Impl::execute_transaction(
    const ExecuteTransactionRequest& request) {
  auto members = read_members(request);
  if (!members) return std::move(members).error();
  const auto reader = catalogue_.read();
  if (auto located = locate_members(reader, *members); !located) return std::move(located).error();

  ExecuteTransactionResponse response;
  if (is_read(members->front())) {
    auto reads = plan_reads(*members);
    auto read = read_together(reads, reader, *store_, request.return_consumed_capacity);
    if (!read) return std::move(read).error();
    response.responses = std::move(read->responses);
    response.consumed_capacity = std::move(read->consumed_capacity);
    return response;
  }
  auto actions = plan_writes(request, *members);
  if (!actions) return std::move(actions).error();
  const auto& token = request.client_request_token;
  const auto meters =
      write_together(*actions, {reader, *store_, options_.clock, statement_tokens_, token,
                                token ? content_hash(request) : std::uint64_t{0}});
  if (!meters) return meters.error();
  response.responses.resize(members->size());
  response.consumed_capacity = meters->report(request.return_consumed_capacity, true);
  return response;
}

}  // namespace keywright
