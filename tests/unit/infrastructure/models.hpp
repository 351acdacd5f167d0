#pragma once

// Models of these tests, read and planned.

#include "infrastructure/infrastructure.hpp"
#include "model/reader.hpp"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <vector>

#include <gmock/gmock.h>

namespace keywright::infrastructure {

struct Planned {
  model::Model model;
  plan::Plan plan;
};

inline Planned planned(const std::string& text, const std::string& file = "test.model.yaml") {
  auto read = model::read_model(text, file);
  if (!read.model) throw std::runtime_error(model::render_text(read.diagnostics, read.source));
  auto plan = plan::make_plan(*read.model);
  return {*std::move(read.model), std::move(plan)};
}

inline std::string text_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}
inline Planned planned_file(const std::filesystem::path& path) {
  return planned(text_of(path), path.filename().string());
}
inline Planned planned_model(const std::string& name) {
  return planned_file(std::filesystem::path(KEYWRIGHT_MODELS) / (name + ".model.yaml"));
}

// All of tests/models.
inline std::vector<std::filesystem::path> all_models() {
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::directory_iterator(KEYWRIGHT_MODELS)) {
    if (entry.path().string().ends_with(".model.yaml")) paths.push_back(entry.path());
  }
  return paths;
}

// A model of one entity; `settings` are those of its table: ", ttl: expires_at".
inline Planned with_table(const std::string& settings) {
  return planned(
      "keywright: 1\nname: test\naccess_patterns: {}\n"
      "entities: {Thing: {fields: {id: ulid, a: string, b: string, x: string, y: string}, key: "
      "{pk: \"THING#{id}\", "
      "sk: THING}}}\n"
      "table: {name: app, keys: {partition: pk, sort: sk}" +
      settings + "}\n");
}

inline const std::string kEverySetting =
    ", indexes: {gsi1: {partition: [a, b], sort: {name: n, type: N}, projection: {include: [x, y]}}"
    ", gsi2: {partition: {name: g, type: B}, projection: keys_only}"
    ", lsi1: {local: true, sort: l}}, ttl: exp, stream: old_image, class: infrequent_access, "
    "encryption: customer_managed, warm_throughput: {read: 20000, write: 9000}, "
    "deletion_protection: true, point_in_time_recovery: {days: 14}, "
    "contributor_insights: throttled_keys, "
    "billing: {mode: provisioned, read: 5, write: 3, "
    "autoscale: {max_read: 90, max_write: 30, target: 62.5}}";

inline const std::string& content_of(const Output& output, const std::string& path) {
  for (const auto& file : output.files) {
    if (file.path == path) return file.content;
  }
  throw std::runtime_error(path + " is not generated");
}

inline std::vector<std::string> paths_of(const Output& output) {
  std::vector<std::string> paths;
  for (const auto& file : output.files) paths.push_back(file.path);
  return paths;
}

}  // namespace keywright::infrastructure
