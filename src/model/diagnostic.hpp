#pragma once

// One finding about a model file, and the two ways to show findings: as a compiler would, and as
// JSON.
//
//   research.model.yaml:12:41: error[AP001]: no key serves list_jobs_by_status
//      12 |   list_jobs_by_status: {op: query, entity: Job, by: [topic]}
//         |                                                      ^~~~~
//     help: add an index with the key {pk: "TOPIC#{topic}", sk: "{created_at}"}
//     note: the write of a Job costs 0.6 WRU more
//
// Plain values; rendering is pure and never fails, whatever the spans say.

#include "model/source.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace keywright::model {

enum class Severity { error, warning, note };

[[nodiscard]] std::string_view to_text(Severity severity);

// A line with the numbers or the reason behind a finding; with a span it also shows that place.
struct Note {
  std::string message;
  Span span;
};

struct Diagnostic {
  std::string rule;  // "AP001"
  Severity severity = Severity::error;
  Span span;            // what the caret points at
  std::string message;  // one sentence, names the thing; lower case, no full stop
  std::string help;     // the change that mends it; may be empty
  std::vector<Note> notes;
  // The pattern ("get_job"), entity ("Job"), entity's field or index ("Job.gsi1") or table index
  // concerned; what the `on:` of a waiver is compared with. May be empty.
  std::string subject;
};

// Sorts into file order: by the place pointed at, then by rule. Findings of one place and rule keep
// their order.
void sort_in_file_order(std::vector<Diagnostic>& diagnostics);

[[nodiscard]] bool has_errors(const std::vector<Diagnostic>& diagnostics);

struct RenderOptions {
  bool color = false;        // ANSI colours, for a terminal
  bool source_lines = true;  // the line and caret under the headline
};

// One finding, ending in a line break.
[[nodiscard]] std::string render_text(const Diagnostic& diagnostic, const SourceFile& source,
                                      const RenderOptions& options = {});
// All findings in the given order with an empty line between them, then a line that counts them ("2
// errors, 1 warning"). Empty for no findings.
[[nodiscard]] std::string render_text(const std::vector<Diagnostic>& diagnostics,
                                      const SourceFile& source, const RenderOptions& options = {});

// What is to be said of one file.
struct FileReport {
  std::string file;
  std::vector<Diagnostic> findings;
  std::string failure;  // why the file could not be read; empty if it could
};

// {"files": [{"file", "errors": n, "warnings": n, "notes": n, "failure", "findings": [{"rule",
// "severity", "message", "subject", "line", "column", "end_line", "end_column", "help", "notes":
// [{"message", "line", "column"}]}]}]}, ending in a line break. Absent texts and places are left
// out; a failure counts as an error.
[[nodiscard]] std::string render_json(const std::vector<FileReport>& reports);

}  // namespace keywright::model
