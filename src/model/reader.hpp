#pragma once

// Reads a model file: text -> tree with positions -> Model, with every finding about the file's own
// structure. A file with an error gives no Model: it is never half read.
//
// Pure: no file is opened, no state is kept. Any bytes may be given; the worst is a refusal with a
// position.

#include "model/diagnostic.hpp"
#include "model/ir.hpp"
#include "model/source.hpp"

#include <optional>
#include <string>
#include <vector>

namespace keywright::model {

struct ReadResult {
  SourceFile source;  // for rendering
  std::optional<Model> model;
  std::vector<Diagnostic> diagnostics;  // in file order; may hold warnings beside a model
  // The file is no YAML, has a duplicate key, or uses what a model may not (see structural_rules).
  // The one difference to a Model with errors: `keywright` then exits with 2 and not with 1.
  bool unreadable = false;
};

[[nodiscard]] ReadResult read_model(std::string text, std::string file_name);

}  // namespace keywright::model
