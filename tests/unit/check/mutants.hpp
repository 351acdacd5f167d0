#pragma once

// Mutants: valid models with one seeded defect each, read from tests/models/mutants/*.mutants.
//
//   mutant KEY001: a report takes the job's place
//   model research
//   - key: {pk: "JOB#{job_id}", sk: REPORT}
//   + key: {pk: "JOB#{job_id}", sk: METADATA}
//   at {pk: "JOB#{job_id}", sk: METADATA}
//   says Report and Job can overwrite each other
//
// Lines that begin with "- " are replaced by the "+ " lines behind them; they must stand in the
// model once. `at` is the text that the finding points at; `says`, `help` and `note` are parts of
// its texts. `severity` is error unless given; that of a mutant of which only advice is given is
// note, and the other notes that its model had before are left out. The rule `none` marks a change
// that looks like a defect and is none. A blank line ends a mutant; `#` begins a comment.

#include "model/diagnostic.hpp"
#include "model/source.hpp"

#include <string>
#include <vector>

namespace keywright::check::testing {

struct Edit {
  std::string from;
  std::string to;
};

struct Mutant {
  std::string rule;
  std::string title;
  std::string model = "research";
  std::vector<Edit> edits;
  std::string at;
  std::vector<std::string> says;
  std::string help;
  std::vector<std::string> notes;
  std::string severity = "error";
  std::string place;  // file:line, for messages
};

[[nodiscard]] std::string read_file(const std::string& path);
[[nodiscard]] std::vector<Mutant> read_mutants(const std::string& folder);
// The text of tests/models/<name>.model.yaml.
[[nodiscard]] std::string model_text(const std::string& name);
// The model's text with the mutant's defect; fails the test if an edit does not fit.
[[nodiscard]] std::string mutated(const Mutant& mutant);

struct Checked {
  model::SourceFile source;
  std::vector<model::Diagnostic> findings;
  std::string rendered;

  [[nodiscard]] std::string text_at(const model::Span& span) const;
  [[nodiscard]] std::vector<std::string> rules() const;  // of all findings, in order
};

// Reads, plans and checks; a model that cannot be read gives the reader's findings.
[[nodiscard]] Checked check_text(const std::string& text, const std::string& name,
                                 bool advice = false);

}  // namespace keywright::check::testing
