#pragma once
// The items of a table, by parallel Scan.

#include "copy/access.hpp"
#include "copy/source.hpp"

namespace keywright::copy {

struct ScanOptions {
  std::size_t segments = 1;
  bool consistent_read = false;
  double average_item_size = 0;  ///< bytes; 0: not known
};

class TableSource final : public Source {
 public:
  TableSource(TableAccess access, ScanOptions options)
      : access_(std::move(access)), options_(options) {}

  std::size_t segments() const override { return options_.segments; }
  Result<std::unique_ptr<SegmentReader>> open(std::size_t segment, const Position& after) override;

 private:
  const TableAccess access_;
  const ScanOptions options_;
};

}  // namespace keywright::copy
