// DescribeTable, DeleteTable and ListTables.

#include "api/constraints.hpp"
#include "core/errors.hpp"
#include "engine/engine_impl.hpp"
#include "engine/table_description.hpp"
#include "engine/table_schema.hpp"
#include "engine/validation.hpp"

#include <utility>

namespace keywright {
namespace {

using namespace engine;

constexpr std::int64_t kMaxListedTables = 100;

Result<void> check_may_be_deleted(const Table& table, TimePoint now) {
  if (auto idle = check_table_is_idle(table); !idle) return idle;
  if (table.busy_index({}, now) != nullptr) {
    return errors::resource_in_use(
        "Attempt to change a resource which is still in use: Cannot delete table while indexes are "
        "being created, updated, or deleted.");
  }
  if (!table.deletion_protection_enabled) return {};
  return errors::validation(
      "Resource cannot be deleted as it is currently protected against deletion. Disable deletion "
      "protection first.");
}

}  // namespace

Result<TableResponse> Engine::Impl::describe_table(const DescribeTableRequest& request) {
  const auto name = table_name_of(request.table_name);
  if (!name) return name.error();
  const auto reader = catalogue_.read();
  const auto table = reader.require_table(*name);
  if (!table) return table.error();
  return TableResponse{describe(**table)};
}

Result<TableResponse> Engine::Impl::delete_table(const DeleteTableRequest& request) {
  const auto name = table_name_of(request.table_name);
  if (!name) return name.error();
  const TimePoint time = now();
  const TimePoint gone_at = time + options_.control_plane_delay;
  std::shared_ptr<Table> table;
  {
    auto writer = catalogue_.write();
    const auto found = writer.require_table(*name);
    if (!found) return found.error();
    table = *found;
    if (auto checked = check_may_be_deleted(*table, time); !checked) {
      return std::move(checked).error();
    }
    table->phase = {TableStatus::deleting, table->clock() + options_.control_plane_delay};
    table->time_to_live_attribute.reset();
    StreamRegistry::disable(*table, time, gone_at);
    policies_.forget(table->arn);
    if (gone_at == time) writer.tables().erase(writer.tables().find(*name));
  }
  // Nobody can reach its items any more: they are freed without the catalogue being held.
  TableResponse response{describe_deleted(*table)};
  drop_trees(*table);
  return response;
}

Result<ListTablesResponse> Engine::Impl::list_tables(const ListTablesRequest& request) {
  api::Constraints constraints;
  if (request.exclusive_start_table_name) {
    constraints.resource_name(*request.exclusive_start_table_name, "exclusiveStartTableName");
  }
  const std::int64_t limit = request.limit.value_or(kMaxListedTables);
  constraints.at_least(limit, "limit", 1);
  constraints.at_most(limit, "limit", kMaxListedTables);
  if (auto checked = constraints.result(); !checked) return std::move(checked).error();

  ListTablesResponse response;
  const auto reader = catalogue_.read();
  const auto& tables = reader.tables();
  auto next = request.exclusive_start_table_name
                  ? tables.upper_bound(*request.exclusive_start_table_name)
                  : tables.begin();
  for (; next != tables.end(); ++next) {
    if (!reader.require_table(next->first)) continue;  // gone, but not swept away yet
    if (static_cast<std::int64_t>(response.table_names.size()) == limit) {
      response.last_evaluated_table_name = response.table_names.back();
      break;
    }
    response.table_names.push_back(next->first);
  }
  return response;
}

}  // namespace keywright
