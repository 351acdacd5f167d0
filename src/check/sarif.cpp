#include "check/sarif.hpp"

#include "check/rule.hpp"
#include "model/json_string.hpp"

#include <algorithm>
#include <cstddef>

#include <fmt/format.h>

namespace keywright::check {
namespace {

using model::Diagnostic;
using model::FileReport;

std::string json(std::string_view text) {
  std::string result;
  model::append_json_string(result, text);
  return result;
}

// A path as a URI reference: relative as it was given, absolute as a file's.
std::string uri_of(std::string_view path) {
  constexpr std::string_view plain = "-._~/:";
  std::string uri = path.starts_with('/') ? "file://" : "";
  for (const char c : path) {
    const auto byte = static_cast<unsigned char>(c);
    const bool is_plain = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
                          (c >= 'A' && c <= 'Z') || plain.find(c) != std::string_view::npos;
    uri += is_plain ? std::string(1, c) : fmt::format("%{:02X}", byte);
  }
  return uri;
}

std::string place(const std::string& file, const model::Span& span) {
  auto text =
      fmt::format(R"("physicalLocation": {{"artifactLocation": {{"uri": {}}})", json(uri_of(file)));
  if (span.written()) {
    text += fmt::format(
        R"(, "region": {{"startLine": {}, "startColumn": {}, "endLine": {}, "endColumn": {}}})",
        span.begin.line, span.begin.column, span.end.line, span.end.column);
  }
  return text + "}";
}

std::string_view level_of(model::Severity severity) {
  switch (severity) {
    case model::Severity::error:
      return "error";
    case model::Severity::warning:
      return "warning";
    case model::Severity::note:
      return "note";
  }
  return "none";
}

std::string_view level_of(Level level) {
  const bool is_warning = level == Level::warning || level == Level::advised;
  return is_warning ? "warning" : level == Level::note ? "note" : "error";
}

std::vector<std::string> rules_of(const std::vector<FileReport>& reports) {
  std::vector<std::string> ids;
  for (const auto& report : reports) {
    for (const auto& finding : report.findings) ids.push_back(finding.rule);
  }
  std::sort(ids.begin(), ids.end());
  ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
  return ids;
}

std::string rule_text(const std::string& id) {
  const auto* rule = find_rule(id);
  if (rule == nullptr) return fmt::format(R"({{"id": {}}})", json(id));
  return fmt::format(
      R"({{"id": {}, "shortDescription": {{"text": {}}}, "fullDescription": {{"text": {}}}, )"
      R"("help": {{"text": {}, "markdown": {}}}, "defaultConfiguration": {{"level": "{}"}}}})",
      json(id), json(rule->title), json(rule->why), json(rule->why), json(explain(*rule)),
      level_of(rule->level));
}

std::string message_of(const Diagnostic& finding) {
  auto text = finding.message;
  if (!finding.help.empty()) text += "\nhelp: " + finding.help;
  for (const auto& note : finding.notes) {
    if (!note.span.written()) text += "\nnote: " + note.message;
  }
  return text;
}

std::string result_text(const FileReport& report, const Diagnostic& finding,
                        const std::vector<std::string>& rules) {
  const auto index = std::lower_bound(rules.begin(), rules.end(), finding.rule) - rules.begin();
  auto text = fmt::format(
      R"({{"ruleId": {}, "ruleIndex": {}, "level": "{}", "message": {{"text": {}}}, "locations": [{{{}}}])",
      json(finding.rule), index, level_of(finding.severity), json(message_of(finding)),
      place(report.file, finding.span));
  std::string related;
  int id = 0;
  for (const auto& note : finding.notes) {
    if (!note.span.written()) continue;
    related +=
        fmt::format(R"({}{{"id": {}, "message": {{"text": {}}}, {}}})", related.empty() ? "" : ", ",
                    ++id, json(note.message), place(report.file, note.span));
  }
  if (!related.empty()) text += fmt::format(R"(, "relatedLocations": [{}])", related);
  return text + "}";
}

// Elements one below the other.
std::string list(const std::vector<std::string>& elements) {
  std::string text = "[";
  for (std::size_t i = 0; i < elements.size(); ++i) {
    text += (i > 0 ? ",\n      " : "\n      ") + elements[i];
  }
  return text + "]";
}

}  // namespace

std::string render_sarif(const std::vector<FileReport>& reports, std::string_view version) {
  const auto ids = rules_of(reports);
  std::vector<std::string> rules;
  for (const auto& id : ids) rules.push_back(rule_text(id));
  std::vector<std::string> results;
  std::vector<std::string> failures;
  for (const auto& report : reports) {
    for (const auto& finding : report.findings)
      results.push_back(result_text(report, finding, ids));
    if (report.failure.empty()) continue;
    failures.push_back(
        fmt::format(R"({{"level": "error", "message": {{"text": {}}}}})", json(report.failure)));
  }
  return fmt::format(
      R"({{"$schema": "https://json.schemastore.org/sarif-2.1.0.json",
 "version": "2.1.0",
 "runs": [{{
    "tool": {{"driver": {{"name": "keywright", "version": {}, "rules": {}}}}},
    "columnKind": "unicodeCodePoints",
    "invocations": [{{"executionSuccessful": {}, "toolExecutionNotifications": {}}}],
    "results": {}
 }}]}}
)",
      json(version), list(rules), failures.empty(), list(failures), list(results));
}

}  // namespace keywright::check
