#include "generated.hpp"

#include <cstdlib>
#include <filesystem>
#include <set>

#include <gtest/gtest.h>

namespace keywright::generate::testing {
namespace {

namespace fs = std::filesystem;

class Golden : public ::testing::TestWithParam<std::string> {};

// The reference model; one with versions, transactions, shards and values that are unique; and one
// of two tables, with keys of several attributes and times to live.
INSTANTIATE_TEST_SUITE_P(Models, Golden, ::testing::Values("research", "store", "fleet"));

TEST_P(Golden, IsWhatWasReviewed) {
  const auto& model = GetParam();
  const auto output = generate_model(model);
  ASSERT_TRUE(output.diagnostics.empty());
  if (std::getenv("KEYWRIGHT_UPDATE_GOLDENS") != nullptr) {
    fs::remove_all(fs::path(KEYWRIGHT_GOLDENS) / model);
    ASSERT_FALSE(write_files(KEYWRIGHT_GOLDENS, output.files).error);
  }
  std::set<std::string> generated;
  for (const auto& file : output.files) {
    generated.insert(file.path);
    EXPECT_EQ(content_of(std::string(KEYWRIGHT_GOLDENS) + "/" + file.path), file.content)
        << file.path << " differs from the golden; if it should, run the test with "
        << "KEYWRIGHT_UPDATE_GOLDENS=1 and review the change";
  }
  for (const auto& entry : fs::directory_iterator(fs::path(KEYWRIGHT_GOLDENS) / model)) {
    EXPECT_TRUE(generated.contains(model + "/" + entry.path().filename().string()))
        << entry.path().filename() << " is no longer generated";
  }
}

class PythonGolden : public ::testing::TestWithParam<std::string> {};

INSTANTIATE_TEST_SUITE_P(Models, PythonGolden, ::testing::Values("research", "shop"));

// The runtime among its files is the text of src/generate/python, which is reviewed there.
bool is_runtime(const std::string& path) {
  return path.find("/_keywright/") != std::string::npos;
}

TEST_P(PythonGolden, IsWhatWasReviewed) {
  const auto& model = GetParam();
  auto output = generate_python_model(model);
  ASSERT_TRUE(output.diagnostics.empty());
  std::erase_if(output.files, [](const auto& file) { return is_runtime(file.path); });
  const auto folder = std::string(KEYWRIGHT_GOLDENS) + "/python";
  if (std::getenv("KEYWRIGHT_UPDATE_GOLDENS") != nullptr) {
    fs::remove_all(fs::path(folder) / model);
    ASSERT_FALSE(write_files(folder, output.files).error);
  }
  std::set<std::string> generated;
  for (const auto& file : output.files) {
    generated.insert(file.path);
    EXPECT_EQ(content_of(folder + "/" + file.path), file.content)
        << file.path << " differs from the golden; if it should, run the test with "
        << "KEYWRIGHT_UPDATE_GOLDENS=1 and review the change";
  }
  for (const auto& entry : fs::directory_iterator(fs::path(folder) / model)) {
    EXPECT_TRUE(generated.contains(model + "/" + entry.path().filename().string()))
        << entry.path().filename() << " is no longer generated";
  }
}

TEST(GoldenOutput, ThePythonRuntimeIsTheTextOfItsModules) {
  std::size_t count = 0;
  for (const auto& file : generate_python_model("words").files) {
    if (!is_runtime(file.path)) continue;
    ++count;
    const auto name = fs::path(file.path).filename().string();
    EXPECT_EQ(content_of(KEYWRIGHT_PYTHON_RUNTIME "/" + name), file.content) << name;
  }
  EXPECT_GE(count, 15U);
}

TEST(GoldenOutput, TheSameModelGivesTheSameBytes) {
  const auto first = generate_model("orders");
  const auto second = generate_model("orders");
  ASSERT_EQ(first.files.size(), second.files.size());
  for (std::size_t i = 0; i < first.files.size(); ++i) {
    EXPECT_EQ(first.files[i].path, second.files[i].path);
    EXPECT_EQ(first.files[i].content, second.files[i].content);
  }
}

}  // namespace
}  // namespace keywright::generate::testing
