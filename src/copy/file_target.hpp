#pragma once
// A folder that becomes an export: each segment is written to parts of bounded size.
//
// What is in a part is safe when the part is whole. Parts that no state knows of are written again.

#include "copy/manifest.hpp"
#include "copy/source.hpp"
#include "copy/state.hpp"

#include <cstddef>
#include <filesystem>
#include <utility>

namespace keywright::copy {

class FileTarget final : public Target {
 public:
  /// Makes the folder; a refusal if it is there with something in it.
  [[nodiscard]] static Result<void> prepare(const std::filesystem::path& folder);

  /// `part_size` is of the unpacked lines, in bytes.
  FileTarget(std::filesystem::path folder, std::size_t part_size)
      : folder_(std::move(folder)), part_size_(part_size) {}

  Result<std::unique_ptr<SegmentWriter>> open(std::size_t segment,
                                              const std::vector<Part>& parts) override;

  /// Writes the manifests of the whole copy, and removes parts that are in none.
  [[nodiscard]] Result<void> finish(const std::vector<SegmentState>& segments, Manifest manifest,
                                    TimePoint now) const;

 private:
  const std::filesystem::path folder_;
  const std::size_t part_size_;
};

}  // namespace keywright::copy
