#pragma once
// Files that are there as a whole or not at all, also after the machine has lost power.

#include <keywright/result.hpp>

#include <filesystem>
#include <string>
#include <string_view>

namespace keywright::copy {

/// Replaces the file.
[[nodiscard]] Result<void> write_durably(const std::filesystem::path& file, std::string_view text);

/// Makes a file that is written and closed safe, and gives it its name.
[[nodiscard]] Result<void> keep_as(const std::filesystem::path& written,
                                   const std::filesystem::path& file);

/// `not_found` if there is none.
[[nodiscard]] Result<std::string> read_file(const std::filesystem::path& file);

/// "cannot write FILE: No space left on device", by errno.
[[nodiscard]] Error file_error(std::string_view doing, const std::filesystem::path& file);

}  // namespace keywright::copy
