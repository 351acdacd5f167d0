#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace keywright::cli {

struct FileText {
  std::string text;
  std::optional<std::string> failure;  // one line that names the file and the cause
};

[[nodiscard]] FileText read_file(const std::filesystem::path& file);

/// Returns what went wrong, or nullopt. A failure leaves no half-written file.
[[nodiscard]] std::optional<std::string> write_file(const std::filesystem::path& file,
                                                    std::string_view text);

}  // namespace keywright::cli
