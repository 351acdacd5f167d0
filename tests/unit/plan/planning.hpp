#pragma once

// A model with its plan, for tests, and short words for what they look at.

#include "model/reader.hpp"
#include "plan/plan.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace keywright::plan::testing {

struct Planned {
  model::Model model;
  Plan plan;

  [[nodiscard]] const PatternPlan& pattern(std::string_view name) const;
  [[nodiscard]] const ReadPlan& read(std::string_view name) const;
  [[nodiscard]] const WritePlan& write(std::string_view pattern, std::string_view function) const;
  [[nodiscard]] const WritePlan& write(std::string_view pattern) const;
  [[nodiscard]] std::string describe(std::string_view name) const;
  // "partition | sort condition", by what the inputs are called.
  [[nodiscard]] std::string key_of(std::string_view name) const;
  // What happens to the index keys: "gsi1pk=STATUS#running", "gsi1pk removed".
  [[nodiscard]] std::vector<std::string> index_keys(const WritePlan& write) const;
  // "status=running", "error", "error removed", "visits added".
  [[nodiscard]] std::vector<std::string> changes(const WritePlan& write) const;
  // Names of inputs, an optional one with "?".
  [[nodiscard]] std::vector<std::string> inputs(const WritePlan& write) const;
  [[nodiscard]] std::vector<std::string> guards(const WritePlan& write) const;
  [[nodiscard]] std::vector<std::string> tests(const WritePlan& write) const;
};

// Of a file in tests/models. A model that does not read fails the test with its findings.
[[nodiscard]] Planned plan_file(const std::string& name);
[[nodiscard]] Planned plan_text(const std::string& text);

// A model of one entity Job (pk JOB#{job_id}, sk METADATA; gsi1 STATUS#{status}, {created_at}) and
// Finding, with these access patterns.
[[nodiscard]] Planned plan_patterns(const std::string& patterns);

}  // namespace keywright::plan::testing
