#include "check/check.hpp"

#include "check/findings.hpp"
#include "check/waivers.hpp"

#include <algorithm>
#include <iterator>
#include <string_view>

namespace keywright::check {
namespace {

using CheckFamily = void (*)(const Subject&, Findings&);

constexpr CheckFamily families[] = {
    check_pattern_declarations,
    check_pattern_keys,
    check_pattern_reads,
    check_pattern_costs,
    check_key_values,
    check_key_attributes,
    check_key_collisions,
    check_indexes,
    check_index_use,
    check_hot_keys,
    check_shards,
    check_writes,
    check_write_waste,
    check_states,
    check_ttl,
    check_sizes,
    check_size_traffic,
    check_growth,
    check_capacity,
    check_tables,
    check_operation,
    check_targets,
    check_names,
};

// What can be said of access patterns before there are keys.
void keep_patterns_only(std::vector<model::Diagnostic>& diagnostics) {
  constexpr std::string_view of_the_list[] = {"AP001", "AP008", "AP011", "AP014", "NAM002"};
  std::erase_if(diagnostics, [&](const auto& diagnostic) {
    return std::find(std::begin(of_the_list), std::end(of_the_list), diagnostic.rule) ==
           std::end(of_the_list);
  });
  for (auto& diagnostic : diagnostics) {
    if (diagnostic.rule == "AP001") diagnostic.severity = model::Severity::note;
    if (diagnostic.rule == "AP011") diagnostic.severity = model::Severity::warning;
  }
}

}  // namespace

std::vector<model::Diagnostic> check(const model::Model& model, const plan::Plan& plan,
                                     const CheckOptions& options) {
  const NearestDesigns designs(model, plan);
  const auto traffic =
      model.tables.empty() ? std::vector<cost::Traffic>{} : cost::traffic_of(model, plan);
  const auto own_costs = options.costs == nullptr ? cost::cost_of(model, plan) : cost::Report{};
  const Subject subject{model, plan, designs, traffic,
                        options.costs == nullptr ? own_costs : *options.costs};
  Findings findings(*model.profile);
  for (const auto check_family : families) check_family(subject, findings);
  auto diagnostics = apply_waivers(model, findings.take());
  if (options.stage == Stage::patterns) {
    keep_patterns_only(diagnostics);
  } else if (!options.advice) {
    std::erase_if(diagnostics, [](const auto& diagnostic) {
      return diagnostic.severity == model::Severity::note;
    });
  }
  model::sort_in_file_order(diagnostics);
  return diagnostics;
}

}  // namespace keywright::check
