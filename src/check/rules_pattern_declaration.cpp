// AP014: access patterns whose inputs contradict each other. (Two patterns of one name are refused
// by the reader.)

#include "check/findings.hpp"
#include "check/pattern_types.hpp"

#include <fmt/format.h>

namespace keywright::check {
namespace {

void check_types(const model::Model& model, Findings& findings) {
  for (const auto& pattern : model.access_patterns) {
    for (const auto& conflict : type_conflicts(model, pattern)) {
      const auto described = [](const model::Field& field) {
        return model::to_text(field.type.kind);
      };
      const auto first = described(*conflict.first_field);
      const auto second = described(*conflict.second_field);
      const bool same_kind = first == second;
      findings.report(
          {.rule = "AP014",
           .span = conflict.input.span,
           .subject = pattern.name,
           .message = fmt::format("{} of {} has two types: {} in {}, {}{} in {}",
                                  conflict.input.name, pattern.name, first, conflict.first->name,
                                  same_kind ? "another " : "", second, conflict.second->name),
           .help = fmt::format("declare {} alike in both", conflict.input.name),
           .notes = {{fmt::format("{} declares it here", conflict.first->name),
                      conflict.first_field->type.span},
                     {fmt::format("{} declares it here", conflict.second->name),
                      conflict.second_field->type.span}}});
    }
  }
}

}  // namespace

void check_pattern_declarations(const Subject& subject, Findings& findings) {
  check_types(subject.model, findings);
}

}  // namespace keywright::check
