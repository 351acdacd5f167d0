#include "engine/throughput.hpp"

#include "core/errors.hpp"
#include "engine/table_schema.hpp"

#include <algorithm>

namespace keywright::engine {
namespace {

constexpr std::int64_t kNoMaximum = -1;
constexpr std::int64_t kMaxProvisionedUnits = 1'000'000'000'000;

Result<void> check_bound(std::int64_t units, const std::string& member, const std::string& where) {
  if (units <= kMaxProvisionedUnits) return {};
  return errors::validation("Given value " + std::to_string(units) + " for " + member +
                            " is out of bounds" + (where.empty() ? "" : " for " + where));
}

Result<void> check_maximum(std::optional<std::int64_t> units, const std::string& member,
                           BillingMode mode, const std::string& where) {
  if (!units) return {};
  if (mode == BillingMode::provisioned) {
    const std::string index = where == "table" ? "" : "for " + where + " ";
    return invalid_parameter(member + " for OnDemandThroughput " + index +
                             "cannot be specified when the table BillingMode is PROVISIONED");
  }
  if (*units >= 1 || *units == kNoMaximum) return {};
  return invalid_parameter("Requested " + member + " for OnDemandThroughput for " + where +
                           " is outside of valid range");
}

// AWS: of tables and indexes on demand.
constexpr WarmThroughput kOnDemandBaseline{12000, 4000};

/// `asked` is not less than `least`, both in the named units.
Result<void> check_units(const std::optional<WarmThroughput>& asked, const WarmThroughput& least,
                         const std::string& before, const std::string& after) {
  if (!asked) return {};
  const auto is_less = [](std::optional<std::int64_t> a, std::optional<std::int64_t> b) {
    return a && b && *a < *b;
  };
  if (is_less(asked->read_units_per_second, least.read_units_per_second)) {
    return invalid_parameter("Requested ReadUnitsPerSecond for WarmThroughput for " + before +
                             after);
  }
  if (is_less(asked->write_units_per_second, least.write_units_per_second)) {
    return invalid_parameter("Requested WriteUnitsPerSecond for WarmThroughput for " + before +
                             after);
  }
  return {};
}

void raise(std::optional<std::int64_t>& current, std::optional<std::int64_t> to) {
  if (to) current = std::max(current.value_or(*to), *to);
}

void merge(std::optional<std::int64_t>& current, std::optional<std::int64_t> requested) {
  if (!requested) return;
  current = requested;
  if (*requested == kNoMaximum) current.reset();
}

}  // namespace

void constrain_throughput(api::Constraints& constraints,
                          const std::optional<ProvisionedThroughput>& throughput,
                          const std::string& at) {
  if (!throughput) return;
  constraints.at_least(throughput->read_capacity_units, at + ".readCapacityUnits", 1);
  constraints.at_least(throughput->write_capacity_units, at + ".writeCapacityUnits", 1);
}

Result<void> check_bounds(const std::optional<ProvisionedThroughput>& throughput,
                          const std::string& where) {
  if (!throughput) return {};
  if (auto ok = check_bound(throughput->read_capacity_units, "ReadCapacityUnits", where); !ok) {
    return ok;
  }
  return check_bound(throughput->write_capacity_units, "WriteCapacityUnits", where);
}

Result<void> check_on_demand(const std::optional<OnDemandThroughput>& throughput, BillingMode mode,
                             const std::string& where) {
  if (!throughput) return {};
  if (auto ok =
          check_maximum(throughput->max_read_request_units, "MaxReadRequestUnits", mode, where);
      !ok) {
    return ok;
  }
  return check_maximum(throughput->max_write_request_units, "MaxWriteRequestUnits", mode, where);
}

std::optional<OnDemandThroughput> merge_on_demand(
    const std::optional<OnDemandThroughput>& current,
    const std::optional<OnDemandThroughput>& requested) {
  OnDemandThroughput merged = current.value_or(OnDemandThroughput{});
  if (requested) {
    merge(merged.max_read_request_units, requested->max_read_request_units);
    merge(merged.max_write_request_units, requested->max_write_request_units);
  }
  if (merged == OnDemandThroughput{}) return std::nullopt;
  return merged;
}

void constrain_warm(api::Constraints& constraints, const std::optional<WarmThroughput>& asked,
                    const std::string& at) {
  if (!asked) return;
  if (asked->read_units_per_second) {
    constraints.at_least(*asked->read_units_per_second, at + ".readUnitsPerSecond", 1);
  }
  if (asked->write_units_per_second) {
    constraints.at_least(*asked->write_units_per_second, at + ".writeUnitsPerSecond", 1);
  }
}

WarmThroughput baseline(BillingMode mode, const std::optional<ProvisionedThroughput>& units) {
  if (mode == BillingMode::pay_per_request || !units) return kOnDemandBaseline;
  return {units->read_capacity_units, units->write_capacity_units};
}

Result<void> check_warm(const std::optional<WarmThroughput>& asked, const WarmThroughput& least,
                        const std::string& where) {
  return check_units(asked, least, where, " is outside of valid range");
}

Result<void> check_warmer(const std::optional<WarmThroughput>& asked, const WarmThroughput& current,
                          const std::string& where) {
  return check_units(asked, current, where,
                     " is lower than current WarmThroughput, decreasing WarmThroughput is not "
                     "supported");
}

WarmThroughput warmest(WarmThroughput current, const std::optional<WarmThroughput>& other) {
  if (!other) return current;
  raise(current.read_units_per_second, other->read_units_per_second);
  raise(current.write_units_per_second, other->write_units_per_second);
  return current;
}

}  // namespace keywright::engine
