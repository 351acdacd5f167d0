// Files of each format and the models made of them, as they stand in tests/imports. To renew them
// after a change that is meant: KEYWRIGHT_RENEW_GOLDENS=1.

#include "imports/import.hpp"
#include "model/reader.hpp"

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>

#include <gtest/gtest.h>

namespace keywright::imports {
namespace {

std::string read(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

void expect_same(const std::string& name, const std::string& text) {
  const std::string path = std::string(KEYWRIGHT_IMPORTS) + "/" + name;
  if (std::getenv("KEYWRIGHT_RENEW_GOLDENS") != nullptr)
    std::ofstream(path, std::ios::binary) << text;
  EXPECT_EQ(text, read(path)) << name;
}

class Golden : public testing::TestWithParam<const char*> {};

TEST_P(Golden, IsAsWrittenDown) {
  const std::string name = GetParam();
  const ImportResult result =
      import_file(read(std::string(KEYWRIGHT_IMPORTS) + "/" + name + ".json"), name + ".json");
  ASSERT_TRUE(result.format);
  expect_same(name + ".model.yaml", result.model);
  expect_same(name + ".findings",
              model::render_text(result.findings, result.source, {false, false}));
  const model::ReadResult back = model::read_model(result.model, name + ".model.yaml");
  EXPECT_EQ(model::render_text(back.diagnostics, back.source), "");
  ASSERT_TRUE(back.model);
  EXPECT_EQ(back.model->access_patterns.size(), result.patterns);
  EXPECT_EQ(back.model->entities.size(), result.entities);
  EXPECT_EQ(back.model->tables.size(), result.tables);
}

INSTANTIATE_TEST_SUITE_P(Files, Golden,
                         testing::Values("cinema.schema", "forum.data_model", "library.workbench"),
                         [](const auto& each) {
                           const std::string name = each.param;
                           return name.substr(0, name.find('.'));
                         });

}  // namespace
}  // namespace keywright::imports
