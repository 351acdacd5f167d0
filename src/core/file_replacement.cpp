#include "core/file_replacement.hpp"

#include <cerrno>
#include <cstddef>
#include <cstring>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace keywright {
namespace {

namespace fs = std::filesystem;

constexpr int kMostLinks = 40;      // one behind the other, as Linux has it
constexpr int kMostPartials = 100;  // that were left beside one file
constexpr mode_t kPermissions = 07777;
constexpr mode_t kPrivate = 0600;

class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  [[nodiscard]] int get() const { return number_; }
  // Some file systems say only now that there was no space.
  [[nodiscard]] bool close() { return ::close(std::exchange(number_, -1)) == 0; }

 private:
  int number_;
};

std::optional<std::string> last_error() {
  return std::strerror(errno);
}

fs::path behind_links(const fs::path& file) {
  auto place = file;
  std::error_code error;
  for (int links = 0; links < kMostLinks && fs::is_symlink(place, error); ++links) {
    place = place.parent_path() / fs::read_symlink(place, error);
  }
  return place;
}

bool is_written_through(const fs::path& file) {
  std::error_code error;
  const auto type = fs::status(file, error).type();
  return type == fs::file_type::character || type == fs::file_type::block ||
         type == fs::file_type::fifo || type == fs::file_type::socket;
}

bool write_all(int file, std::string_view text) {
  while (!text.empty()) {
    const auto count = ::write(file, text.data(), text.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return false;
    text.remove_prefix(static_cast<std::size_t>(count));
  }
  return true;
}

// Never readable by more than the permissions allow.
int create_beside(const fs::path& target, mode_t permissions, fs::path& name) {
  for (int number = 1; number <= kMostPartials; ++number) {
    name = target;
    name += number == 1 ? ".part" : ".part" + std::to_string(number);
    const int file = ::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, permissions);
    if (file >= 0 || errno != EEXIST) return file;
  }
  return -1;
}

}  // namespace

FileReplacement::FileReplacement(FileReplacement&& other) noexcept
    : file_(std::move(other.file_)),
      readers_(other.readers_),
      target_(std::move(other.target_)),
      partial_(std::exchange(other.partial_, {})) {}

FileReplacement::~FileReplacement() {
  if (!partial_.empty()) ::unlink(partial_.c_str());
}

std::optional<std::string> FileReplacement::write(std::string_view text) {
  if (is_written_through(file_)) {
    Descriptor out(::open(file_.c_str(), O_WRONLY | O_CLOEXEC));
    if (out.get() < 0 || !write_all(out.get(), text) || !out.close()) return last_error();
    return std::nullopt;
  }
  target_ = behind_links(file_);
  struct stat replaced{};
  const bool is_replaced = ::stat(target_.c_str(), &replaced) == 0;
  const bool is_private = readers_ == Readers::owner;
  const mode_t permissions = is_private    ? kPrivate
                             : is_replaced ? replaced.st_mode & kPermissions
                                           : 0666;
  fs::path name;
  Descriptor out(create_beside(target_, permissions, name));
  if (out.get() < 0) return last_error();
  partial_ = std::move(name);
  if (!write_all(out.get(), text)) return last_error();
  if (is_replaced && ::fchmod(out.get(), permissions) != 0) return last_error();
  if (!out.close()) return last_error();
  return std::nullopt;
}

std::optional<std::string> FileReplacement::take_place() {
  if (partial_.empty()) return std::nullopt;
  if (::rename(partial_.c_str(), target_.c_str()) != 0) return last_error();
  partial_.clear();
  return std::nullopt;
}

}  // namespace keywright
