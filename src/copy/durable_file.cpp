#include "copy/durable_file.hpp"

#include "copy/calls.hpp"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>

#include <fcntl.h>
#include <unistd.h>

namespace keywright::copy {
namespace {

bool sync(const std::filesystem::path& file, int flags) {
  const int descriptor = ::open(file.c_str(), flags | O_CLOEXEC);
  if (descriptor < 0) return false;
  const bool synced = ::fsync(descriptor) == 0;
  const int cause = errno;
  ::close(descriptor);
  errno = cause;
  return synced;
}

}  // namespace

Error file_error(std::string_view doing, const std::filesystem::path& file) {
  const int cause = errno;
  Error error =
      failure("cannot " + std::string(doing) + " " + file.string() + ": " + std::strerror(cause));
  if (cause == ENOENT) error.code = ErrorCode::not_found;
  return error;
}

Result<void> keep_as(const std::filesystem::path& written, const std::filesystem::path& file) {
  if (!sync(written, O_RDONLY)) return file_error("write", file);
  if (std::rename(written.c_str(), file.c_str()) != 0) return file_error("write", file);
  const auto folder = file.parent_path();
  // Some file systems know no syncing of folders; then the name is as safe as it gets.
  (void)sync(folder.empty() ? "." : folder, O_RDONLY | O_DIRECTORY);
  return {};
}

Result<void> write_durably(const std::filesystem::path& file, std::string_view text) {
  auto partial = file;
  partial += ".part";
  {
    errno = 0;
    std::ofstream out(partial, std::ios::binary | std::ios::trunc);
    out.write(text.data(), static_cast<std::streamsize>(text.size()));
    out.close();
    if (!out) return file_error("write", file);
  }
  return keep_as(partial, file);
}

Result<std::string> read_file(const std::filesystem::path& file) {
  errno = 0;
  std::ifstream in(file, std::ios::binary);
  if (!in) return file_error("read", file);
  std::string text{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  if (in.bad()) return file_error("read", file);
  return text;
}

}  // namespace keywright::copy
