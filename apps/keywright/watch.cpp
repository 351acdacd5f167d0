#include "watch.hpp"

#include "failure.hpp"
#include "files.hpp"
#include "interrupt.hpp"

#include <chrono>
#include <cstdio>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include <sys/stat.h>
#include <unistd.h>

namespace keywright::cli {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kBetweenLooks{200};
// Editors save in steps: a new file is moved over the old one, or the old one emptied and filled.
constexpr milliseconds kBetweenSteps{50};
constexpr int kMostSteps = 10;

// By which a change is seen without reading the file.
struct Stamp {
  bool exists = false;
  std::int64_t seconds = 0;
  std::int64_t nanoseconds = 0;
  std::int64_t size = 0;
  std::uint64_t inode = 0;

  friend bool operator==(const Stamp&, const Stamp&) = default;
};

Stamp stamp_of(const std::filesystem::path& file) {
  struct stat status{};
  if (stat(file.c_str(), &status) != 0) return {};
  return {true, status.st_mtim.tv_sec, status.st_mtim.tv_nsec, status.st_size, status.st_ino};
}

struct Watched {
  std::filesystem::path file;
  Stamp stamp;
  Checked checked;
};

// The stamp once it stays the same for a moment, and the file is there if it comes back soon.
Stamp settled_stamp(const Interrupt& interrupt, const std::filesystem::path& file) {
  Stamp stamp = stamp_of(file);
  for (int step = 0; step < kMostSteps && interrupt.pause(kBetweenSteps); ++step) {
    const Stamp next = stamp_of(file);
    if (next == stamp && next.exists) break;
    stamp = next;
  }
  return stamp;
}

// True if the file says something else than when it was checked; it is checked again then.
bool check_again(const Interrupt& interrupt, Watched& watched, const CheckOptions& options) {
  if (stamp_of(watched.file) == watched.stamp) return false;
  watched.stamp = settled_stamp(interrupt, watched.file);
  if (interrupt.came()) return false;
  const FileText text = read_file(watched.file);
  const bool same_failure = text.failure.value_or("") == watched.checked.failure;
  if (same_failure && text.text == watched.checked.source.text()) return false;
  watched.checked = check_one(watched.file, options);
  return true;
}

void print_end(const std::vector<Watched>& all) {
  std::string missing;
  for (const Watched& each : all) {
    if (!each.stamp.exists) missing += (missing.empty() ? "" : ", ") + each.file.string();
  }
  if (!missing.empty()) missing = ", waiting for " + missing + " to appear";
  std::printf("Watching %zu model%s%s; Ctrl-C ends.\n", all.size(), all.size() == 1 ? "" : "s",
              missing.c_str());
  std::fflush(stdout);
}

// Nobody makes a folder and a model in it while it is watched: the path is another.
bool has_folder(const std::filesystem::path& file) {
  const auto folder = file.parent_path();
  std::error_code error;
  return folder.empty() || std::filesystem::is_directory(folder, error);
}

// On a terminal the page is that of all models; elsewhere only what changed is added.
void print_round(const std::vector<Watched>& all, const std::vector<const Watched*>& changed,
                 const OutputOptions& output) {
  const bool terminal = isatty(STDOUT_FILENO) != 0;
  if (terminal) {
    std::fputs("\x1b[2J\x1b[3J\x1b[H", stdout);
    for (const Watched& each : all) print_checked(each.checked, output);
  } else {
    for (const Watched* each : changed) {
      std::printf("\n--- %s changed\n", each->file.c_str());
      print_checked(each->checked, output);
    }
  }
  print_end(all);
}

}  // namespace

int watch(const CheckOptions& options) {
  for (const auto& file : options.models) {
    if (has_folder(file)) continue;
    return fail(
        "cannot watch " + file.string() + ": there is no folder " + file.parent_path().string(),
        kWrongUse);
  }
  const Interrupt interrupt;
  std::vector<Watched> all;
  for (const auto& file : options.models) {
    // The stamp first: what changes while the file is read is seen at the next look.
    const Stamp stamp = stamp_of(file);
    all.push_back({file, stamp, check_one(file, options)});
    print_checked(all.back().checked, options.output);
  }
  print_end(all);
  // Nobody is there any more if what is printed gets lost.
  while (std::ferror(stdout) == 0 && interrupt.pause(kBetweenLooks)) {
    std::vector<const Watched*> changed;
    for (Watched& each : all) {
      if (check_again(interrupt, each, options)) changed.push_back(&each);
    }
    if (!changed.empty()) print_round(all, changed, options.output);
  }
  return 0;
}

}  // namespace keywright::cli
