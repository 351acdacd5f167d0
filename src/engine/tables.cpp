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

}  // namespace

Result<TableResponse> Engine::Impl::describe_table(const DescribeTableRequest& request) {
  const auto name = table_name_of(request.table_name);
  if (!name) return name.error();
  const auto reader = catalogue_.read();
  const auto found = reader.tables().find(*name);
  if (found == reader.tables().end()) return table_not_found(*name);
  return TableResponse{describe(*found->second)};
}

Result<TableResponse> Engine::Impl::delete_table(const DeleteTableRequest& request) {
  const auto name = table_name_of(request.table_name);
  if (!name) return name.error();
  std::shared_ptr<Table> table;
  {
    auto writer = catalogue_.write();
    const auto found = writer.tables().find(*name);
    if (found == writer.tables().end()) return table_not_found(*name);
    if (auto idle = check_table_is_idle(*found->second); !idle) return std::move(idle).error();
    if (found->second->deletion_protection_enabled) {
      return errors::validation(
          "Resource cannot be deleted as it is currently protected against deletion. Disable "
          "deletion protection first.");
    }
    table = std::move(found->second);
    StreamRegistry::disable(*table, now(), now());
    writer.tables().erase(found);
  }
  // Nobody else can reach it any more: the items are freed without the catalogue being held.
  TableResponse response{describe_deleted(*table)};
  drop_trees(*table);
  return response;
}

Result<ListTablesResponse> Engine::Impl::list_tables(const ListTablesRequest& request) {
  api::Constraints constraints;
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
  for (std::int64_t i = 0; i < limit && next != tables.end(); ++i, ++next) {
    response.table_names.push_back(next->first);
  }
  if (next != tables.end()) response.last_evaluated_table_name = response.table_names.back();
  return response;
}

}  // namespace keywright
