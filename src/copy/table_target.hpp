#pragma once
// A table that items are put into, by BatchWriteItem; and one that must have them already.

#include "copy/access.hpp"
#include "copy/source.hpp"

#include <mutex>
#include <utility>

namespace keywright::copy {

/// What is left unprocessed is written again until it is there. An item that comes a second time
/// replaces the first.
class TableTarget final : public Target {
 public:
  explicit TableTarget(TableAccess access) : access_(std::move(access)) {}
  Result<std::unique_ptr<SegmentWriter>> open(std::size_t segment,
                                              const std::vector<Part>& parts) override;

 private:
  const TableAccess access_;
};

/// Writes nothing: looks whether each item is in the table, and the same there.
class ComparingTarget final : public Target {
 public:
  explicit ComparingTarget(TableAccess access) : access_(std::move(access)) {}
  Result<std::unique_ptr<SegmentWriter>> open(std::size_t segment,
                                              const std::vector<Part>& parts) override;

  [[nodiscard]] std::int64_t differences() const;
  /// The keys of the first few that are missing or different, with which of both.
  [[nodiscard]] std::vector<std::string> examples() const;

  void add_difference(std::string text);

 private:
  const TableAccess access_;
  mutable std::mutex mutex_;
  std::int64_t differences_ = 0;
  std::vector<std::string> examples_;
};

/// Takes everything and keeps nothing: for counting.
class NoTarget final : public Target {
 public:
  Result<std::unique_ptr<SegmentWriter>> open(std::size_t segment,
                                              const std::vector<Part>& parts) override;
};

}  // namespace keywright::copy
