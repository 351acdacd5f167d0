#include "generate/generate.hpp"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <system_error>
#include <utility>

namespace keywright::generate {
namespace {

namespace fs = std::filesystem;

bool has_content(const fs::path& path, const std::string& content) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return false;
  const std::string present{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  return present == content;
}

struct Pending {
  fs::path temporary;
  fs::path final_place;
};

void remove_all(const std::vector<Pending>& pending) {
  for (const auto& file : pending) {
    std::error_code ignored;
    fs::remove(file.temporary, ignored);
  }
}

// Empty on success, else what went wrong.
std::string write_beside(const GeneratedFile& file, const Pending& pending) {
  std::error_code error;
  fs::create_directories(pending.final_place.parent_path(), error);
  if (error) {
    return "cannot make the folder " + pending.final_place.parent_path().string() + ": " +
           error.message();
  }
  errno = 0;
  std::ofstream out(pending.temporary, std::ios::binary | std::ios::trunc);
  out << file.content;
  out.close();
  if (out) return "";
  return "cannot write " + pending.final_place.string() + ": " + std::strerror(errno);
}

}  // namespace

WriteOutcome write_files(const std::filesystem::path& directory,
                         const std::vector<GeneratedFile>& files) {
  WriteOutcome outcome;
  std::vector<Pending> pending;
  for (const auto& file : files) {
    const auto place = directory / fs::path(file.path);
    std::error_code ignored;
    if (fs::is_directory(place, ignored)) {
      remove_all(pending);
      return {{}, {}, "cannot write " + place.string() + ": a folder is in its place"};
    }
    if (has_content(place, file.content)) {
      outcome.unchanged.push_back(place);
      continue;
    }
    pending.push_back({fs::path(place.string() + ".new"), place});
    if (auto error = write_beside(file, pending.back()); !error.empty()) {
      remove_all(pending);
      return {{}, {}, std::move(error)};
    }
  }
  for (const auto& file : pending) {
    std::error_code error;
    fs::rename(file.temporary, file.final_place, error);
    if (error) {
      remove_all(pending);
      outcome.error = "cannot write " + file.final_place.string() + ": " + error.message();
      return outcome;
    }
    outcome.written.push_back(file.final_place);
  }
  return outcome;
}

}  // namespace keywright::generate
