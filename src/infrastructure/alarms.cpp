#include "infrastructure/alarms.hpp"

#include "model/word_case.hpp"

#include <algorithm>
#include <limits>
#include <optional>

#include <fmt/format.h>

namespace keywright::infrastructure {
namespace {

// Of what the table is bound to.
constexpr std::int64_t near = 80;  // percent

// Of a minute; a bound may be any number.
std::int64_t near_limit(std::int64_t units_per_second) {
  constexpr std::int64_t factor = 60 * near / 100;
  return std::min(units_per_second, std::numeric_limits<std::int64_t>::max() / factor) * factor;
}

struct Direction {
  const char* word;  // "Read"
  std::string_view throttles;
  std::string_view consumed;
};
constexpr Direction directions[] = {{"Read", "ReadThrottleEvents", "ConsumedReadCapacityUnits"},
                                    {"Write", "WriteThrottleEvents", "ConsumedWriteCapacityUnits"}};

// Units per second: the most that capacity may scale to, or the maximum on demand.
std::optional<std::int64_t> bound_of(const StackTable& table, bool is_read) {
  const auto& definition = table.definition();
  if (const auto& provisioned = definition.provisioned_throughput) {
    const auto units =
        is_read ? provisioned->read_capacity_units : provisioned->write_capacity_units;
    const auto& scale = table.table.autoscale;
    if (!scale) return units;
    return std::max(units, is_read ? scale->max_read : scale->max_write);
  }
  const auto& maximum = definition.on_demand_throughput;
  if (!maximum) return std::nullopt;
  const auto& units = is_read ? maximum->max_read_request_units : maximum->max_write_request_units;
  return units.value_or(-1) > 0 ? units : std::nullopt;
}

}  // namespace

std::vector<Alarm> alarms_of(const StackTable& table, UniqueIds& ids) {
  if (!table.has_alarms) return {};
  const auto& name = table.definition().table_name;
  std::vector<Alarm> alarms;
  const auto throttles = [&](const std::string& index) {
    const auto of = index.empty() ? "of " + name : fmt::format("of index {} of {}", index, name);
    for (const auto& direction : directions) {
      alarms.push_back(
          {ids.unique(table.id + model::pascal_case(index) + direction.word + "Throttles"),
           fmt::format("{}s {} are throttled", direction.word, of), direction.throttles, index, 0});
    }
  };
  throttles("");
  for (const auto& index : table.definition().global_secondary_indexes) throttles(index.index_name);
  alarms.push_back({ids.unique(table.id + "SystemErrors"),
                    fmt::format("Requests to {} fail, and DynamoDB is to blame", name),
                    system_errors, "", 0});
  for (const auto& direction : directions) {
    const auto bound = bound_of(table, &direction == &directions[0]);
    if (!bound) continue;
    alarms.push_back({ids.unique(table.id + direction.word + "sNearLimit"),
                      fmt::format("{}s of {} are above {}% of {} units a second", direction.word,
                                  name, near, *bound),
                      direction.consumed, "", near_limit(*bound)});
  }
  return alarms;
}

}  // namespace keywright::infrastructure
