// docs/rules-tested.md: each rule with the mutants that it catches, and each valid model with what
// the checker says of it. KEYWRIGHT_UPDATE_DOCS=1 writes it anew.

#include "check/rule.hpp"
#include "model/reader.hpp"
#include "model/spelling.hpp"
#include "mutants.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace keywright::check::testing {
namespace {

std::string cell(std::string text) {
  for (std::size_t at = 0; (at = text.find('|', at)) != std::string::npos; at += 2) {
    text.insert(at, "\\");
  }
  return text;
}

std::string mutants_text(const std::vector<Mutant>& mutants) {
  std::string text = "| rule | mutant | of | caught |\n|---|---|---|---|\n";
  for (const auto& mutant : mutants) {
    if (mutant.rule == "none") continue;
    const auto checked = check_text(mutated(mutant), mutant.model, mutant.severity == "note");
    std::string caught = "no";
    for (const auto& finding : checked.findings) {
      if (finding.rule != mutant.rule) continue;
      caught = fmt::format("{}: {}", model::to_text(finding.severity), finding.message);
      break;
    }
    text += fmt::format("| {} | {} | {} | {} |\n", mutant.rule, cell(mutant.title), mutant.model,
                        cell(caught));
  }
  return text;
}

std::string harmless_text(const std::vector<Mutant>& mutants) {
  std::string text = "| change | of | findings |\n|---|---|---|\n";
  for (const auto& mutant : mutants) {
    if (mutant.rule != "none") continue;
    const auto checked = check_text(mutated(mutant), mutant.model);
    text += fmt::format("| {} | {} | {} |\n", cell(mutant.title), mutant.model,
                        checked.findings.size());
  }
  return text;
}

// The features that make a model unlike others.
std::string shape_of(const model::Model& model) {
  std::set<std::string> shape;
  const auto note = [&](bool holds, const char* what) {
    if (holds) shape.insert(what);
  };
  note(model.tables.size() > 1, "several tables");
  note(model.tenant.has_value(), "tenants");
  note(!model.waivers.empty(), "waivers");
  for (const auto& table : model.tables) {
    note(!table.sort, "no sort key");
    note(*table.billing.mode == model::BillingMode::provisioned, "provisioned");
    note(table.warm_throughput.has_value(), "warm throughput");
    note(table.stream.has_value(), "stream");
    for (const auto& index : table.indexes) {
      note(index.local, "local index");
      note(index.partition.size() > 1 || index.sort.size() > 1, "multi-attribute key");
      note(index.projection.kind != model::ProjectionKind::all, "projection");
      const bool inverts = !index.local && table.sort && index.partition.size() == 1 &&
                           index.partition.front().name == table.sort->name;
      note(inverts, "inverted index");
    }
  }
  for (const auto& entity : model.entities) {
    note(entity.states.has_value(), "states");
    note(entity.ttl.has_value(), "ttl");
    note(!entity.unique.empty(), "unique");
    note(entity.version.has_value(), "version");
    note(entity.key.pk && entity.key.pk->form == model::KeyForm::native, "native keys");
    for (const auto& entry : entity.indexes) {
      note(entry.shards.automatic || entry.shards.count > 1, "shards");
      note(entry.when.has_value(), "when");
    }
  }
  for (const auto& pattern : model.access_patterns) {
    note(*pattern.operation == model::Operation::transact, "transactions");
    note(pattern.is_collection && pattern.returns.size() > 1, "collections");
    note(*pattern.operation == model::Operation::scan, "scan");
    note(model::is_batch(*pattern.operation), "batches");
  }
  return model::join(std::vector<std::string>(shape.begin(), shape.end()), ", ");
}

std::string models_text() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(KEYWRIGHT_MODELS)) {
    if (entry.is_directory()) continue;
    const auto file = entry.path().filename().string();
    names.push_back(file.substr(0, file.find('.')));
  }
  std::sort(names.begin(), names.end());
  std::string text =
      "| model | entities | patterns | indexes | has | errors, warnings | notes |\n"
      "|---|---|---|---|---|---|---|\n";
  for (const auto& name : names) {
    const auto content = model_text(name);
    const auto read = model::read_model(content, name);
    if (!read.model) return name + " cannot be read";
    std::size_t indexes = 0;
    for (const auto& table : read.model->tables) indexes += table.indexes.size();
    std::set<std::string> notes;
    for (const auto& rule : check_text(content, name, true).rules()) notes.insert(rule);
    text += fmt::format("| {} | {} | {} | {} | {} | {} | {} |\n", name, read.model->entities.size(),
                        read.model->access_patterns.size(), indexes, shape_of(*read.model),
                        check_text(content, name).findings.size(),
                        model::join(std::vector<std::string>(notes.begin(), notes.end()), ", "));
  }
  return text;
}

std::string page() {
  const auto mutants = read_mutants(std::string(KEYWRIGHT_MODELS) + "/mutants");
  return R"(# What the rules are tested with

A mutant is a valid model with one seeded defect. Of each, the tests ask for exactly one finding: of its rule, at the text
that is wrong, with the numbers and the change that mends it. The models and mutants are in
[tests/models](../tests/models); `unit_check` runs them, and writes this page with `KEYWRIGHT_UPDATE_DOCS=1`.

)" + mutants_text(mutants) +
         R"(
## Changes that look like defects

They are none, and nothing is reported.

)" + harmless_text(mutants) +
         R"(
## Valid models

Nothing is reported of them either. Notes are what `--advice` adds: nothing is wrong, and something may be had for less.

)" + models_text();
}

TEST(Tested, IsTheDocumentation) {
  const auto text = page();
  if (std::getenv("KEYWRIGHT_UPDATE_DOCS") != nullptr) {
    std::ofstream(KEYWRIGHT_TESTED_PAGE, std::ios::binary) << text;
  }
  EXPECT_TRUE(read_file(KEYWRIGHT_TESTED_PAGE) == text)
      << "run unit_check with KEYWRIGHT_UPDATE_DOCS=1";
}

}  // namespace
}  // namespace keywright::check::testing
