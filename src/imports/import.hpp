#pragma once

// From a file of another format to the text of a model.
//
// A pure function of the file's bytes: the same file gives the same text. Nothing is guessed in
// silence: what the file does not say is a finding, and a comment in the model.

#include "model/diagnostic.hpp"
#include "model/source.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace keywright::imports {

enum class Format { awslabs_schema, data_model, workbench };

[[nodiscard]] std::string_view name_of(Format format);

struct ImportResult {
  model::SourceFile source;
  std::vector<model::Diagnostic> findings;  // of that file, in its order
  std::optional<Format> format;             // absent if there is no model
  std::string model;  // what read_model() reads without errors; empty if there is an error
  std::size_t patterns = 0;
  std::size_t entities = 0;
  std::size_t tables = 0;
};

[[nodiscard]] ImportResult import_file(std::string text, std::string file_name);

}  // namespace keywright::imports
