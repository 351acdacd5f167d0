#include "check/check.hpp"

#include "check/findings.hpp"
#include "check/waivers.hpp"

namespace keywright::check {
namespace {

using CheckFamily = void (*)(const Subject&, Findings&);

constexpr CheckFamily families[] = {
    check_pattern_declarations,
    check_pattern_keys,
    check_pattern_reads,
    check_key_values,
    check_key_attributes,
    check_key_collisions,
    check_indexes,
    check_shards,
    check_writes,
    check_states,
    check_ttl,
    check_sizes,
    check_tables,
    check_names,
};

}  // namespace

std::vector<model::Diagnostic> check(const model::Model& model, const plan::Plan& plan) {
  const NearestDesigns designs(model, plan);
  const Subject subject{model, plan, designs};
  Findings findings(*model.profile);
  for (const auto check_family : families) check_family(subject, findings);
  auto diagnostics = apply_waivers(model, findings.take());
  model::sort_in_file_order(diagnostics);
  return diagnostics;
}

}  // namespace keywright::check
