#include "infrastructure/infrastructure.hpp"

#include "generated.hpp"

#include <cstdlib>
#include <filesystem>
#include <set>

#include <gtest/gtest.h>

namespace keywright::infrastructure {
namespace {

namespace fs = std::filesystem;
using generate::testing::content_of;

class InfrastructureGolden : public ::testing::TestWithParam<std::string> {};

// The reference model on a `Table`; one on a `TableV2` with a key of its own and values that are
// unique; and one with two tables, capacity that scales, and an index of several attributes.
INSTANTIATE_TEST_SUITE_P(Models, InfrastructureGolden,
                         ::testing::Values("research", "shop", "telemetry"));

std::vector<generate::GeneratedFile> generated(const std::string& name) {
  const auto file = name + ".model.yaml";
  const auto read = model::read_model(content_of(std::string(KEYWRIGHT_MODELS) + "/" + file), file);
  const auto plan = plan::make_plan(*read.model);
  std::vector<generate::GeneratedFile> files;
  for (auto& output :
       {generate_cdk(*read.model, plan), generate_cloudformation(*read.model, plan, Syntax::yaml),
        generate_create_table(*read.model, plan),
        generate_policies(*read.model, plan, {"eu-west-1", "123456789012"})}) {
    files.insert(files.end(), output.files.begin(), output.files.end());
  }
  return files;
}

TEST_P(InfrastructureGolden, IsWhatWasReviewed) {
  const auto folder = fs::path(KEYWRIGHT_GOLDENS) / "infrastructure" / GetParam();
  const auto files = generated(GetParam());
  if (std::getenv("KEYWRIGHT_UPDATE_GOLDENS") != nullptr) {
    fs::remove_all(folder);
    ASSERT_FALSE(generate::write_files(folder, files).error);
  }
  std::set<fs::path> paths;
  for (const auto& file : files) {
    paths.insert(folder / file.path);
    EXPECT_EQ(content_of((folder / file.path).string()), file.content)
        << file.path << " differs from the golden; if it should, run the test with "
        << "KEYWRIGHT_UPDATE_GOLDENS=1 and review the change";
  }
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file()) {
      EXPECT_TRUE(paths.contains(entry.path())) << entry.path() << " is no longer generated";
    }
  }
}

}  // namespace
}  // namespace keywright::infrastructure
