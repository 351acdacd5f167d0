#include "../test_folder.hpp"
#include "generated.hpp"

#include <cstdlib>
#include <filesystem>
#include <string>

#include <gtest/gtest.h>

namespace keywright::generate::testing {
namespace {

namespace fs = std::filesystem;

class Format : public ::testing::TestWithParam<const char*> {};

// Generated code is written as the formatter would write it: nobody's editor changes it.
TEST_P(Format, IsThatOfTheProject) {
  const std::string formatter = KEYWRIGHT_CLANG_FORMAT;
  if (formatter.empty()) GTEST_SKIP() << "clang-format-19 is not installed";
  const auto output = generate_model(GetParam());
  const TestFolder test_folder;
  const fs::path& folder = test_folder.path();
  ASSERT_FALSE(write_files(folder, output.files).error);
  fs::copy_file(KEYWRIGHT_STYLE, folder / ".clang-format");
  for (const auto& file : output.files) {
    const auto command = formatter + " --dry-run -Werror " + (folder / file.path).string();
    EXPECT_EQ(std::system(command.c_str()), 0) << file.path;
  }
}

INSTANTIATE_TEST_SUITE_P(Models, Format,
                         ::testing::Values("research", "orders", "tasks", "telemetry", "social",
                                           "keyvalue", "ledger", "shop", "treasury", "writes",
                                           "rooms", "words", "store", "fleet"),
                         [](const auto& param) { return std::string(param.param); });

}  // namespace
}  // namespace keywright::generate::testing
