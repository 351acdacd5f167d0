#pragma once
// Files that appear whole or not at all.

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace keywright {

/// The new content of a file, under a name that nobody else has, until it takes the file's place.
/// What a link leads to is replaced, and the link stays; a device or a pipe is written through. The
/// replaced file's permissions are kept, unless its owner alone is to read it. Destroyed before it
/// took its place, it leaves nothing. Used by one thread. What fails is said in the system's words,
/// without the path.
class FileReplacement {
 public:
  enum class Readers { as_before, owner };
  explicit FileReplacement(std::filesystem::path file, Readers readers = Readers::as_before)
      : file_(std::move(file)), readers_(readers) {}
  FileReplacement(FileReplacement&& other) noexcept;
  FileReplacement& operator=(FileReplacement&&) = delete;
  ~FileReplacement();

  /// Once. The folder must be there.
  [[nodiscard]] std::optional<std::string> write(std::string_view text);
  /// After `write`.
  [[nodiscard]] std::optional<std::string> take_place();

  [[nodiscard]] const std::filesystem::path& file() const { return file_; }

 private:
  std::filesystem::path file_;
  Readers readers_;
  std::filesystem::path target_;
  std::filesystem::path partial_;  // empty: there is none
};

}  // namespace keywright
