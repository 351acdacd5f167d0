#pragma once

// Models of tests/models, planned and costed.

#include "cost/cost.hpp"
#include "model/reader.hpp"
#include "plan/plan.hpp"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <vector>

namespace keywright::document::testing {

struct Documented {
  model::Model model;
  plan::Plan plan;
  cost::Report report;
};

inline std::string file_text(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

inline Documented documented_text(const std::string& text) {
  auto read = model::read_model(text, "m.yaml");
  if (!read.model) throw std::invalid_argument(model::render_text(read.diagnostics, read.source));
  Documented result{std::move(*read.model), {}, {}};
  result.plan = plan::make_plan(result.model);
  result.report = cost::cost_of(result.model, result.plan);
  return result;
}

inline Documented documented(const std::string& name) {
  return documented_text(file_text(std::string(KEYWRIGHT_MODELS) + "/" + name + ".model.yaml"));
}

inline std::vector<std::string> model_names() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(KEYWRIGHT_MODELS)) {
    const auto name = entry.path().filename().string();
    if (const auto at = name.find(".model.yaml"); at != std::string::npos) {
      names.push_back(name.substr(0, at));
    }
  }
  return names;
}

}  // namespace keywright::document::testing
