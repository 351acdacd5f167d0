#pragma once

// What rules write their findings into, and what they read.

#include "check/nearest_design.hpp"
#include "check/rule.hpp"
#include "cost/cost.hpp"
#include "model/diagnostic.hpp"
#include "model/ir.hpp"
#include "plan/plan.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace keywright::check {

// A Diagnostic but for what the rule's row says.
struct Finding {
  std::string_view rule{};
  model::Span span{};
  std::string subject{};
  std::string message{};
  std::string help{};
  std::vector<model::Note> notes{};
  // Of a graded rule.
  std::optional<model::Severity> severity{};
};

class Findings {
 public:
  explicit Findings(model::Profile profile) : profile_(profile) {}

  void report(Finding finding);

  [[nodiscard]] std::vector<model::Diagnostic> take() { return std::move(diagnostics_); }

 private:
  model::Profile profile_;
  std::vector<model::Diagnostic> diagnostics_;
};

struct Subject {
  const model::Model& model;
  const plan::Plan& plan;
  const NearestDesigns& designs;
  const std::vector<cost::Traffic>& traffic;
  const cost::Report& costs;
};

// One function per file of rules; each reports into `findings` in any order.
void check_pattern_keys(const Subject& subject, Findings& findings);
void check_pattern_reads(const Subject& subject, Findings& findings);
void check_pattern_costs(const Subject& subject, Findings& findings);
void check_pattern_declarations(const Subject& subject, Findings& findings);
void check_key_values(const Subject& subject, Findings& findings);
void check_key_attributes(const Subject& subject, Findings& findings);
void check_key_collisions(const Subject& subject, Findings& findings);
void check_indexes(const Subject& subject, Findings& findings);
void check_index_use(const Subject& subject, Findings& findings);
void check_hot_keys(const Subject& subject, Findings& findings);
void check_shards(const Subject& subject, Findings& findings);
void check_writes(const Subject& subject, Findings& findings);
void check_write_waste(const Subject& subject, Findings& findings);
void check_states(const Subject& subject, Findings& findings);
void check_ttl(const Subject& subject, Findings& findings);
void check_sizes(const Subject& subject, Findings& findings);
void check_size_traffic(const Subject& subject, Findings& findings);
void check_growth(const Subject& subject, Findings& findings);
void check_capacity(const Subject& subject, Findings& findings);
void check_tables(const Subject& subject, Findings& findings);
void check_operation(const Subject& subject, Findings& findings);
void check_targets(const Subject& subject, Findings& findings);
void check_names(const Subject& subject, Findings& findings);

}  // namespace keywright::check
