#include "core/errors.hpp"
#include "engine/engine_impl.hpp"
#include "engine/statement_keys.hpp"
#include "engine/statement_request.hpp"
#include "engine/statement_write.hpp"
#include "engine/transaction.hpp"
#include "engine/validation.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace keywright {
namespace {

using namespace engine;

constexpr std::size_t kMaxStatements = 25;

/// A statement of the batch, as far as it could be read: what is wrong with it is its own.
struct Member {
  const BatchStatement* request = nullptr;
  Result<expression::Statement> statement;
  Table* table = nullptr;
  Key key{};  ///< or the item of an INSERT
  std::optional<EntryKey> entry{};
  std::optional<Error> error{};

  /// Nothing is wrong with it so far.
  [[nodiscard]] bool is_ready() const { return statement && !error; }
};
using Members = std::vector<Member>;

Result<void> check_request(const BatchExecuteStatementRequest& request) {
  api::Constraints constraints;
  constrain_statement_count(constraints, request.statements.size(), kMaxStatements, "statements");
  for (std::size_t i = 0; i < request.statements.size(); ++i) {
    const BatchStatement& statement = request.statements[i];
    constrain_statement(constraints, statement.statement, statement.parameters,
                        "statements." + std::to_string(i + 1) + ".member.");
  }
  return constraints.result();
}

Result<Members> read_members(const BatchExecuteStatementRequest& request) {
  Members members;
  members.reserve(request.statements.size());
  bool reads = false;
  bool writes = false;
  for (const BatchStatement& statement : request.statements) {
    Member member{&statement, read_statement(statement.statement, statement.parameters)};
    if (member.statement) {
      (member.statement->is_read() ? reads : writes) = true;
      if (member.statement->is_exists) {
        member.error = errors::validation("EXISTS is supported in ExecuteTransaction only");
      }
    }
    members.push_back(std::move(member));
  }
  if (reads && writes) {
    return errors::validation("A batch consists of either reads or writes: it cannot have both");
  }
  return members;
}

Result<void> check_select(const Member& member) {
  const expression::Statement& statement = *member.statement;
  if (!statement.index && statement.where && is_just_the_key(*statement.where, *member.table)) {
    return {};
  }
  return errors::validation(
      "Select statements within BatchExecuteStatement must specify the primary key in the where "
      "clause.");
}

/// The table and the item of a statement.
Result<void> locate(const Catalogue::Reader& reader, Member& member) {
  const expression::Statement& statement = *member.statement;
  const auto table = reader.require(statement.table);
  if (!table) return table.error();
  member.table = *table;
  if (statement.is_read()) {
    if (auto checked = check_select(member); !checked) return checked;
  }
  auto key = key_of_statement(**table, statement);
  if (!key) return std::move(key).error();
  member.key = *std::move(key);
  auto entry = statement.kind == expression::StatementKind::insert
                   ? key_of_item(**table, member.key)
                   : key_of_request(**table, member.key);
  if (!entry) return std::move(entry).error();
  member.entry = *std::move(entry);
  return {};
}

Result<void> locate_members(const Catalogue::Reader& reader, Members& members) {
  DistinctEntries entries;
  for (Member& member : members) {
    if (!member.is_ready()) continue;
    if (auto located = locate(reader, member); !located) {
      member.error = std::move(located).error();
    } else {
      entries.add(*member.table, *member.entry);
    }
  }
  if (entries.check()) return {};
  return errors::validation("Provided list of item keys contains duplicates");
}

std::optional<Item> read(const Member& member, const Clock& clock, storage::Store& store,
                         CapacityMeter& meter) {
  const Table& table = *member.table;
  auto item = seen(table.tree, table.late, member.request->consistent_read, clock, store)
                  .get(member.entry->position());
  meter.add_table_read(read_units(item ? item->size_in_bytes() : 0, member.request->consistent_read
                                                                        ? ReadKind::strong
                                                                        : ReadKind::eventual));
  if (item && member.statement->projection) return member.statement->projection->apply(*item);
  return item;
}

Result<std::optional<Item>> write(Member& member, const WriteTarget& target) {
  const ReturnValues asked = return_values_of(*member.statement);
  // Whatever is asked for, a batch does not return the item that fails a condition.
  const auto plan = plan_statement_write(*member.table, *member.statement, member.key,
                                         ReturnValuesOnConditionCheckFailure::none);
  if (!plan) return plan.error();
  return write_alone(target, *plan, asked, UpdateSizing::flat);
}

BatchStatementResult failed(const Member& member, const Error& error) {
  BatchStatementResult result;
  result.error = BatchStatementError{std::string(reason_code(error)), error.message, {}};
  if (member.statement) result.table_name = member.statement->table;
  return result;
}

}  // namespace

Result<BatchExecuteStatementResponse> Engine::Impl::batch_execute_statement(
    const BatchExecuteStatementRequest& request) {
  if (auto checked = check_request(request); !checked) return std::move(checked).error();
  auto members = read_members(request);
  if (!members) return std::move(members).error();
  const auto reader = catalogue_.read();
  if (auto located = locate_members(reader, *members); !located) return std::move(located).error();

  BatchExecuteStatementResponse response;
  CapacityMeters meters;
  for (Member& member : *members) {
    if (!member.is_ready()) {
      const Error& error = member.statement ? *member.error : member.statement.error();
      response.responses.push_back(failed(member, error));
      continue;
    }
    CapacityMeter& meter = meters.of(*member.table);
    auto item = member.statement->is_read()
                    ? Result<std::optional<Item>>(read(member, options_.clock, *store_, meter))
                    : write(member, {*member.table, *store_, options_.clock, meter});
    if (!item) {
      response.responses.push_back(failed(member, item.error()));
      continue;
    }
    response.responses.push_back({std::nullopt, member.table->name, *std::move(item)});
  }
  response.consumed_capacity = meters.report(request.return_consumed_capacity);
  return response;
}

}  // namespace keywright
