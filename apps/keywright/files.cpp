#include "files.hpp"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <system_error>

namespace keywright::cli {
namespace {

constexpr std::uintmax_t kMaxModelBytes = 64u << 20;  // far above any model, far below memory

std::string because(std::string_view what, const std::filesystem::path& file) {
  return std::string(what) + " " + file.string() + ": " + std::strerror(errno);
}

}  // namespace

FileText read_file(const std::filesystem::path& file) {
  std::error_code error;
  if (std::filesystem::is_directory(file, error)) {
    return {{}, "cannot read " + file.string() + ": it is a folder; name a *.model.yaml file"};
  }
  if (const auto size = std::filesystem::file_size(file, error); !error && size > kMaxModelBytes) {
    return {{}, "cannot read " + file.string() + ": larger than 64 MiB, which is no model"};
  }
  errno = 0;
  std::ifstream in(file, std::ios::binary);
  if (!in) return {{}, because("cannot read", file)};
  std::string text{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  if (in.bad()) return {{}, because("cannot read", file)};
  return {std::move(text), std::nullopt};
}

std::optional<std::string> write_file(const std::filesystem::path& file, std::string_view text) {
  auto partial = file;
  partial += ".part";
  errno = 0;
  {
    std::ofstream out(partial, std::ios::binary | std::ios::trunc);
    out.write(text.data(), static_cast<std::streamsize>(text.size()));
    out.close();
    if (!out) {
      auto message = because("cannot write", file);
      std::error_code ignored;
      std::filesystem::remove(partial, ignored);
      return message;
    }
  }
  std::error_code error;
  std::filesystem::rename(partial, file, error);
  if (error) {
    std::error_code ignored;
    std::filesystem::remove(partial, ignored);
    return "cannot write " + file.string() + ": " + error.message();
  }
  return std::nullopt;
}

}  // namespace keywright::cli
