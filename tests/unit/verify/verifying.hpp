#pragma once

// Models of tests/models, tried on a database.

#include "apply/model_table.hpp"
#include "model/reader.hpp"
#include "verify/scratch.hpp"
#include "verify/verify.hpp"
#include <keywright/engine.hpp>

#include <algorithm>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace keywright::verify {

inline model::Model read_test_model(const std::string& name) {
  const std::ifstream file(KEYWRIGHT_MODELS "/" + name + ".model.yaml");
  std::ostringstream text;
  text << file.rdbuf();
  auto read = model::read_model(text.str(), name);
  EXPECT_TRUE(read.model) << name;
  return read.model.value_or(model::Model());
}

inline const PatternResult& result_of(const Report& report, const std::string& pattern) {
  const auto found = std::find_if(report.patterns.begin(), report.patterns.end(),
                                  [&](const auto& result) { return result.pattern == pattern; });
  EXPECT_NE(found, report.patterns.end()) << pattern;
  return *found;
}

inline apply::ApplyOptions without_waiting() {
  apply::ApplyOptions options;
  options.pause = [](std::chrono::milliseconds) { return true; };
  return options;
}

/// With scratch tables on `tables_in`, and `database` before it if it is another one.
inline Report verify_on(Database& tables_in, Database& database, const model::Model& model,
                        VerifyOptions options = {}) {
  Scratch scratch(tables_in, scratch_tables(apply::tables_of(model, plan::make_plan(model)), "x"));
  auto created = scratch.create(without_waiting());
  if (!created) {
    ADD_FAILURE() << created.error().message;
    return {};
  }
  options.missing_tables = *std::move(created);
  if (!options.pause) options.pause = without_waiting().pause;
  options.now = 1'760'000'000;
  auto report = verify(model, database, scratch.names(), options);
  EXPECT_TRUE(scratch.remove(without_waiting()).empty());
  return report;
}

inline std::string failures_of(const Report& report) {
  std::string text = report.error ? error_text(*report.error) : "";
  for (const auto& result : report.patterns) {
    if (!result.failure) continue;
    text += "\n" + result.pattern + ", " + result.failure->case_name + ": " + result.failure->what +
            "\n  " + result.failure->exchange.request + "\n  " + result.failure->exchange.answer;
  }
  return text;
}

}  // namespace keywright::verify
