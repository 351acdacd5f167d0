#pragma once

// The rules of the model file itself (MDL001 ..): whether it can be read, is spelt right and fits
// together. They say nothing about the design; the checker's rules do.

#include "model/diagnostic.hpp"

#include <string_view>
#include <vector>

namespace keywright::model {

enum class StructuralRule {
  not_yaml,
  duplicate_key,
  yaml_feature,
  wrong_type,
  unknown_key,
  missing_key,
  unknown_word,
  bad_value,
  misplaced_key,
  language_version,
  unknown_entity,
  unknown_field,
  unknown_index,
  unknown_table,
  unknown_pattern,
  template_syntax,
  condition_syntax,
  charset_syntax,
  type_syntax,
  text_syntax,
  key_shape,
};

// What `keywright explain` shows.
struct RuleInfo {
  std::string_view id;
  Severity severity;
  std::string_view title;
  std::string_view why;
  std::string_view bad;
  std::string_view good;
};

[[nodiscard]] const RuleInfo& info(StructuralRule rule);
// All of them, in the order of their ids.
[[nodiscard]] const std::vector<RuleInfo>& structural_rules();
// After a finding of such a rule nothing is known about the file: `keywright` exits with 2.
[[nodiscard]] bool makes_unreadable(StructuralRule rule);

}  // namespace keywright::model
