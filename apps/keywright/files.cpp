#include "files.hpp"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <system_error>
#include <utility>
#include <vector>

namespace keywright::cli {
namespace {

constexpr std::uintmax_t kMaxModelBytes = 64u << 20;  // far above any model, far below memory
constexpr int kMostLinks = 40;                        // one behind the other, as Linux has it

std::string because(std::string_view what, const std::filesystem::path& file) {
  return std::string(what) + " " + file.string() + ": " + std::strerror(errno);
}

FileText too_large(const std::filesystem::path& file) {
  return {{}, "cannot read " + file.string() + ": larger than 64 MiB, which is no model"};
}

// Whether a file can come in its place; what is written to a device or a pipe goes through it.
bool can_be_replaced(const std::filesystem::path& file) {
  std::error_code error;
  const auto type = std::filesystem::status(file, error).type();
  return type != std::filesystem::file_type::character &&
         type != std::filesystem::file_type::block && type != std::filesystem::file_type::fifo &&
         type != std::filesystem::file_type::socket;
}

// What a link leads to is replaced, and the link stays.
std::filesystem::path behind_links(const std::filesystem::path& file) {
  auto place = file;
  std::error_code error;
  for (int links = 0; links < kMostLinks && std::filesystem::is_symlink(place, error); ++links) {
    place = place.parent_path() / std::filesystem::read_symlink(place, error);
  }
  return place;
}

// Why it cannot be written, if so.
std::optional<std::string> put_into(const std::filesystem::path& file, std::string_view text) {
  errno = 0;
  std::ofstream out(file, std::ios::binary | std::ios::trunc);
  out.write(text.data(), static_cast<std::streamsize>(text.size()));
  out.close();
  if (out) return std::nullopt;
  return std::strerror(errno);
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
  const auto failed = [&](const std::string& reason) {
    return "cannot write " + file.string() + ": " + reason;
  };
  if (!can_be_replaced(file)) {
    const auto reason = put_into(file, text);
    return reason ? std::optional(failed(*reason)) : std::nullopt;
  }
  const auto target = behind_links(file);
  auto partial = target;
  partial += ".part";
  std::error_code ignored;
  if (const auto reason = put_into(partial, text)) {
    std::filesystem::remove(partial, ignored);
    return failed(*reason);
  }
  std::error_code error;
  std::filesystem::rename(partial, target, error);
  if (error) {
    std::filesystem::remove(partial, ignored);
    return failed(error.message());
  }
  return std::nullopt;
}

}  // namespace keywright::cli
