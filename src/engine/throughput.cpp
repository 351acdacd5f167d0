#include "engine/throughput.hpp"

#include "engine/table_schema.hpp"

namespace keywright::engine {
namespace {

constexpr std::int64_t kNoMaximum = -1;

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

}  // namespace keywright::engine
