#include "core/file_replacement.hpp"
#include "generate/generate.hpp"

#include <fstream>
#include <iterator>
#include <system_error>
#include <utility>

namespace keywright::generate {
namespace {

namespace fs = std::filesystem;

// A pipe is not asked: it would wait.
bool has_content(const fs::path& path, const std::string& content) {
  std::error_code error;
  if (!fs::is_regular_file(path, error)) return false;
  std::ifstream file(path, std::ios::binary);
  if (!file) return false;
  const std::string present{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  return present == content;
}

// Empty on success, else what went wrong.
std::string write_beside(const GeneratedFile& file, FileReplacement& replacement) {
  const auto& place = replacement.file();
  std::error_code error;
  fs::create_directories(place.parent_path(), error);
  if (error) {
    return "cannot make the folder " + place.parent_path().string() + ": " + error.message();
  }
  const auto failure = replacement.write(file.content);
  return failure ? "cannot write " + place.string() + ": " + *failure : "";
}

}  // namespace

WriteOutcome write_files(const std::filesystem::path& directory,
                         const std::vector<GeneratedFile>& files) {
  WriteOutcome outcome;
  std::vector<FileReplacement> pending;
  for (const auto& file : files) {
    const auto place = directory / fs::path(file.path);
    std::error_code ignored;
    if (fs::is_directory(place, ignored)) {
      return {{}, {}, "cannot write " + place.string() + ": a folder is in its place"};
    }
    if (has_content(place, file.content)) {
      outcome.unchanged.push_back(place);
      continue;
    }
    pending.emplace_back(place);
    if (auto error = write_beside(file, pending.back()); !error.empty()) {
      return {{}, {}, std::move(error)};
    }
  }
  for (auto& file : pending) {
    if (const auto failure = file.take_place()) {
      outcome.error = "cannot write " + file.file().string() + ": " + *failure;
      return outcome;
    }
    outcome.written.push_back(file.file());
  }
  return outcome;
}

}  // namespace keywright::generate
