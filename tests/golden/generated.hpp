#pragma once

// The generator's output for a model of tests/models.

#include "generate/generate.hpp"
#include "model/reader.hpp"
#include "plan/plan.hpp"

#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>

namespace keywright::generate::testing {

inline CodeOutput generate_text(const std::string& text, const std::string& file_name) {
  const auto read = model::read_model(text, file_name);
  if (!read.model) throw std::runtime_error(model::render_text(read.diagnostics, read.source));
  return generate_cpp(*read.model, plan::make_plan(*read.model));
}

inline std::string content_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

inline CodeOutput generate_model(const std::string& name) {
  const auto file = name + ".model.yaml";
  return generate_text(content_of(std::string(KEYWRIGHT_MODELS) + "/" + file), file);
}

inline CodeOutput generate_python_model(const std::string& name) {
  const auto file = name + ".model.yaml";
  const auto read = model::read_model(content_of(std::string(KEYWRIGHT_MODELS) + "/" + file), file);
  if (!read.model) throw std::runtime_error(model::render_text(read.diagnostics, read.source));
  return generate_python(*read.model, plan::make_plan(*read.model));
}

}  // namespace keywright::generate::testing
