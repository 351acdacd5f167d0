#pragma once

// Tables for tests, as the YAML of a model's `table:` says them.

#include "apply/apply.hpp"
#include "apply/model_table.hpp"
#include "apply/table_diff.hpp"
#include "model/reader.hpp"
#include "plan/plan.hpp"
#include <keywright/engine.hpp>

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace keywright::apply {

inline const std::string kKeys = "name: app, keys: {partition: pk, sort: sk}";

inline std::vector<ModelTable> tables_of_text(const std::string& text) {
  const auto read = model::read_model(text, "test.model.yaml");
  if (!read.model) {
    ADD_FAILURE() << text << "\n" << read.diagnostics.front().message;
    return {};
  }
  return tables_of(*read.model, plan::make_plan(*read.model));
}

/// `settings` go behind kKeys: ", ttl: expires_at".
inline ModelTable table_with(const std::string& settings, const std::string& keys = kKeys) {
  auto tables = tables_of_text(
      "keywright: 1\nname: test\naccess_patterns: {}\n"
      "entities: {Thing: {fields: {id: ulid, a: string, b: string}, key: {pk: {field: id}" +
      std::string(keys.find("sort") == std::string::npos ? "" : ", sk: THING") + "}}}\ntable: {" +
      keys + settings + "}\n");
  return tables.empty() ? ModelTable{} : tables.front();
}

/// As an engine describes it once it is made.
inline TableState made(const ModelTable& table, Engine& engine) {
  EXPECT_TRUE(create_tables(engine, {table}));
  EXPECT_TRUE(set_time_to_live(engine, {table}));
  return read_state(engine, table.definition.table_name).value();
}
inline TableState made(const ModelTable& table) {
  return made(table, *Engine::in_memory({.seed = 1}));
}

}  // namespace keywright::apply
