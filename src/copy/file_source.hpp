#pragma once
// The items of an export, a segment for each of its data files.

#include "copy/manifest.hpp"
#include "copy/source.hpp"

#include <optional>
#include <utility>

namespace keywright::copy {

/// A file that is damaged, cut, or not what the manifest says is an error that names it; a line
/// that is no item, and an item without the table's key, are errors that name both.
class FileSource final : public Source {
 public:
  /// `keys` are those of the table that the items are for, if they are known.
  FileSource(Manifest manifest, std::optional<TableKeys> keys)
      : manifest_(std::move(manifest)), keys_(std::move(keys)) {}

  std::size_t segments() const override { return manifest_.files.size(); }
  Result<std::unique_ptr<SegmentReader>> open(std::size_t segment, const Position& after) override;

 private:
  const Manifest manifest_;
  const std::optional<TableKeys> keys_;
};

}  // namespace keywright::copy
