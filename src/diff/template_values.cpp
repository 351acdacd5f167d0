#include "diff/template_values.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

#include <fmt/format.h>

namespace keywright::diff {

std::optional<std::string> TemplateValues::text(const model::Entry& entry,
                                                std::string_view what) const {
  const auto& value = entry.value;
  if (value.kind == model::NodeKind::scalar) return value.text;
  if (!is_intrinsic(value)) {
    report(model::StructuralRule::wrong_type, value.span,
           fmt::format("`{}` must be text, found {}", what, model::describe(value)),
           "write one value, or a function of CloudFormation such as Ref");
    return std::nullopt;
  }
  const auto& function = value.entries.front();
  if (function.key != "Ref") return std::nullopt;
  const auto* parameters = root_.find("Parameters");
  const auto* parameter =
      parameters == nullptr ? nullptr : parameters->value.find(function.value.text);
  const auto* fallback = parameter == nullptr ? nullptr : parameter->value.find("Default");
  if (fallback == nullptr || fallback->value.kind != model::NodeKind::scalar) return std::nullopt;
  return fallback->value.text;
}

bool TemplateValues::is_of_cdk(const model::Node& resource) const {
  const auto has = [](const model::Entry* entry, std::string_view name) {
    return entry != nullptr && entry->value.find(name) != nullptr;
  };
  return has(resource.find("Metadata"), "aws:cdk:path") ||
         has(root_.find("Parameters"), "BootstrapVersion");
}

bool TemplateValues::has_resource(std::string_view type) const {
  const auto* resources = root_.find("Resources");
  if (resources == nullptr) return false;
  const auto& all = resources->value.entries;
  return std::any_of(all.begin(), all.end(), [type](const model::Entry& resource) {
    const auto* of_resource = resource.value.find("Type");
    return of_resource != nullptr && of_resource->value.text == type;
  });
}

bool TemplateValues::is_intrinsic(const model::Node& node) {
  if (node.kind != model::NodeKind::map || node.entries.size() != 1) return false;
  const auto& name = node.entries.front().key;
  return name == "Ref" || name.starts_with("Fn::");
}

std::optional<std::int64_t> TemplateValues::number(const std::string& text) {
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

std::string TemplateValues::lower_case(std::string text) {
  for (auto& letter : text) {
    if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter - 'A' + 'a');
  }
  return text;
}

std::optional<bool> TemplateValues::flag(std::string text) {
  text = lower_case(std::move(text));
  if (text == "true" || text == "yes" || text == "on") return true;
  if (text == "false" || text == "no" || text == "off") return false;
  return std::nullopt;
}

}  // namespace keywright::diff
