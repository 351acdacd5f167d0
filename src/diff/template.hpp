#pragma once

// The tables of a CloudFormation template, as JSON or YAML, written by hand or by `cdk synth`.
//
// Pure. A template with a mistake in a table gives no tables, and says where it is. What a table
// leaves to parameters without a default or to conditions is unknown, and not compared.

#include "diff/table_side.hpp"
#include "model/diagnostic.hpp"
#include "model/source.hpp"

#include <optional>
#include <string>
#include <vector>

namespace keywright::diff {

struct TemplateResult {
  model::SourceFile source;
  std::optional<std::vector<TableSide>> tables;  // their labels are logical ids; at least one
  std::vector<model::Diagnostic> diagnostics;
  bool unreadable = false;  // neither JSON nor YAML, or too large
};

// Whether the text is a template, rather than a model: by the keys of its top level.
[[nodiscard]] bool looks_like_template(const std::string& text);

[[nodiscard]] TemplateResult read_template(std::string text, std::string file_name);

}  // namespace keywright::diff
