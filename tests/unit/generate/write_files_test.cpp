#include "../../test_folder.hpp"
#include "generated.hpp"

#include <filesystem>

#include <gtest/gtest.h>

namespace keywright::generate::testing {
namespace {

namespace fs = std::filesystem;

class WriteFiles : public ::testing::Test {
 protected:
  const TestFolder test_folder_;
  const fs::path folder_ = test_folder_.path();
};

TEST_F(WriteFiles, WritesWhatIsNewOrChangedAndNothingElse) {
  auto outcome = write_files(folder_, {{"m/a.hpp", "one"}, {"m/b.hpp", "two"}});
  EXPECT_FALSE(outcome.error);
  EXPECT_EQ(outcome.written.size(), 2U);
  const auto before = fs::last_write_time(folder_ / "m/a.hpp");
  outcome = write_files(folder_, {{"m/a.hpp", "one"}, {"m/b.hpp", "three"}});
  ASSERT_EQ(outcome.written.size(), 1U);
  EXPECT_EQ(outcome.written[0], folder_ / "m/b.hpp");
  ASSERT_EQ(outcome.unchanged.size(), 1U);
  EXPECT_EQ(fs::last_write_time(folder_ / "m/a.hpp"), before);
  EXPECT_EQ(content_of((folder_ / "m/b.hpp").string()), "three");
}

TEST_F(WriteFiles, AFailureChangesNothingAndNamesThePath) {
  ASSERT_FALSE(write_files(folder_, {{"m/a.hpp", "one"}}).error);
  ASSERT_FALSE(write_files(folder_, {{"blocked", "a file, not a folder"}}).error);
  const auto outcome = write_files(folder_, {{"m/a.hpp", "two"}, {"blocked/b.hpp", "three"}});
  ASSERT_TRUE(outcome.error);
  EXPECT_NE(outcome.error->find("blocked"), std::string::npos);
  EXPECT_TRUE(outcome.written.empty());
  EXPECT_EQ(content_of((folder_ / "m/a.hpp").string()), "one");
  std::size_t entries = 0;
  for ([[maybe_unused]] const auto& entry : fs::recursive_directory_iterator(folder_)) ++entries;
  EXPECT_EQ(entries, 3U);  // m, m/a.hpp, blocked: no temporary files
}

TEST_F(WriteFiles, AFolderInTheWayIsNamedBeforeAnythingIsWritten) {
  fs::create_directories(folder_ / "m/b.hpp");
  const auto outcome = write_files(folder_, {{"m/a.hpp", "one"}, {"m/b.hpp", "two"}});
  const auto place = (folder_ / "m/b.hpp").string();
  EXPECT_EQ(outcome.error, "cannot write " + place + ": a folder is in its place");
  EXPECT_TRUE(fs::is_directory(place));
  EXPECT_FALSE(fs::exists(folder_ / "m/a.hpp"));
  EXPECT_FALSE(fs::exists(folder_ / "m/a.hpp.part"));
}

TEST_F(WriteFiles, LinksAndPermissionsStay) {
  ASSERT_FALSE(write_files(folder_, {{"m/a.hpp", "one"}, {"own.hpp", "one"}}).error);
  fs::create_symlink("../own.hpp", folder_ / "m/b.hpp");
  const auto owner = fs::perms::owner_read | fs::perms::owner_write;
  fs::permissions(folder_ / "own.hpp", owner);
  const auto outcome = write_files(folder_, {{"m/a.hpp", "two"}, {"m/b.hpp", "two"}});
  EXPECT_EQ(outcome.written.size(), 2U);
  EXPECT_TRUE(fs::is_symlink(folder_ / "m/b.hpp"));
  EXPECT_EQ(content_of((folder_ / "own.hpp").string()), "two");
  EXPECT_EQ(fs::status(folder_ / "own.hpp").permissions(), owner);
}

TEST_F(WriteFiles, AFileThatCannotBeMadeIsNamedWithTheCause) {
  const std::string name(255, 'n');  // as long as a name can be, and the temporary one is longer
  const auto outcome = write_files(folder_, {{name, "one"}});
  EXPECT_EQ(outcome.error, "cannot write " + (folder_ / name).string() + ": File name too long");
}

}  // namespace
}  // namespace keywright::generate::testing
