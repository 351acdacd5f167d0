#pragma once

// Values of a template as text: what stands there, or what a parameter has by default. Internal to
// template.cpp.

#include "model/findings.hpp"
#include "model/tree.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace keywright::diff {

class TemplateValues {
 public:
  TemplateValues(const model::Node& root, model::Findings& findings)
      : root_(root), findings_(findings) {}

  // Absent if only the deploy knows it.
  [[nodiscard]] std::optional<std::string> text(const model::Entry& entry,
                                                std::string_view what) const;
  // Whether a CDK application has written the resource: by its path, or by what CDK bootstraps.
  [[nodiscard]] bool is_of_cdk(const model::Node& resource) const;
  // Whether there is one of this type.
  [[nodiscard]] bool has_resource(std::string_view type) const;
  [[nodiscard]] static bool is_intrinsic(const model::Node& node);
  [[nodiscard]] static std::optional<std::int64_t> number(const std::string& text);
  [[nodiscard]] static std::string lower_case(std::string text);
  // As YAML spells it: `True`, `yes`, `OFF`.
  [[nodiscard]] static std::optional<bool> flag(std::string text);

  void report(model::StructuralRule rule, model::Span span, std::string message,
              std::string help) const {
    findings_.add(rule, span, std::move(message), std::move(help));
  }

 private:
  const model::Node& root_;
  model::Findings& findings_;
};

}  // namespace keywright::diff
