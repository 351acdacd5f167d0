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

/// Maxima of on-demand requests. `where` is "table" or "index : X".
[[nodiscard]] Result<void> check_on_demand(const std::optional<OnDemandThroughput>& throughput,
                                           BillingMode mode, const std::string& where);

/// `requested` over `current`: -1 removes a maximum; nullopt if none is left.
[[nodiscard]] std::optional<OnDemandThroughput> merge_on_demand(
    const std::optional<OnDemandThroughput>& current,
    const std::optional<OnDemandThroughput>& requested);

}  // namespace keywright::engine
