#include "model/diagnostic.hpp"
#include "model/json_string.hpp"

#include <algorithm>
#include <string>

namespace keywright::model {
namespace {

// Writes `"name": value` members with the commas between them.
class ObjectWriter {
 public:
  explicit ObjectWriter(std::string& json) : json_(json) { json_ += "{"; }

  void text(std::string_view name, std::string_view value) {
    begin(name);
    append_json_string(json_, value);
  }
  void text_unless_empty(std::string_view name, std::string_view value) {
    if (!value.empty()) text(name, value);
  }
  void number(std::string_view name, std::size_t value) {
    begin(name);
    json_ += std::to_string(value);
  }
  void begin(std::string_view name) {
    if (!first_) json_ += ", ";
    first_ = false;
    append_json_string(json_, name);
    json_ += ": ";
  }
  void end() { json_ += "}"; }

 private:
  std::string& json_;
  bool first_ = true;
};

void append_note(std::string& json, const Note& note) {
  ObjectWriter object(json);
  object.text("message", note.message);
  if (note.span.written()) {
    object.number("line", note.span.begin.line);
    object.number("column", note.span.begin.column);
  }
  object.end();
}

void append_finding(std::string& json, const Diagnostic& diagnostic) {
  ObjectWriter object(json);
  object.text("rule", diagnostic.rule);
  object.text("severity", to_text(diagnostic.severity));
  object.text("message", diagnostic.message);
  object.text_unless_empty("subject", diagnostic.subject);
  if (diagnostic.span.written()) {
    object.number("line", diagnostic.span.begin.line);
    object.number("column", diagnostic.span.begin.column);
    object.number("end_line", diagnostic.span.end.line);
    object.number("end_column", diagnostic.span.end.column);
  }
  object.text_unless_empty("help", diagnostic.help);
  if (!diagnostic.notes.empty()) {
    object.begin("notes");
    json += "[";
    for (std::size_t i = 0; i < diagnostic.notes.size(); ++i) {
      if (i > 0) json += ", ";
      append_note(json, diagnostic.notes[i]);
    }
    json += "]";
  }
  object.end();
}

std::size_t count(const std::vector<Diagnostic>& diagnostics, Severity severity) {
  return static_cast<std::size_t>(
      std::count_if(diagnostics.begin(), diagnostics.end(),
                    [severity](const Diagnostic& d) { return d.severity == severity; }));
}

void append_report(std::string& json, const FileReport& report) {
  const auto& findings = report.findings;
  ObjectWriter object(json);
  object.text("file", report.file);
  object.number("errors", count(findings, Severity::error) + (report.failure.empty() ? 0 : 1));
  object.number("warnings", count(findings, Severity::warning));
  object.number("notes", count(findings, Severity::note));
  object.text_unless_empty("failure", report.failure);
  object.begin("findings");
  json += "[";
  for (std::size_t i = 0; i < findings.size(); ++i) {
    json += i > 0 ? ",\n    " : "\n    ";
    append_finding(json, findings[i]);
  }
  json += findings.empty() ? "]" : "\n  ]";
  object.end();
}

}  // namespace

std::string render_json(const std::vector<FileReport>& reports) {
  std::string json = "{\"files\": [";
  for (std::size_t i = 0; i < reports.size(); ++i) {
    json += i > 0 ? ",\n  " : "\n  ";
    append_report(json, reports[i]);
  }
  return json + "\n]}\n";
}

}  // namespace keywright::model
