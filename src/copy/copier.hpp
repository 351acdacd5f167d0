#pragma once
// Copies the segments of a source to a target with several threads.
//
//   Copier copier(source, target, std::move(segments));
//   const auto complete = copier.run(4, stop, 200ms, [&] { ... });   // false: it was stopped
//   copier.segments();                                              // how far each has come
//
// The threads live as long as run(), which calls `tick` so often from the thread that calls it; an
// error of it ends the copy. Memory is bounded by a page of each thread.

#include "copy/source.hpp"
#include "copy/state.hpp"

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <vector>

namespace keywright::copy {

class Copier {
 public:
  /// `segments` is where each of the source's segments goes on.
  Copier(Source& source, Target& target, std::vector<SegmentState> segments);

  /// Whether all of it is copied: not, if it was stopped. Segments that were begun are then as far
  /// as they came, and what was in flight is finished.
  [[nodiscard]] Result<bool> run(std::size_t threads, const std::stop_token& stop,
                                 std::chrono::milliseconds interval,
                                 const std::function<Result<void>()>& tick);

  /// What is safe. From any thread.
  [[nodiscard]] std::vector<SegmentState> segments() const;
  /// What is written, safe or not, from the beginning of the copy. From any thread.
  [[nodiscard]] Tally written() const;

 private:
  struct Run;
  void work(Run& run);
  [[nodiscard]] Result<void> copy_segment(std::size_t index, Digester& digester,
                                          const std::stop_token& stop);
  [[nodiscard]] Result<bool> copy_page(SegmentReader& reader, SegmentWriter& writer,
                                       std::size_t index, SegmentState& state, Digester& digester,
                                       const std::stop_token& stop);
  void keep(std::size_t index, const SegmentState& state, const SegmentWriter& writer);

  Source& source_;
  Target& target_;
  mutable std::mutex mutex_;
  std::vector<SegmentState> segments_;
  Tally written_;
};

}  // namespace keywright::copy
