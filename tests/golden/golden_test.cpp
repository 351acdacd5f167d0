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
