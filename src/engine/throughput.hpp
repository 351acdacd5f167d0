#pragma once
// The rules of throughput settings, which CreateTable and UpdateTable share. Nothing is throttled
// by them: they are kept and described.

#include "api/constraints.hpp"
#include <keywright/result.hpp>
#include <keywright/table.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace keywright::engine {

/// At least one unit of each; `at` is the path of the member.
void constrain_throughput(api::Constraints& constraints,
                          const std::optional<ProvisionedThroughput>& throughput,
                          const std::string& at);

/// No more than AWS counts to. `where` is empty, or "index X".
[[nodiscard]] Result<void> check_bounds(const std::optional<ProvisionedThroughput>& throughput,
                                        const std::string& where);

/// Maxima of on-demand requests. `where` is "table" or "index : X".
[[nodiscard]] Result<void> check_on_demand(const std::optional<OnDemandThroughput>& throughput,
                                           BillingMode mode, const std::string& where);

/// `requested` over `current`: -1 removes a maximum; nullopt if none is left.
[[nodiscard]] std::optional<OnDemandThroughput> merge_on_demand(
    const std::optional<OnDemandThroughput>& current,
    const std::optional<OnDemandThroughput>& requested);

// Warm throughput: what a table or index serves at once.

/// At least one unit of each that is given.
void constrain_warm(api::Constraints& constraints, const std::optional<WarmThroughput>& asked,
                    const std::string& at);
/// What it is without being asked for: AWS's baseline on demand, else the provisioned units.
[[nodiscard]] WarmThroughput baseline(BillingMode mode,
                                      const std::optional<ProvisionedThroughput>& units);
/// At creation: not below the baseline. `where` is "table" or "index : X".
[[nodiscard]] Result<void> check_warm(const std::optional<WarmThroughput>& asked,
                                      const WarmThroughput& least, const std::string& where);
/// Later: it can only be raised.
[[nodiscard]] Result<void> check_warmer(const std::optional<WarmThroughput>& asked,
                                        const WarmThroughput& current, const std::string& where);
/// The greater of each.
[[nodiscard]] WarmThroughput warmest(WarmThroughput current,
                                     const std::optional<WarmThroughput>& other);

}  // namespace keywright::engine
