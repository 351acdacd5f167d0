#include "generated.hpp"

#include <set>

#include <gtest/gtest.h>

namespace keywright::generate::testing {
namespace {

TEST(Layout, FlatLeavesFilesWhereTheyAre) {
  const auto output = generate_model("research");
  const auto files = placed(Layout::flat, "research", output.files);
  ASSERT_EQ(files.size(), output.files.size());
  for (std::size_t i = 0; i < files.size(); ++i) EXPECT_EQ(files[i].path, output.files[i].path);
}

TEST(Layout, BusinessPartsModelsFromRepositories) {
  const auto files = placed(Layout::business, "research", generate_model("research").files);
  std::set<std::string> paths;
  for (const auto& file : files) paths.insert(file.path);
  const std::string libs = "src/ResearchBusiness/src/libs/";
  EXPECT_EQ(paths, (std::set<std::string>{
                       libs + "models/research/access_patterns.hpp",
                       libs + "models/research/items.cpp",
                       libs + "models/research/items.hpp",
                       libs + "models/research/table.cpp",
                       libs + "models/research/table.hpp",
                       libs + "models/research/types.hpp",
                       libs + "repositories/research/all.cpp",
                       libs + "repositories/research/job_admin.cpp",
                       libs + "repositories/research/job_admin.hpp",
                       libs + "repositories/research/job_repository.cpp",
                       libs + "repositories/research/job_repository.hpp",
                       libs + "repositories/research/raw_fetch_repository.cpp",
                       libs + "repositories/research/raw_fetch_repository.hpp",
                   }));
}

TEST(Layout, HasAFolderForEachPart) {
  EXPECT_EQ(folder_of(Layout::business, Part::unit_test, "time-series"),
            "src/TimeSeriesBusiness/tests/unit");
  EXPECT_EQ(folder_of(Layout::business, Part::integration_test, "x"),
            "src/XBusiness/tests/integration");
  EXPECT_EQ(folder_of(Layout::business, Part::cdk, "x"), "infra/lib");
  EXPECT_EQ(folder_of(Layout::business, Part::cloudformation, "x"), "infra/cloudformation");
  EXPECT_EQ(folder_of(Layout::business, Part::policy, "x"), "infra/policies");
  EXPECT_EQ(folder_of(Layout::business, Part::create_table, "x"), "infra/tables");
  EXPECT_EQ(folder_of(Layout::flat, Part::cdk, "x"), "");
  EXPECT_EQ(layout_names(), (std::vector<std::string_view>{"flat", "business"}));
}

}  // namespace
}  // namespace keywright::generate::testing
