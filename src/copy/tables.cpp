#include "copy/tables.hpp"

#include "api/table_status.hpp"

#include <utility>

namespace keywright::copy {
namespace {

constexpr std::chrono::seconds kBetweenLooks{1};
constexpr std::chrono::minutes kLongestCreation{30};

Error at(const DatabaseAccess& access, const std::string& table, std::string_view doing,
         Error error) {
  error.message =
      std::string(doing) + " table " + table + " at " + access.url + ": " + error.message;
  return error;
}

template <class Call>
auto call(const DatabaseAccess& access, const std::stop_token& stop, Call&& each) {
  return repeat(access.timing, access.repetitions, nullptr, stop, each, kFirstPatience);
}

GlobalSecondaryIndex definition_of(const SecondaryIndexDescription& index, bool provisioned) {
  GlobalSecondaryIndex out;
  out.index_name = index.index_name;
  out.key_schema = index.key_schema;
  out.projection = index.projection;
  if (provisioned) out.provisioned_throughput = index.provisioned_throughput;
  out.on_demand_throughput = index.on_demand_throughput;
  return out;
}

Result<void> wait_until_active(const DatabaseAccess& access, const std::string& table,
                               const std::stop_token& stop) {
  const Instant begin = access.timing.now();
  while (access.timing.now() - begin < kLongestCreation) {
    auto described =
        call(access, stop, [&] { return access.database.describe_table({.table_name = table}); });
    if (described && api::is_active(described->table)) return {};
    // A new table may not show at once.
    if (!described && described.error().code != ErrorCode::not_found) {
      return at(access, table, "waiting for", std::move(described).error());
    }
    if (!access.timing.pause(kBetweenLooks, stop)) return stopped();
  }
  return failure("table " + table + " at " + access.url + " is created, but not active after " +
                 std::to_string(kLongestCreation.count()) +
                 " minutes; once it is, run the same command without --create");
}

bool is_unknown(const Error& error) {
  return error.exception == "UnknownOperationException";
}

/// What has no expiry, or knows none, has no attribute for it. Some say then that there is no such
/// table, of one that they have just described.
Result<std::optional<std::string>> time_to_live_of(const DatabaseAccess& access,
                                                   const std::string& table,
                                                   const std::stop_token& stop) {
  auto described = call(
      access, stop, [&] { return access.database.describe_time_to_live({.table_name = table}); });
  if (described) return std::move(described->attribute_name);
  if (is_unknown(described.error()) || described.error().code == ErrorCode::not_found) {
    return std::optional<std::string>();
  }
  return at(access, table, "describing the expiry of", std::move(described).error());
}

}  // namespace

CreateTableRequest create_request_of(const TableDescription& table) {
  CreateTableRequest out;
  const bool provisioned = table.billing_mode == BillingMode::provisioned;
  out.table_name = table.table_name;
  out.key_schema = table.key_schema;
  out.attribute_definitions = table.attribute_definitions;
  out.billing_mode = table.billing_mode;
  if (provisioned) out.provisioned_throughput = table.provisioned_throughput;
  out.on_demand_throughput = table.on_demand_throughput;
  for (const auto& index : table.global_secondary_indexes) {
    out.global_secondary_indexes.push_back(definition_of(index, provisioned));
  }
  for (const auto& index : table.local_secondary_indexes) {
    out.local_secondary_indexes.push_back({index.index_name, index.key_schema, index.projection});
  }
  return out;
}

Result<std::optional<DescribedTable>> describe(const DatabaseAccess& access,
                                               const std::string& table,
                                               const std::stop_token& stop) {
  auto described =
      call(access, stop, [&] { return access.database.describe_table({.table_name = table}); });
  if (!described) {
    if (described.error().code == ErrorCode::not_found) return std::optional<DescribedTable>();
    return at(access, table, "describing", std::move(described).error());
  }
  auto time_to_live = time_to_live_of(access, table, stop);
  if (!time_to_live) return std::move(time_to_live).error();
  DescribedTable out;
  out.definition = {create_request_of(described->table), *std::move(time_to_live)};
  out.id = described->table.table_id;
  out.arn = described->table.table_arn;
  out.item_count = described->table.item_count;
  out.size_bytes = described->table.table_size_bytes;
  return std::optional(std::move(out));
}

Result<std::string> create(const DatabaseAccess& access, TableDefinition definition,
                           const std::stop_token& stop) {
  const std::string& table = definition.create.table_name;
  auto created =
      call(access, stop, [&] { return access.database.create_table(definition.create); });
  if (!created) return at(access, table, "creating", std::move(created).error());
  auto active = wait_until_active(access, table, stop);
  if (!active) return std::move(active).error();
  if (!definition.time_to_live_attribute) return std::string();
  auto expiring = call(access, stop, [&] {
    return access.database.update_time_to_live(
        {.table_name = table, .attribute_name = *definition.time_to_live_attribute});
  });
  if (expiring) return std::string();
  if (is_unknown(expiring.error())) {
    return access.url + " knows no time to live: items of table " + table + " do not expire by " +
           *definition.time_to_live_attribute + " there";
  }
  return at(access, table, "turning on the expiry of", std::move(expiring).error());
}

Result<bool> is_empty(const DatabaseAccess& access, const std::string& table,
                      const std::stop_token& stop) {
  ScanRequest scan;
  scan.table_name = table;
  scan.limit = 1;
  scan.consistent_read = true;
  auto page = call(access, stop, [&] { return access.database.scan(scan); });
  if (!page) return at(access, table, "reading", std::move(page).error());
  return page->scanned_count == 0 && !page->last_evaluated_key;
}

}  // namespace keywright::copy
