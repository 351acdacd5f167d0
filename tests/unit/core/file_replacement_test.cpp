#include "core/file_replacement.hpp"

#include "../../test_folder.hpp"

#include <fstream>
#include <iterator>
#include <set>
#include <string>

#include <gtest/gtest.h>

namespace keywright {
namespace {

namespace fs = std::filesystem;

class FileReplacementTest : public ::testing::Test {
 protected:
  void put(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name) << text;
  }
  [[nodiscard]] std::string text_of(const std::string& name) const {
    std::ifstream file(folder_ / name);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  }
  [[nodiscard]] std::set<std::string> names() const {
    std::set<std::string> found;
    for (const auto& each : fs::directory_iterator(folder_)) found.insert(each.path().filename());
    return found;
  }
  void replace(const std::string& name, const std::string& text) const {
    FileReplacement replacement(folder_ / name);
    ASSERT_EQ(replacement.write(text), std::nullopt);
    ASSERT_EQ(replacement.take_place(), std::nullopt);
  }

  const TestFolder test_folder_;
  const fs::path folder_ = test_folder_.path();
};

TEST_F(FileReplacementTest, TheOldContentStaysUntilTheNewTakesItsPlace) {
  put("a", "old");
  {
    FileReplacement replacement(folder_ / "a");
    ASSERT_EQ(replacement.write("never seen"), std::nullopt);
    EXPECT_EQ(text_of("a"), "old");
  }
  EXPECT_EQ(names(), std::set<std::string>{"a"});
  replace("a", "new");
  EXPECT_EQ(text_of("a"), "new");
  EXPECT_EQ(names(), std::set<std::string>{"a"});
}

TEST_F(FileReplacementTest, ThePartialFileHasANameThatNobodyElseHas) {
  put("a.part", "of another");
  fs::create_symlink("elsewhere", folder_ / "a.part2");
  FileReplacement one(folder_ / "a");
  FileReplacement two(folder_ / "a");
  ASSERT_EQ(one.write("one"), std::nullopt);
  ASSERT_EQ(two.write("two"), std::nullopt);
  ASSERT_EQ(two.take_place(), std::nullopt);
  EXPECT_EQ(text_of("a"), "two");
  ASSERT_EQ(one.take_place(), std::nullopt);
  EXPECT_EQ(text_of("a"), "one");
  EXPECT_EQ(text_of("a.part"), "of another");
  EXPECT_EQ(names(), (std::set<std::string>{"a", "a.part", "a.part2"}));
}

TEST_F(FileReplacementTest, KeepsThePermissionsOfWhatItReplaces) {
  put("a", "old");
  for (const auto permissions : {0600U, 0444U, 0666U, 0755U}) {
    const auto wanted = static_cast<fs::perms>(permissions);
    fs::permissions(folder_ / "a", wanted);
    replace("a", "new");
    EXPECT_EQ(fs::status(folder_ / "a").permissions(), wanted);
  }
}

TEST_F(FileReplacementTest, HasNoOtherReadersThanItsOwnerIfAskedTo) {
  put("a", "old");
  fs::permissions(folder_ / "a", static_cast<fs::perms>(0644));
  for (const char* name : {"a", "new"}) {
    FileReplacement replacement(folder_ / name, FileReplacement::Readers::owner);
    ASSERT_EQ(replacement.write("secret"), std::nullopt);
    ASSERT_EQ(replacement.take_place(), std::nullopt);
    EXPECT_EQ(fs::status(folder_ / name).permissions(), static_cast<fs::perms>(0600));
  }
}

TEST_F(FileReplacementTest, ReplacesWhatLinksLeadTo) {
  fs::create_directory(folder_ / "sub");
  put("sub/a", "old");
  fs::create_symlink("sub/a", folder_ / "first");
  fs::create_symlink(folder_ / "first", folder_ / "second");
  fs::create_symlink("later", folder_ / "dangling");
  replace("second", "new");
  EXPECT_EQ(text_of("sub/a"), "new");
  EXPECT_TRUE(fs::is_symlink(folder_ / "first"));
  EXPECT_TRUE(fs::is_symlink(folder_ / "second"));
  replace("dangling", "made");
  EXPECT_EQ(text_of("later"), "made");
  EXPECT_TRUE(fs::is_symlink(folder_ / "dangling"));
}

TEST_F(FileReplacementTest, ADeviceIsWrittenThroughAndSaysWhatItCannotTake) {
  fs::create_symlink("/dev/null", folder_ / "null");
  replace("null", "gone");
  EXPECT_EQ(fs::status(folder_ / "null").type(), fs::file_type::character);
  FileReplacement full("/dev/full");
  EXPECT_EQ(full.write("text"), "No space left on device");
}

TEST_F(FileReplacementTest, AFailureLeavesNothing) {
  EXPECT_EQ(FileReplacement(folder_ / "none/a").write("text"), "No such file or directory");
  fs::create_directories(folder_ / "folder/in");
  {
    FileReplacement replacement(folder_ / "folder");
    ASSERT_EQ(replacement.write("text"), std::nullopt);
    EXPECT_EQ(replacement.take_place(), "Is a directory");
  }
  EXPECT_EQ(names(), std::set<std::string>{"folder"});
}

}  // namespace
}  // namespace keywright
