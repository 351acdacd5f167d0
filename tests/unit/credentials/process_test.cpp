#include "credentials/process.hpp"

#include <chrono>
#include <csignal>
#include <thread>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

namespace keywright::credentials {
namespace {

using namespace std::chrono_literals;

TEST(Process, GivesOutputErrorsAndStatus) {
  const auto found = run_process("echo out; echo err >&2; exit 3", {});
  ASSERT_TRUE(found) << found.error().message;
  EXPECT_EQ(found->out, "out\n");
  EXPECT_EQ(found->err, "err\n");
  EXPECT_EQ(found->status, 3);
}

TEST(Process, TellsASignalByItsNumber) {
  const auto found = run_process("kill -9 $$", {});
  ASSERT_TRUE(found) << found.error().message;
  EXPECT_EQ(found->status, 128 + 9);
}

TEST(Process, TakesMoreThanAPipeHolds) {
  const auto found = run_process("head -c 300000 /dev/zero; head -c 300000 /dev/zero >&2", {});
  ASSERT_TRUE(found) << found.error().message;
  EXPECT_EQ(found->out.size(), 300000u);
  EXPECT_EQ(found->err.size(), 4096u);
}

TEST(Process, StopsAtMoreThanAMebibyte) {
  const auto found = run_process("cat /dev/zero", {});
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().message, "it wrote more than 1 MiB");
}

TEST(Process, HasNoInputAndNoFileOfOurs) {
  const int file = ::open("/dev/null", O_RDONLY);  // without O_CLOEXEC
  ASSERT_GT(file, 2);
  const auto found =
      run_process("cat; test -e /proc/self/fd/" + std::to_string(file) + " && echo leaked", {});
  ::close(file);
  ASSERT_TRUE(found) << found.error().message;
  EXPECT_EQ(found->out, "");
}

TEST(Process, IsKilledAtTheDeadlineWithAllItStarted) {
  const auto begin = std::chrono::steady_clock::now();
  const auto found = run_process("sleep 60 & sleep 60", {begin + 50ms, {}});
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().code, ErrorCode::timeout);
  EXPECT_EQ(found.error().message, "it took too long");
  EXPECT_LT(std::chrono::steady_clock::now() - begin, 30s);
  EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG), -1);  // no zombie is left
}

TEST(Process, IsKilledWhenItsOutputIsClosedAndItGoesOn) {
  const auto found =
      run_process("exec >&- 2>&-; sleep 60", {std::chrono::steady_clock::now() + 50ms, {}});
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().code, ErrorCode::timeout);
}

TEST(Process, IsKilledWhenTheCallIsStopped) {
  std::stop_source stop;
  std::jthread stopper([&] { stop.request_stop(); });
  const auto found = run_process("sleep 60", {{}, stop.get_token()});
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().code, ErrorCode::timeout);
  EXPECT_EQ(found.error().message, "the call was stopped");
}

TEST(Process, EndsInAProgramThatIgnoresItsChildren) {
  const auto before = std::signal(SIGCHLD, SIG_IGN);
  const auto found = run_process("echo out", {});
  std::signal(SIGCHLD, before);
  ASSERT_TRUE(found) << found.error().message;
  EXPECT_EQ(found->out, "out\n");
}

}  // namespace
}  // namespace keywright::credentials
