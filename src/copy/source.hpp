#pragma once
// Where items come from and where they go: tables or folders of files, in segments that can be
// worked on in parallel.

#include <keywright/item.hpp>
#include <keywright/result.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace keywright::copy {

/// Where a segment goes on: behind an item of it. Only the source that gave it knows what is in it;
/// empty is the segment's beginning.
using Position = std::string;

struct Page {
  std::vector<Item> items{};
  bool is_last = false;
};

/// Reads one segment. For one thread.
class SegmentReader {
 public:
  SegmentReader() = default;
  SegmentReader(const SegmentReader&) = delete;
  SegmentReader& operator=(const SegmentReader&) = delete;
  virtual ~SegmentReader() = default;

  [[nodiscard]] virtual Result<Page> next(const std::stop_token& stop) = 0;
  /// Behind an item of the page that next() gave last.
  [[nodiscard]] virtual Position position_behind(const Item& item, std::size_t index) const = 0;
  /// The same for a message: "line 12 of data/a.json.gz".
  [[nodiscard]] virtual std::string place_of(const Item& item, std::size_t index) const = 0;
};

/// May be used from several threads, as may Target.
class Source {
 public:
  Source() = default;
  Source(const Source&) = delete;
  Source& operator=(const Source&) = delete;
  virtual ~Source() = default;

  [[nodiscard]] virtual std::size_t segments() const = 0;
  [[nodiscard]] virtual Result<std::unique_ptr<SegmentReader>> open(std::size_t segment,
                                                                    const Position& after) = 0;
};

/// A file that a segment was written to.
struct Part {
  std::string file{};  ///< its name in the data folder
  std::int64_t items = 0;
  std::string md5{};  ///< base64, of the bytes of the file
  friend bool operator==(const Part&, const Part&) = default;
};

/// What write() did.
struct Written {
  std::size_t items = 0;  ///< so many of the first items were taken
  bool is_safe = true;    ///< all that was taken so far would outlive the process
};

/// Writes what is read of one segment. For one thread.
class SegmentWriter {
 public:
  SegmentWriter() = default;
  SegmentWriter(const SegmentWriter&) = delete;
  SegmentWriter& operator=(const SegmentWriter&) = delete;
  virtual ~SegmentWriter() = default;

  /// Takes some of the items, which are at least one, and writes all that it takes.
  [[nodiscard]] virtual Result<Written> write(std::span<const Item> items,
                                              const std::stop_token& stop) = 0;
  /// Makes safe what was taken.
  [[nodiscard]] virtual Result<void> flush() { return {}; }
  /// The files so far, safe ones only.
  [[nodiscard]] virtual std::vector<Part> parts() const { return {}; }
};

class Target {
 public:
  Target() = default;
  Target(const Target&) = delete;
  Target& operator=(const Target&) = delete;
  virtual ~Target() = default;

  /// `parts` are those that the segment has already.
  [[nodiscard]] virtual Result<std::unique_ptr<SegmentWriter>> open(
      std::size_t segment, const std::vector<Part>& parts) = 0;
};

}  // namespace keywright::copy
