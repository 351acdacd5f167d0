#include "model/diagnostic.hpp"
#include "model/json_writer.hpp"

#include <algorithm>
#include <string>

namespace keywright::model {
namespace {

void add_place(JsonWriter& json, const Position& place) {
  json.add_number("line", place.line);
  json.add_number("column", place.column);
}

void add_note(JsonWriter& json, const Note& note) {
  json.begin('{');
  json.add("message", note.message);
  if (note.span.written()) add_place(json, note.span.begin);
  json.end('}');
}

void add_finding(JsonWriter& json, const Diagnostic& diagnostic) {
  json.begin('{');
  json.add("rule", diagnostic.rule);
  json.add("severity", to_text(diagnostic.severity));
  json.add("message", diagnostic.message);
  json.add_unless_empty("subject", diagnostic.subject);
  if (diagnostic.span.written()) {
    add_place(json, diagnostic.span.begin);
    json.add_number("end_line", diagnostic.span.end.line);
    json.add_number("end_column", diagnostic.span.end.column);
  }
  json.add_unless_empty("help", diagnostic.help);
  if (!diagnostic.notes.empty()) {
    json.begin("notes", '[');
    for (const auto& note : diagnostic.notes) add_note(json, note);
    json.end(']');
  }
  json.end('}');
}

std::size_t count(const std::vector<Diagnostic>& diagnostics, Severity severity) {
  return static_cast<std::size_t>(
      std::count_if(diagnostics.begin(), diagnostics.end(),
                    [severity](const Diagnostic& d) { return d.severity == severity; }));
}

void add_report(JsonWriter& json, const FileReport& report) {
  const auto& findings = report.findings;
  json.begin('{');
  json.add("file", report.file);
  json.add_number("errors", count(findings, Severity::error) + (report.failure.empty() ? 0 : 1));
  json.add_number("warnings", count(findings, Severity::warning));
  json.add_number("notes", count(findings, Severity::note));
  json.add_unless_empty("failure", report.failure);
  json.begin("findings", '[');
  for (const auto& finding : findings) {
    json.new_line(4);
    add_finding(json, finding);
  }
  if (!findings.empty()) json.new_line(2);
  json.end(']');
  json.end('}');
}

}  // namespace

std::string render_json(const std::vector<FileReport>& reports) {
  auto json = JsonWriter::spaced();
  json.begin('{');
  json.begin("files", '[');
  for (const auto& report : reports) {
    json.new_line(2);
    add_report(json, report);
  }
  json.new_line(0);
  json.end(']');
  json.end('}');
  return std::move(json).text() + "\n";
}

}  // namespace keywright::model
