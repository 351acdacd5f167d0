// The real world: variables, files and pauses of this process.

#include "credentials/world.hpp"

#include "../../test_folder.hpp"

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <thread>

#include <gtest/gtest.h>
#include <sys/stat.h>

namespace keywright::credentials {
namespace {

using namespace std::chrono_literals;

class WorldTest : public testing::Test {
 protected:
  const TestFolder test_folder;
  const std::string folder = test_folder.path();
  std::map<std::string, std::string> variables;
  World world = real_world(
      [this](const std::string& name) -> std::optional<std::string> {
        if (name == "HOME") return "/home/me";
        const auto found = variables.find(name);
        if (found == variables.end()) return std::nullopt;
        return found->second;
      },
      nullptr);
};

TEST_F(WorldTest, ReadsAndReplacesFiles) {
  const std::string path = folder + "/token.json";
  const auto missing = world.read_file(path);
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().code, ErrorCode::not_found);
  EXPECT_EQ(missing.error().message, path + " cannot be opened: No such file or directory");
  ASSERT_TRUE(world.write_file(path, "one"));
  ASSERT_TRUE(world.write_file(path, "two"));
  EXPECT_EQ(world.read_file(path).value(), "two");
  struct stat status{};
  ASSERT_EQ(::stat(path.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777u, 0600u);
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder), {}), 1);
}

TEST_F(WorldTest, RefusesWhatIsNoFileOfSettings) {
  EXPECT_EQ(world.read_file(folder).error().message, folder + " cannot be read: Is a directory");
  EXPECT_EQ(world.read_file("/dev/zero").error().message,
            "/dev/zero is larger than 1 MiB, which is not what was expected");
  EXPECT_FALSE(world.write_file(folder + "/none/x", "text"));
}

TEST_F(WorldTest, KnowsTheHomeFolder) {
  EXPECT_EQ(world.expand("~/.aws/config"), "/home/me/.aws/config");
  EXPECT_EQ(world.expand("~you/x"), "~you/x");
  EXPECT_EQ(world.shorten("/home/me/.aws/config"), "~/.aws/config");
  EXPECT_EQ(world.shorten("/home/merlin/x"), "/home/merlin/x");
}

TEST_F(WorldTest, TakesAnEmptyVariableForNone) {
  EXPECT_EQ(world.variable("A"), "");
  variables["A"] = "";
  EXPECT_EQ(world.variable("A"), "");
  EXPECT_EQ(real_world({}, nullptr).variable("PATH"), std::getenv("PATH"));
}

TEST_F(WorldTest, PausesUntilTheCallEnds) {
  EXPECT_TRUE(world.pause(1ms, {}));
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_EQ(world.pause(1h, {begin + 1ms, {}}).error().code, ErrorCode::timeout);
  std::stop_source stop;
  std::jthread stopper([&] { stop.request_stop(); });
  EXPECT_EQ(world.pause(1h, {{}, stop.get_token()}).error().code, ErrorCode::timeout);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, 1min);
}

}  // namespace
}  // namespace keywright::credentials
