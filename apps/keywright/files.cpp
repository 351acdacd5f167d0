#include "files.hpp"

#include "core/file_replacement.hpp"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <system_error>
#include <utility>
#include <vector>

namespace keywright::cli {
namespace {

constexpr std::uintmax_t kMaxModelBytes = 64u << 20;  // far above any model, far below memory

std::string because(std::string_view what, const std::filesystem::path& file) {
  return std::string(what) + " " + file.string() + ": " + std::strerror(errno);
}

FileText too_large(const std::filesystem::path& file) {
  return {{}, "cannot read " + file.string() + ": larger than 64 MiB, which is no model"};
}

}  // namespace

FileText read_file(const std::filesystem::path& file) {
  std::error_code error;
  if (std::filesystem::is_directory(file, error)) {
    return {{}, "cannot read " + file.string() + ": it is a folder; name a file"};
  }
  if (file == "-" && !std::filesystem::exists(file, error)) {
    return {{}, "cannot read -: there is no such file; what comes by a pipe is /dev/stdin"};
  }
  if (const auto size = std::filesystem::file_size(file, error); !error && size > kMaxModelBytes) {
    return too_large(file);
  }
  errno = 0;
  std::ifstream in(file, std::ios::binary);
  if (!in) return {{}, because("cannot read", file)};
  std::string text;
  std::vector<char> block(64u << 10);
  // A pipe or a device does not say before how much it has.
  while (in.read(block.data(), static_cast<std::streamsize>(block.size())), in.gcount() > 0) {
    text.append(block.data(), static_cast<std::size_t>(in.gcount()));
    if (text.size() > kMaxModelBytes) return too_large(file);
  }
  if (in.bad()) return {{}, because("cannot read", file)};
  return {std::move(text), std::nullopt};
}

std::optional<std::string> write_file(const std::filesystem::path& file, std::string_view text) {
  const auto folder = file.parent_path();
  std::error_code error;
  if (!folder.empty() && !std::filesystem::exists(folder, error) && !error) {
    return "cannot write " + file.string() + ": there is no folder " + folder.string();
  }
  FileReplacement replacement(file);
  auto failure = replacement.write(text);
  if (!failure) failure = replacement.take_place();
  if (failure) return "cannot write " + file.string() + ": " + *failure;
  return std::nullopt;
}

}  // namespace keywright::cli
